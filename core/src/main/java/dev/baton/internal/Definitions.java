package dev.baton.internal;

import dev.baton.Job;
import dev.baton.Registered;
import dev.baton.Timing;
import dev.baton.Workflow;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.FanoutDefinition;
import dev.baton.internal.definition.JobDefinition;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.definition.WorkflowDefinition;
import dev.baton.internal.fire.Fires;
import dev.baton.internal.fire.Schedules;
import dev.baton.schedule.At;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Registers jobs and workflows with their schedules, and removes them. Safe from any thread. */
final class Definitions {

    /** Beyond every fire. */
    private static final Instant FOR_GOOD = Time.toInstant(Long.MAX_VALUE / 2);

    private final Registry registry;
    private final ExecutionOwner owner;
    private final Schedules schedules;
    private final Pauses pauses;
    private final Settings settings;
    private final Consumer<String> check;

    /**
     * Registers with these.
     *
     * @param check throws if the engine is closed; the argument names the operation for the message
     */
    Definitions(
            Registry registry,
            ExecutionOwner owner,
            Schedules schedules,
            Pauses pauses,
            Settings settings,
            Consumer<String> check) {
        this.registry = registry;
        this.owner = owner;
        this.schedules = schedules;
        this.pauses = pauses;
        this.settings = settings;
        this.check = check;
    }

    /** Registers a job. */
    void add(Job job) {
        Schedule schedule = fresh(job.name(), job.timing());
        JobDefinition definition = new JobDefinition(job);
        registry.add(definition);
        schedule(definition, schedule);
    }

    /** Registers a workflow. */
    void add(Workflow workflow) {
        Schedule schedule = fresh(workflow.name(), workflow.timing());
        WorkflowDefinition definition = new WorkflowDefinition(workflow, registry);
        registry.add(definition);
        schedule(definition, schedule);
    }

    /** Registers a job, or replaces the one of that name. */
    void put(Job job) {
        Schedule schedule = again(job.name(), job.timing());
        schedule(registry.put(job), schedule);
    }

    /** Registers a workflow, or replaces the one of that name. */
    void put(Workflow workflow) {
        Schedule schedule = again(workflow.name(), workflow.timing());
        schedule(registry.put(workflow), schedule);
    }

    /**
     * Makes a workflow known for one execution of it.
     *
     * @throws NotPossibleException when it has a schedule
     */
    Definition putOneOff(Workflow workflow, UUID execution) {
        check.accept("starting \"" + workflow.name() + "\"");
        if (!workflow.timing().isTriggered()) {
            throw new NotPossibleException("workflow \"" + workflow.name() + "\" has a schedule, and what is started"
                    + " once has none. Register it with add, or leave the schedule out.");
        }
        return registry.putOneOff(workflow, execution);
    }

    /** Removes what has this name. */
    boolean remove(String name) {
        Definition definition = registry.find(name);
        return definition != null && remove(definition);
    }

    /** Removes what has this tag. */
    int removeTagged(String tag) {
        int removed = 0;
        for (Definition definition : registry.all()) {
            if (isRegistered(definition) && definition.tags().contains(tag) && remove(definition)) {
                removed++;
            }
        }
        return removed;
    }

    private boolean remove(Definition definition) {
        if (!registry.remove(definition)) {
            return false;
        }
        schedules.remove(definition);
        return true;
    }

    private Schedule fresh(String name, Timing timing) {
        check.accept("registering \"" + name + "\"");
        return ScheduleReader.fresh(
                name, timing, settings.zone(), settings.time().now());
    }

    private Schedule again(String name, Timing timing) {
        check.accept("registering \"" + name + "\"");
        return ScheduleReader.again(
                name, timing, settings.zone(), settings.time().now());
    }

    private void schedule(Definition definition, Schedule schedule) {
        pauses.restore(definition);
        schedules.put(definition, schedule);
        // Executions of a former life may have waited for it.
        owner.wake();
    }

    /** Removes what was to run once, and has. */
    void doneForGood(Definition definition) {
        Fires fires = schedules.of(definition);
        if (fires != null && !(fires.schedule() instanceof At)) {
            // Registered again after a restart, it would run once more.
            owner.dealtWith(definition.name(), Instant.EPOCH, FOR_GOOD);
        }
        remove(definition);
    }

    /** Lists what is registered, by name. */
    List<Registered> list() {
        List<Registered> all = new ArrayList<>();
        for (Definition definition : registry.all()) {
            if (isRegistered(definition)) {
                all.add(describe(definition));
            }
        }
        all.sort(Comparator.comparing(Registered::name));
        return all;
    }

    /** The definition with a name. */
    Optional<Registered> find(String name) {
        return Optional.ofNullable(registry.find(name))
                .filter(Definitions::isRegistered)
                .map(this::describe);
    }

    /** The job with a name. */
    Optional<Job> job(String name) {
        return registry.find(name) instanceof JobDefinition definition
                ? Optional.of(definition.job())
                : Optional.empty();
    }

    /** The workflow with a name, unless it is known for one execution only. */
    Optional<Workflow> workflow(String name) {
        return registry.find(name) instanceof WorkflowDefinition definition && isRegistered(definition)
                ? Optional.of(definition.workflow())
                : Optional.empty();
    }

    private static boolean isRegistered(Definition definition) {
        boolean oneOff = definition instanceof WorkflowDefinition workflow && workflow.isOneOff();
        return !oneOff && !(definition instanceof FanoutDefinition);
    }

    private Registered describe(Definition definition) {
        Fires fires = schedules.of(definition);
        return new Registered(
                definition.name(),
                definition instanceof WorkflowDefinition,
                definition.isPaused(),
                definition.tags(),
                fires == null
                        ? definition.timing().spec().text()
                        : fires.schedule().text(),
                fires == null ? Optional.empty() : fires.next());
    }
}

package dev.baton.internal;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Registered;
import dev.baton.RunId;
import dev.baton.Submission;
import dev.baton.Timing;
import dev.baton.Workflow;
import dev.baton.error.BatonClosedException;
import dev.baton.internal.cluster.ClusterNode;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.cluster.MemoryOwner;
import dev.baton.internal.cluster.OwnerParts;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.FanoutDefinition;
import dev.baton.internal.definition.JobDefinition;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.definition.WorkflowDefinition;
import dev.baton.internal.event.Notifier;
import dev.baton.internal.execution.Keeper;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.RunHappening;
import dev.baton.internal.fire.Fires;
import dev.baton.internal.fire.Schedules;
import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.internal.run.RunServices;
import dev.baton.internal.time.NodeLease;
import dev.baton.internal.time.StoreTime;
import dev.baton.schedule.At;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts the parts together: what is registered, what fires, what runs, what is kept. {@link dev.baton.Baton} is its face
 * to users. Safe from any thread.
 */
public final class Engine implements AutoCloseable {

    private static final Duration PRUNE_FIRST = Duration.ofMinutes(1);
    private static final Duration PRUNE_EVERY = Duration.ofMinutes(10);

    /** Beyond every fire. */
    private static final Instant FOR_GOOD = Time.toInstant(Long.MAX_VALUE / 2);

    private final Settings settings;
    private final Time time;
    private final Registry registry = new Registry();
    private final ReadyRuns ready;
    private final Notifier notifier;
    private final ExecutionOwner owner;
    private final Executions executions;
    private final Submissions submissions;
    private final Schedules schedules;
    private final Pauses pauses;
    private volatile State state = State.NEW;

    private volatile Time.Timer pruning = () -> {};

    private enum State {
        NEW,
        RUNNING,
        STOPPED,
        CLOSED
    }

    /** Makes an engine that is not started. */
    public Engine(Settings given) {
        Store store = given.keeping().store();
        this.settings = store != null && given.time().isFromClock()
                ? given.withTime(new StoreTime(given.time(), store))
                : given;
        this.time = settings.time();
        NodeLease lease = new NodeLease(time);
        this.ready = new ReadyRuns(
                services(store), settings.serving(), lease, settings.working().worker(), this::started);
        this.notifier = new Notifier(settings.wrapping().listeners(), ready.worker());
        OwnerParts parts =
                new OwnerParts(ready, lease, notifier, settings.keeping().retention(), this::executionEnded);
        this.owner = store == null
                ? new MemoryOwner(parts)
                : new ClusterNode(parts, store, settings.keeping().lease());
        this.executions = new Executions(owner, ready);
        this.submissions = new Submissions(registry, owner, executions, this::refuseWhenClosed);
        this.schedules = new Schedules(time, new FireTarget(owner, notifier, time, this::fire), this::isRunning);
        this.pauses = new Pauses(registry, owner, schedules);
        if (settings.serving().isRestricted() || ready.worker().isSelective()) {
            registry.disturb();
        }
    }

    private RunServices services(@Nullable Store store) {
        return new RunServices(
                time,
                settings.wrapping().interceptors(),
                settings.graces().stop(),
                registry,
                store == null ? Keeper.inMemory() : Keeper.on(store),
                new NestedExecutions(this::owner, this::nest, this::handle));
    }

    private boolean isRunning() {
        return state == State.RUNNING;
    }

    private void fire(Definition definition, Fires.Fire fire) {
        if (isRunning() && !definition.isRemoved() && !definition.isPaused()) {
            submissions.fire(definition, fire, () -> lookBack(definition));
        }
    }

    private void lookBack(Definition definition) {
        Fires fires = schedules.of(definition);
        if (fires != null) {
            fires.lookBack();
        }
    }

    private ExecutionOwner owner() {
        return owner;
    }

    private Execution nest(RunId parent, Submission submission) {
        return submissions.nest(parent, submission);
    }

    private Execution handle(LiveExecution execution) {
        return executions.handle(execution);
    }

    private void started(Attempt attempt) {
        if (notifier.isListening()) {
            notifier.tell(RunHappening.started(attempt.execution(), attempt));
        }
    }

    private void executionEnded(LiveExecution execution) {
        Definition definition = execution.definition();
        if (Callbacks.wasTheOne(execution, schedules.of(definition) != null)) {
            doneForGood(definition);
        }
        Callbacks.call(execution, ready::later, this::handle);
    }

    // ---- what is registered

    /** Registers a job. */
    public void add(Job job) {
        Schedule schedule = fresh(job.name(), job.timing());
        JobDefinition definition = new JobDefinition(job);
        registry.add(definition);
        schedule(definition, schedule);
    }

    /** Registers a workflow. */
    public void add(Workflow workflow) {
        Schedule schedule = fresh(workflow.name(), workflow.timing());
        WorkflowDefinition definition = new WorkflowDefinition(workflow);
        registry.add(definition);
        schedule(definition, schedule);
    }

    /** Registers a job, or replaces the one of that name. */
    public void put(Job job) {
        Schedule schedule = again(job.name(), job.timing());
        schedule(registry.put(job), schedule);
    }

    /** Registers a workflow, or replaces the one of that name. */
    public void put(Workflow workflow) {
        Schedule schedule = again(workflow.name(), workflow.timing());
        schedule(registry.put(workflow), schedule);
    }

    /** Removes what has this name. */
    public boolean remove(String name) {
        Definition definition = registry.find(name);
        return definition != null && remove(definition);
    }

    /** Removes what has this tag. */
    public int removeTagged(String tag) {
        int removed = 0;
        for (Definition definition : registry.all()) {
            if (definition.tags().contains(tag) && remove(definition)) {
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
        refuseWhenClosed("registering \"" + name + "\"");
        return ScheduleReader.fresh(name, timing, settings.zone(), time.now());
    }

    private Schedule again(String name, Timing timing) {
        refuseWhenClosed("registering \"" + name + "\"");
        return ScheduleReader.again(name, timing, settings.zone(), time.now());
    }

    private void schedule(Definition definition, Schedule schedule) {
        pauses.restore(definition);
        schedules.put(definition, schedule);
        // Executions of a former life may have waited for it.
        owner.wake();
    }

    private void doneForGood(Definition definition) {
        Fires fires = schedules.of(definition);
        if (fires != null && !(fires.schedule() instanceof At)) {
            // Registered again after a restart, it would run once more.
            owner.dealtWith(definition.name(), FOR_GOOD);
        }
        remove(definition);
    }

    /** Lists what is registered, by name. */
    public List<Registered> list() {
        List<Registered> all = new ArrayList<>();
        for (Definition definition : registry.all()) {
            if (!(definition instanceof FanoutDefinition)) {
                all.add(describe(definition));
            }
        }
        all.sort(Comparator.comparing(Registered::name));
        return all;
    }

    /** What is registered under a name. */
    public Optional<Registered> find(String name) {
        return Optional.ofNullable(registry.find(name)).map(this::describe);
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

    /** Pauses a job, a workflow or a step. */
    public void pause(String name) {
        pauses.set(name, true);
    }

    /** Resumes a job, a workflow or a step. */
    public void resume(String name) {
        pauses.set(name, false);
    }

    /** Adds conditions under which one job runs after another. */
    public void addDependency(String parent, String child, Condition... conditions) {
        registry.addEdge(parent, child, Condition.mask(conditions));
    }

    /** Removes conditions, or with none given the whole dependency. */
    public void removeDependency(String parent, String child, Condition... conditions) {
        registry.removeEdge(parent, child, Registry.maskToRemove(conditions));
    }

    /** The dependencies a job has, as a child and as a parent. */
    public List<Dependency> dependencies(String job) {
        return registry.edgesOf(job);
    }

    // ---- executions

    /** Starts an execution now. */
    public Execution trigger(String name, Map<String, ?> parameters) {
        return submissions.trigger(name, parameters);
    }

    /** Starts executions that were submitted, all or none of them. */
    public List<Execution> submit(List<Submission> submitted) {
        return submissions.submit(submitted);
    }

    /** What has happened and happens. */
    public Executions executions() {
        return executions;
    }

    // ---- life cycle

    /** Lets schedules fire and runs start. */
    public synchronized void start() {
        refuseWhenClosed("starting");
        if (state == State.RUNNING) {
            return;
        }
        owner.start(pauses::follow);
        state = State.RUNNING;
        ready.accept(true);
        owner.takeIn();
        schedules.start();
        pruning = time.after(PRUNE_FIRST, this::prune);
    }

    private void prune() {
        if (state == State.RUNNING) {
            ready.later(executions::prune);
            pruning = time.after(PRUNE_EVERY, this::prune);
        }
    }

    /**
     * Starts nothing more and waits for running bodies; those that take longer are told to stop, and their runs go back to
     * pending. {@link #start()} goes on from there.
     */
    public synchronized void stop(Duration grace) throws InterruptedException {
        if (state == State.RUNNING) {
            state = State.STOPPED;
            pruning.cancel();
            schedules.stop();
            ready.accept(false);
            owner.rest();
            if (!awaitIdle(grace)) {
                executions.handBack();
                awaitIdle(settings.graces().stop().plusMillis(100));
                executions.giveUpRunning();
            }
            owner.handOver();
        }
    }

    /** Waits until no body runs, here or on another node for this one. */
    private boolean awaitIdle(Duration atMost) throws InterruptedException {
        long deadline = time.micros() + Time.toMicros(atMost);
        boolean idle = ready.worker().awaitIdle(atMost);
        Duration left = Duration.of(Math.max(0, deadline - time.micros()), ChronoUnit.MICROS);
        return owner.awaitLoans(left) && idle;
    }

    @Override
    public synchronized void close() {
        if (state == State.CLOSED) {
            return;
        }
        boolean interrupted = false;
        try {
            stop(settings.graces().close());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        state = State.CLOSED;
        time.close();
        ready.worker().close();
        executions.abandon();
        owner.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void refuseWhenClosed(String what) {
        if (state == State.CLOSED) {
            throw new BatonClosedException(what);
        }
    }

    /** The time this engine goes by. */
    public Time time() {
        return time;
    }
}

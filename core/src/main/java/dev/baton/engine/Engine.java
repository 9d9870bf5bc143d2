package dev.baton.engine;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Registered;
import dev.baton.Submission;
import dev.baton.Timing;
import dev.baton.Workflow;
import dev.baton.error.BatonClosedException;
import dev.baton.error.InvalidScheduleException;
import dev.baton.schedule.At;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Startup;
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
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the parts together: what is registered, what fires, what runs, what is kept. {@link dev.baton.Baton} is its face
 * to users. Safe from any thread.
 */
public final class Engine implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final Duration PRUNE_FIRST = Duration.ofMinutes(1);
    private static final Duration PRUNE_EVERY = Duration.ofMinutes(10);

    /** Beyond every fire. */
    private static final long FOR_GOOD = Long.MAX_VALUE / 2;

    private final Settings settings;
    private final Time time;
    private final Registry registry = new Registry();
    private final Fires.Target fireTarget = new FireTarget();
    private final Executions executions;
    private final Machinery machinery;
    private final @Nullable Home home;
    private final Submissions submissions;
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
        Store store = given.store();
        this.settings = store != null && given.time().isFromClock()
                ? given.withTime(new StoreTime(given.time(), store))
                : given;
        this.time = settings.time();
        this.executions = new Executions(settings, registry, this::doneForGood);
        this.machinery = executions.machinery();
        this.home = executions.home();
        this.submissions = new Submissions(registry, executions, time, this::refuseWhenClosed);
        this.pauses = new Pauses(registry, home, () -> state == State.RUNNING);
        if (settings.serving().isRestricted() || machinery.worker().isSelective()) {
            registry.disturb();
        }
    }

    // ---- what is registered

    /** Registers a job. */
    public void add(Job job) {
        Schedule schedule = check(job.name(), job.timing());
        JobDefinition definition = new JobDefinition(job);
        registry.add(definition);
        schedule(definition, schedule);
    }

    /** Registers a workflow. */
    public void add(Workflow workflow) {
        Schedule schedule = check(workflow.name(), workflow.timing());
        WorkflowDefinition definition = new WorkflowDefinition(workflow);
        registry.add(definition);
        schedule(definition, schedule);
    }

    /** Registers a job, or replaces the one of that name. */
    public void put(Job job) {
        Schedule schedule = checkAgain(job.name(), job.timing());
        schedule(registry.put(job), schedule);
    }

    /** Registers a workflow, or replaces the one of that name. */
    public void put(Workflow workflow) {
        Schedule schedule = checkAgain(workflow.name(), workflow.timing());
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
        Fires fires = definition.fires();
        if (fires != null) {
            fires.stop();
        }
        return true;
    }

    /** Reads a schedule, and refuses one that will never fire. */
    private Schedule check(String name, Timing timing) {
        Schedule schedule = read(name, timing);
        if (!firesAfter(time.now(), schedule, timing)) {
            throw new InvalidScheduleException(
                    schedule.text(), "schedule", "never fires from now on. Check its dates, start and end.");
        }
        return schedule;
    }

    /** The same for what may have been registered before: a one-off that is over must not keep a program from starting. */
    private Schedule checkAgain(String name, Timing timing) {
        Schedule schedule = read(name, timing);
        if (!firesAfter(Instant.EPOCH, schedule, timing)) {
            throw new InvalidScheduleException(
                    schedule.text(), "schedule", "never fires. Check its dates, start and end.");
        }
        if (!firesAfter(time.now(), schedule, timing)) {
            LOG.warn("schedule of {}: the last time of \"{}\" has passed", name, schedule.text());
        }
        return schedule;
    }

    private Schedule read(String name, Timing timing) {
        refuseWhenClosed("registering \"" + name + "\"");
        Schedule schedule = timing.spec().resolve(name, settings.zone());
        for (String warning : schedule.warnings()) {
            LOG.warn("schedule of {}: {}", name, warning);
        }
        return schedule;
    }

    private static boolean firesAfter(Instant instant, Schedule schedule, Timing timing) {
        return !schedule.firesByItself()
                || timing.bounds().nextFire(schedule, instant).isPresent();
    }

    private void schedule(Definition definition, Schedule schedule) {
        pauses.restore(definition);
        synchronized (definition) {
            Fires old = definition.fires();
            if (old != null) {
                old.stop();
            }
            boolean fires = schedule.firesByItself()
                    || schedule instanceof Startup
                    || definition.timing().immediately();
            Fires started = fires ? new Fires(definition, schedule, time, fireTarget) : null;
            definition.setFires(started);
            if (started != null && state == State.RUNNING && !definition.isPaused()) {
                // What another schedule would have had before is nothing that was missed.
                started.start(false);
            }
        }
        if (home != null) {
            // Executions of a former life may have waited for it.
            home.wake();
        }
    }

    private void doneForGood(Definition definition) {
        Fires fires = definition.fires();
        if (home != null && fires != null && !(fires.schedule() instanceof At)) {
            // Registered again after a restart, it would run once more.
            home.dealtWith(definition.name(), FOR_GOOD);
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
        return Optional.ofNullable(registry.find(name)).map(Engine::describe);
    }

    private static Registered describe(Definition definition) {
        Fires fires = definition.fires();
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

    private final class FireTarget implements Fires.Target {

        @Override
        public Instant dealtWith(Definition definition) {
            Instant now = time.now();
            if (home == null) {
                return now;
            }
            return Time.toInstant(home.store()
                    .definition(definition.name(), Time.toMicros(now))
                    .dealtWith());
        }

        @Override
        public void dealtWith(Definition definition, Instant until) {
            if (home != null) {
                home.dealtWith(definition.name(), Time.toMicros(until));
            }
        }

        @Override
        public void missed(Definition definition, IntSupplier count) {
            machinery.notifier().firesMissed(definition.name(), time.now(), count);
        }

        @Override
        public void fire(Definition definition, Fires.Fire fire) {
            if (state == State.RUNNING && !definition.isRemoved() && !definition.isPaused()) {
                submissions.fire(definition, fire);
            }
        }
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
        if (home != null) {
            home.start(pauses::follow);
        }
        state = State.RUNNING;
        machinery.ready().accept(true);
        if (home != null) {
            home.takeIn();
        }
        for (Definition definition : registry.all()) {
            synchronized (definition) {
                Fires fires = definition.fires();
                if (fires != null && !definition.isPaused()) {
                    fires.start(true);
                }
            }
        }
        pruning = time.after(PRUNE_FIRST, this::prune);
    }

    private void prune() {
        if (state == State.RUNNING) {
            machinery.later(executions::prune);
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
            registry.all().forEach(definition -> {
                Fires fires = definition.fires();
                if (fires != null) {
                    fires.stop();
                }
            });
            machinery.ready().accept(false);
            if (home != null) {
                home.rest();
            }
            if (!awaitIdle(grace)) {
                executions.handBack();
                awaitIdle(settings.stopGrace().plusMillis(100));
                executions.giveUpRunning();
            }
            if (home != null) {
                home.handOver();
            }
        }
    }

    /** Waits until no body runs, here or where it was lent to. */
    private boolean awaitIdle(Duration atMost) throws InterruptedException {
        long deadline = time.micros() + Time.toMicros(atMost);
        boolean idle = machinery.worker().awaitIdle(atMost);
        Duration left = Duration.of(Math.max(0, deadline - time.micros()), ChronoUnit.MICROS);
        return (home == null || home.awaitLoans(left)) && idle;
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
        machinery.worker().close();
        executions.abandon();
        if (home != null) {
            home.close();
        }
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

package dev.baton;

import dev.baton.error.NoSuchExecutionException;
import dev.baton.internal.Engine;
import dev.baton.internal.Settings;
import dev.baton.internal.run.LocalWorker;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The scheduler. Jobs and workflows are registered with it, before or after {@link #start()}, and it runs them by their
 * schedules and triggers. Everything may be called from any thread, bodies included.
 *
 * <pre>{@code
 * try (Baton baton = Baton.inMemory()) {
 *     baton.add(Job.named("report").cron("0 2 * * *").run(context -> report(context.scheduledTime())));
 *     baton.start();
 * }
 * }</pre>
 *
 * <p>Every problem is told with a {@link dev.baton.error.BatonException} that says what to do, and leaves nothing half
 * done.
 */
public final class Baton implements AutoCloseable {

    private final Engine engine;

    private Baton(Settings settings) {
        this.engine = new Engine(settings);
    }

    /** A scheduler that keeps everything in memory. */
    public static Baton inMemory() {
        return builder().build();
    }

    /**
     * A scheduler that keeps everything in a store, and goes on from there when it is started again.
     *
     * <pre>{@code
     * try (Baton baton = Baton.on(Stores.sqlite(Path.of("baton.db")))) { … }
     * try (Baton baton = Baton.on(Stores.postgres(dataSource))) { … }
     * }</pre>
     */
    public static Baton on(Store store) {
        return builder().store(store).build();
    }

    /** A scheduler with settings of its own. */
    public static Builder builder() {
        return new Builder();
    }

    // ---- what is registered

    /**
     * Registers a job.
     *
     * @throws dev.baton.error.NameTakenException when something has that name already
     * @throws dev.baton.error.InvalidScheduleException when it will never fire
     */
    public Baton add(Job job) {
        engine.add(job);
        return this;
    }

    /**
     * Registers a workflow, all of it or nothing.
     *
     * @throws dev.baton.error.NameTakenException when something has that name already
     * @throws dev.baton.error.InvalidScheduleException when it will never fire
     */
    public Baton add(Workflow workflow) {
        engine.add(workflow);
        return this;
    }

    /**
     * Registers a job, or puts it in the place of the job of that name. Runs that start from now on use the new body;
     * dependencies stay. A program that registers the same at every start uses this: a schedule whose last time has
     * passed meanwhile is no mistake.
     *
     * @throws dev.baton.error.NameTakenException when a workflow has that name
     * @throws dev.baton.error.InvalidScheduleException when it never fires, in the past as in the future
     */
    public Baton put(Job job) {
        engine.put(job);
        return this;
    }

    /**
     * Registers a workflow, or puts it in the place of the workflow of that name. Executions that have started go on as
     * they were. A schedule whose last time has passed is no mistake.
     *
     * @throws dev.baton.error.NameTakenException when a job has that name
     * @throws dev.baton.error.InvalidScheduleException when it never fires, in the past as in the future
     */
    public Baton put(Workflow workflow) {
        engine.put(workflow);
        return this;
    }

    /**
     * Removes a job or workflow. In executions under way, what has not started is skipped and what runs finishes.
     *
     * @return whether there was one
     */
    public boolean remove(String name) {
        return engine.remove(name);
    }

    /**
     * Removes all jobs and workflows with a tag.
     *
     * @return how many there were
     */
    public int removeTagged(String tag) {
        return engine.removeTagged(tag);
    }

    /** All registered jobs and workflows, by name. */
    public List<Registered> list() {
        return engine.list();
    }

    /** The registered jobs and workflows that a filter accepts, by name. */
    public List<Registered> list(Predicate<? super Registered> filter) {
        return engine.list().stream().filter(filter).toList();
    }

    /** What is registered under a name. */
    public Optional<Registered> find(String name) {
        return engine.find(name);
    }

    /**
     * Pauses a job, a workflow or a step ({@code workflow/step}). A paused job or step is skipped wherever its turn comes;
     * a paused workflow starts no executions, and those under way go on. Schedules stand still.
     *
     * @throws dev.baton.error.NoSuchJobException when there is none of that name
     */
    public void pause(String name) {
        engine.pause(name);
    }

    /**
     * Undoes {@link #pause}. Fires missed meanwhile go by {@link Timed#missedFires}.
     *
     * @throws dev.baton.error.NoSuchJobException when there is none of that name
     */
    public void resume(String name) {
        engine.resume(name);
    }

    // ---- dependencies between jobs

    /**
     * Makes a job run after another, in executions that start from now on.
     *
     * @param conditions what is asked of the parent's end, either of them; without any, success
     * @throws dev.baton.error.NoSuchJobException when one of the jobs is not registered
     * @throws dev.baton.error.CyclicDependencyException when the parent depends on the child, with the whole path
     */
    public void addDependency(String parent, String child, Condition... conditions) {
        engine.addDependency(parent, child, conditions);
    }

    /**
     * Takes conditions off a dependency; without any, the whole dependency. When there is none, nothing happens.
     */
    public void removeDependency(String parent, String child, Condition... conditions) {
        engine.removeDependency(parent, child, conditions);
    }

    /**
     * The dependencies of a job: on its {@linkplain Dependencies#parents parents}, and of its
     * {@linkplain Dependencies#children children} on it; as a list, those on parents first.
     *
     * @throws dev.baton.error.NoSuchJobException when the job is not registered
     */
    public Dependencies dependencies(String job) {
        return engine.dependencies(job);
    }

    // ---- executions

    /**
     * Starts an execution now: of a workflow, or of a job and everything that depends on it. Before {@link #start()} it
     * waits for that.
     *
     * @throws dev.baton.error.NoSuchJobException when there is none of that name
     */
    public Execution trigger(String name) {
        return engine.trigger(name, Map.of());
    }

    /** Starts an execution now, with parameters. */
    public Execution trigger(String name, Map<String, ?> parameters) {
        return engine.trigger(name, parameters);
    }

    /** Starts an execution of a workflow now. */
    public Execution trigger(Workflow workflow) {
        return trigger(workflow.name());
    }

    /** Starts an execution of a workflow now, with parameters. */
    public Execution trigger(Workflow workflow, Map<String, ?> parameters) {
        return trigger(workflow.name(), parameters);
    }

    /**
     * Starts one execution of a workflow that is not registered. On a store the execution survives this process, and goes
     * on once a workflow of that name is registered or started again: bodies are code, and code is not kept.
     *
     * @throws dev.baton.error.NameTakenException when something of that name is registered
     * @throws dev.baton.error.NotPossibleException when the workflow has a schedule
     */
    public Execution startOnce(Workflow workflow, Map<String, ?> parameters) {
        return engine.startOnce(workflow, parameters);
    }

    /**
     * Starts an execution once: with a key to be safe to repeat, later, or after other runs have ended.
     *
     * @throws dev.baton.error.NoSuchJobException when there is no job or workflow of that name
     * @throws NoSuchExecutionException when it is to run after something that is not there
     */
    public Execution submit(Submission submission) {
        return engine.submit(List.of(submission)).get(0);
    }

    /** Starts executions, all of them or none, in the order given; they may run after one another. */
    public List<Execution> submit(List<Submission> submissions) {
        return engine.submit(submissions);
    }

    /**
     * An execution by its id.
     *
     * @throws NoSuchExecutionException when there is none, or retention has removed it
     */
    public Execution execution(UUID id) {
        return engine.executions().find(id).orElseThrow(() -> NoSuchExecutionException.id(id));
    }

    /** The executions that have not ended, the oldest first. */
    public List<Execution> activeExecutions() {
        return engine.executions().active();
    }

    /** The ended executions of a job or workflow that are kept, the newest first. */
    public List<Execution> pastExecutions(String name) {
        return engine.executions().past(name);
    }

    /**
     * Waits until the executions of a job or workflow that are active now have ended.
     *
     * @return the newest of them; when none was active, the newest that is kept, if there is one
     * @throws dev.baton.error.NoSuchJobException when there is no job or workflow of that name
     * @throws dev.baton.error.StillRunningException when they have not ended in that time; they go on
     * @throws dev.baton.error.BatonClosedException when the scheduler is closed before that
     */
    public Optional<Execution> awaitJob(String name, Duration atMost) throws InterruptedException {
        return engine.awaitJob(name, atMost);
    }

    /** Whether a body of this job, or of a step of this workflow, runs at this moment. */
    public boolean isRunning(String name) {
        return engine.executions().isRunning(name);
    }

    // ---- life cycle

    /** Lets schedules fire and runs start. */
    public Baton start() {
        engine.start();
        return this;
    }

    /**
     * Starts nothing more, and waits for the bodies that run. Those that take longer than the grace period are told to
     * stop, and their runs are pending again. {@link #start()} goes on from there.
     */
    public void stop(Duration grace) throws InterruptedException {
        engine.stop(grace);
    }

    /** Stops with the {@linkplain Builder#closeGrace grace period} and gives everything back. For good. */
    @Override
    public void close() {
        engine.close();
    }

    /** Settings of a scheduler. Immutable: each call returns another. */
    public static final class Builder {

        private final Settings settings;

        private Builder() {
            this(Settings.standard());
        }

        private Builder(Settings settings) {
            this.settings = settings;
        }

        /** The zone of schedules that name none; UTC without it. */
        public Builder zone(ZoneId zone) {
            return new Builder(settings.withZone(zone));
        }

        /** How many bodies may run at a time. Without it as many as are ready on virtual threads, 256 elsewhere. */
        public Builder workers(int most) {
            return new Builder(settings.withWorker(LocalWorker.upTo(most)));
        }

        /** How long ended executions are kept; the last 100 of each job or workflow without it. */
        public Builder retention(Retention retention) {
            return new Builder(settings.withRetention(retention));
        }

        /** Wraps every body; inside the interceptors added before, outside the jobs' own. */
        public Builder intercept(Interceptor interceptor) {
            return new Builder(settings.withWrapping(settings.wrapping().with(interceptor)));
        }

        /** Adds a listener. */
        public Builder listen(Listener listener) {
            return new Builder(settings.withWrapping(settings.wrapping().with(listener)));
        }

        /** How long a body that was told to stop may take before it is given up on; 2 seconds without it. */
        public Builder stopGrace(Duration grace) {
            return new Builder(settings.withGraces(settings.graces().withStop(grace)));
        }

        /** How long {@link Baton#close()} waits for running bodies; 30 seconds without it. */
        public Builder closeGrace(Duration grace) {
            return new Builder(settings.withGraces(settings.graces().withClose(grace)));
        }

        /** The queues whose runs this scheduler executes; all of them without it. */
        public Builder queues(String... queues) {
            return new Builder(settings.withServing(settings.serving().withQueues(Set.of(queues))));
        }

        /** The labels it has: a job that asks for labels runs only where all of them are. */
        public Builder labels(String... labels) {
            return new Builder(settings.withServing(settings.serving().withLabels(Set.of(labels))));
        }

        /** Limits how many runs of a queue may run at a time, and start in a time. The same on every node, please. */
        public Builder limit(String queue, Limit limit) {
            Map<String, Limit> limits = Maps.with(settings.serving().limits(), queue, limit);
            return new Builder(settings.withServing(settings.serving().withLimits(limits)));
        }

        /** Where everything is kept; in memory alone without it. The scheduler closes it when it is closed. */
        public Builder store(Store store) {
            return new Builder(settings.withStore(store));
        }

        /**
         * After how long without a sign of life another node may take over what this one is at; 15 seconds without it.
         */
        public Builder lease(Duration lease) {
            if (lease.compareTo(Duration.ofMillis(100)) < 0) {
                throw new IllegalArgumentException("a lease must last for 100 ms at least, not " + lease);
            }
            return new Builder(settings.withLease(lease));
        }

        /** Another worker than this process's threads. */
        public Builder worker(Worker.Factory worker) {
            return new Builder(settings.withWorker(worker));
        }

        /** Another time than the real one, and another worker than this process's threads: for tests and simulations. */
        public Builder on(Time time, Worker.Factory worker) {
            return new Builder(settings.withTime(time).withWorker(worker));
        }

        /** The scheduler, not started. */
        public Baton build() {
            return new Baton(settings);
        }
    }
}

package dev.baton;

import dev.baton.error.NoSuchExecutionException;
import dev.baton.internal.Engine;
import dev.baton.internal.Settings;
import dev.baton.internal.run.LocalWorker;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import dev.baton.spi.CallerTransaction;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler: it runs the registered jobs and workflows when their schedules fire or a program triggers them. You
 * may register them before or after {@link #start()}. All methods may be called from any thread, bodies included.
 *
 * <pre>{@code
 * try (Baton baton = Baton.inMemory()) {
 *     baton.add(Job.named("report").cron("0 2 * * *").run(context -> report(context.scheduledTime())));
 *     baton.start();
 * }
 * }</pre>
 *
 * <p>A call that cannot be done throws a {@link dev.baton.error.BatonException} whose message says what to do, and
 * changes nothing.
 */
public final class Baton implements Starts, Finds, AutoCloseable {

    private final Engine engine;

    private Baton(Settings settings) {
        this.engine = new Engine(settings);
    }

    /** A scheduler that keeps jobs, executions and runs in memory only. */
    public static Baton inMemory() {
        return builder().build();
    }

    /**
     * A scheduler that keeps executions and runs in a store, such as {@code Stores.postgres(dataSource)}, and resumes
     * them after a restart.
     */
    public static Baton on(Store store) {
        return builder().store(store).build();
    }

    /** A builder for a scheduler with other settings than the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Registers a job.
     *
     * @throws dev.baton.error.NameTakenException when a job or workflow of that name is registered
     * @throws dev.baton.error.InvalidScheduleException when the schedule never fires again
     */
    public Baton add(Job job) {
        engine.add(job);
        return this;
    }

    /** Registers a job that takes an input; see {@link #add(Job)}. */
    public Baton add(TypedJob<?, ?> job) {
        return add(job.job());
    }

    /** Registers a job that takes an input, replacing the job of the same name; see {@link #put(Job)}. */
    public Baton put(TypedJob<?, ?> job) {
        return put(job.job());
    }

    /**
     * Registers a workflow with all its steps.
     *
     * @throws dev.baton.error.NameTakenException when a job or workflow of that name is registered
     * @throws dev.baton.error.InvalidScheduleException when the schedule never fires again
     */
    public Baton add(Workflow workflow) {
        engine.add(workflow);
        return this;
    }

    /**
     * Registers a job, replacing the job of the same name if there is one. Runs that start from now on use the new
     * body; dependencies stay. Use it in a program that registers its jobs at every start: a schedule whose last fire
     * has passed is accepted.
     *
     * @throws dev.baton.error.NameTakenException when a workflow has that name
     * @throws dev.baton.error.InvalidScheduleException when the schedule has never fired and never will
     */
    public Baton put(Job job) {
        engine.put(job);
        return this;
    }

    /**
     * Registers a workflow, replacing the workflow of the same name if there is one. Executions that have started keep
     * the old definition. A schedule whose last fire has passed is accepted.
     *
     * @throws dev.baton.error.NameTakenException when a job has that name
     * @throws dev.baton.error.InvalidScheduleException when the schedule has never fired and never will
     */
    public Baton put(Workflow workflow) {
        engine.put(workflow);
        return this;
    }

    /**
     * Removes a job or workflow. In active executions, its runs that have not started are skipped and its running
     * bodies finish.
     *
     * @return whether a job or workflow of that name was registered
     */
    public boolean remove(String name) {
        return engine.remove(name);
    }

    /** Removes all jobs and workflows with a tag, and returns how many there were. */
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

    /** The job or workflow registered under a name. */
    public Optional<Registered> find(String name) {
        return engine.find(name);
    }

    /** The registered job of a name, as it was defined. */
    public Optional<Job> job(String name) {
        return engine.job(name);
    }

    /** The registered workflow of a name, as it was defined. */
    public Optional<Workflow> workflow(String name) {
        return engine.workflow(name);
    }

    /**
     * Pauses a job, a workflow or a step ({@code workflow/step}). A paused job or step is skipped when its turn comes.
     * A paused workflow starts no executions; active executions continue. The schedule of a paused job or workflow does
     * not fire.
     *
     * @throws dev.baton.error.NoSuchJobException when no job, workflow or step has that name
     */
    public void pause(String name) {
        engine.pause(name);
    }

    /** Undoes {@link #pause}. {@link Timed#missedFires} decides what happens to fires missed during the pause. */
    public void resume(String name) {
        engine.resume(name);
    }

    /**
     * Makes a job run after another, in executions that start from now on.
     *
     * @param conditions the ends of the parent that let the child run; success if none is given
     * @throws dev.baton.error.NoSuchJobException when one of the jobs is not registered
     * @throws dev.baton.error.CyclicDependencyException when the parent depends on the child; the message shows the
     *     whole path
     */
    public void addDependency(String parent, String child, Condition... conditions) {
        engine.addDependency(parent, child, conditions);
    }

    /** Removes conditions from a dependency, or all of it if none is given. Does nothing if it does not exist. */
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

    /**
     * Starts one execution of a workflow that is not registered. On a store the execution survives this process, and goes
     * on once a workflow of that name is registered or started again: bodies are code, and code is not kept.
     *
     * @throws dev.baton.error.NameTakenException when something of that name is registered
     * @throws dev.baton.error.NotPossibleException when it has a schedule, or in a transaction that Baton joins
     */
    public Execution startOnce(Workflow workflow, Map<String, ?> parameters) {
        return engine.startOnce(workflow, parameters);
    }

    @Override
    public List<Execution> submit(List<Submission> submissions) {
        return engine.submit(submissions);
    }

    @Override
    public Execution execution(UUID id) {
        return engine.executions().find(id).orElseThrow(() -> NoSuchExecutionException.id(id));
    }

    @Override
    public List<Execution> activeExecutions() {
        return engine.executions().active();
    }

    @Override
    public List<Execution> pastExecutions(String name) {
        return engine.executions().past(name);
    }

    @Override
    public Optional<Execution> awaitJob(String name, Duration atMost) throws InterruptedException {
        return engine.awaitJob(name, atMost);
    }

    @Override
    public boolean isRunning(String name) {
        return engine.executions().isRunning(name);
    }

    /** The schedules that are data: one for each tenant, for example, changed at run time and kept in the store. */
    public Schedules schedules() {
        return engine.schedules();
    }

    /** Lets schedules fire and runs start. */
    public Baton start() {
        engine.start();
        return this;
    }

    /**
     * Starts no more runs and waits for the running bodies. After the grace period, or an interrupt, which is thrown in
     * the end, they are told to stop, and their runs become pending again. {@link #start()} continues with them.
     */
    public void stop(Duration grace) throws InterruptedException {
        engine.stop(grace);
    }

    /**
     * Stops with the {@linkplain Builder#closeGrace grace period} and releases all resources. A closed scheduler cannot
     * be started again. An interrupt of the calling thread ends the grace period early, and stays set.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Settings of a scheduler. Immutable: each call returns a new builder. */
    public static final class Builder {

        private final Settings settings;

        private Builder() {
            this(Settings.standard());
        }

        private Builder(Settings settings) {
            this.settings = settings;
        }

        /** Sets the zone of schedules that name none; the default is UTC. */
        public Builder zone(ZoneId zone) {
            return new Builder(settings.withZone(zone));
        }

        /**
         * Sets how many bodies may run at a time. The default is no limit on virtual threads and 256 on platform
         * threads.
         */
        public Builder workers(int most) {
            return new Builder(settings.withWorker(LocalWorker.upTo(most)));
        }

        /** Sets how long ended executions are kept; the default is the last 100 of each job or workflow. */
        public Builder retention(Retention retention) {
            return new Builder(settings.withRetention(retention));
        }

        /** Wraps every body. This interceptor runs inside those added before and outside the jobs' own. */
        public Builder intercept(Interceptor interceptor) {
            return new Builder(settings.withWrapping(settings.wrapping().with(interceptor)));
        }

        /** Adds a listener. */
        public Builder listen(Listener listener) {
            return new Builder(settings.withWrapping(settings.wrapping().with(listener)));
        }

        /**
         * Sets how long a body may take to stop after it was told to, before Baton gives it up; the default is 2
         * seconds.
         */
        public Builder stopGrace(Duration grace) {
            return new Builder(settings.withGraces(settings.graces().withStop(grace)));
        }

        /** Sets how long {@link Baton#close()} waits for running bodies; the default is 30 seconds. */
        public Builder closeGrace(Duration grace) {
            return new Builder(settings.withGraces(settings.graces().withClose(grace)));
        }

        /** Sets the queues whose runs this scheduler executes; the default is all queues. */
        public Builder queues(String... queues) {
            return new Builder(settings.withServing(settings.serving().withQueues(Set.of(queues))));
        }

        /** Sets the labels of this scheduler. A job that requires labels runs only where all of them are present. */
        public Builder labels(String... labels) {
            return new Builder(settings.withServing(settings.serving().withLabels(Set.of(labels))));
        }

        /** Limits how many runs of a queue may run at a time, or start per period. Set the same on every node. */
        public Builder limit(String queue, Limit limit) {
            Map<String, Limit> limits = Maps.with(settings.serving().limits(), queue, limit);
            return new Builder(settings.withServing(settings.serving().withLimits(limits)));
        }

        /** Limits queues by a map that may change later: runs that become ready from then on go by the change. */
        public Builder limits(Map<String, Limit> byQueue) {
            return new Builder(settings.withServing(settings.serving().withLimits(byQueue)));
        }

        /** Sets the store; without one, state is kept in memory only. Closing the scheduler closes the store. */
        public Builder store(Store store) {
            return new Builder(settings.withStore(store));
        }

        /**
         * Sets the lease: how long this node may go without a heartbeat before another node takes over its executions.
         * The default is 15 seconds.
         */
        public Builder lease(Duration lease) {
            if (lease.compareTo(Duration.ofMillis(100)) < 0) {
                throw new IllegalArgumentException("a lease must last for 100 ms at least, not " + lease);
            }
            return new Builder(settings.withLease(lease));
        }

        /**
         * Joins the caller's transactions: {@code trigger} and {@code submit} ask on the caller's thread whether it has
         * a transaction open on the store's database, and if so record the executions in it. They exist if and only if
         * the transaction commits; until then their handles know no status. The default joins none.
         *
         * @param transaction gives the transaction of the calling thread, or null
         */
        public Builder join(Supplier<? extends @Nullable CallerTransaction> transaction) {
            return new Builder(settings.withTransaction(transaction));
        }

        /**
         * Carries values from a caller of {@code trigger} or {@code submit} to {@link RunContext#carried()}, such as
         * the headers of a trace. The default carries none.
         *
         * @param values gives the values, on the caller's thread
         */
        public Builder carry(Supplier<Map<String, String>> values) {
            return new Builder(settings.withCarried(values));
        }

        /** Replaces the worker that runs bodies on threads of this process. */
        public Builder worker(Worker.Factory worker) {
            return new Builder(settings.withWorker(worker));
        }

        /** Replaces the system clock and the worker: for tests and simulations. */
        public Builder on(Time time, Worker.Factory worker) {
            return new Builder(settings.withTime(time).withWorker(worker));
        }

        /** Builds the scheduler without starting it. */
        public Baton build() {
            return new Baton(settings);
        }
    }
}

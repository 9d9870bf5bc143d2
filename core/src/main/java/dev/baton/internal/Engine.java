package dev.baton.internal;

import dev.baton.Condition;
import dev.baton.Dependencies;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Registered;
import dev.baton.RunId;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.error.BatonClosedException;
import dev.baton.internal.cluster.ClusterNode;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.cluster.MemoryOwner;
import dev.baton.internal.cluster.OwnerParts;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.definition.RegistryHost;
import dev.baton.internal.definition.Scheduled;
import dev.baton.internal.event.Notifier;
import dev.baton.internal.execution.Keeper;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.fire.Fires;
import dev.baton.internal.fire.Schedules;
import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.internal.run.RunServices;
import dev.baton.internal.time.NodeLease;
import dev.baton.internal.time.StoreTime;
import dev.baton.spi.DefinitionReader;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Connects the parts of the scheduler: definitions, schedules, runs and the store. {@link dev.baton.Baton} is its
 * public face. Safe from any thread.
 */
public final class Engine implements AutoCloseable {

    private static final Duration PRUNE_FIRST = Duration.ofMinutes(1);
    private static final Duration PRUNE_EVERY = Duration.ofMinutes(10);

    private final Settings settings;
    private final Time time;
    private final Registry registry;
    private final ReadyRuns ready;
    private final Notifier notifier;
    private final ExecutionOwner owner;
    private final Executions executions;
    private final Submissions submissions;
    private final Schedules schedules;
    private final KeptSchedules kept;
    private final Pauses pauses;
    private final Definitions definitions;
    /** Held during a start, a stop or a close, all of which talk to the store. */
    private final ReentrantLock changing = new ReentrantLock();

    private volatile State state = State.NEW;

    private volatile Time.Timer pruning = () -> {};

    private enum State {
        NEW,
        RUNNING,
        STOPPED,
        CLOSED
    }

    /** Creates an engine without starting it. */
    public Engine(Settings given) {
        Store store = given.keeping().store();
        this.settings = store != null && given.time().isFromClock()
                ? given.withTime(new StoreTime(given.time(), store))
                : given;
        this.time = settings.time();
        this.registry = new Registry(store == null ? null : store.codec(), new Host());
        NodeLease lease = new NodeLease(time);
        this.ready = new ReadyRuns(
                services(store), settings.serving(), lease, settings.working().worker(), this::started);
        this.notifier = new Notifier(settings.wrapping().listeners(), ready.worker());
        OwnerParts parts =
                new OwnerParts(ready, lease, notifier, settings.keeping().retention(), this::executionEnded);
        this.owner = store == null
                ? new MemoryOwner(parts)
                : new ClusterNode(parts, store, settings.keeping().lease());
        this.executions = new Executions(owner, ready, store);
        this.submissions = new Submissions(registry, owner, executions, settings.calling(), this::refuseWhenClosed);
        this.schedules =
                new Schedules(time, ready::later, new FireTarget(owner, notifier, time, this::fire), this::isRunning);
        this.kept = new KeptSchedules(
                new KeptSchedules.Parts(registry, owner, schedules, submissions, this::isRunning),
                store,
                settings,
                ready::later,
                this::refuseWhenClosed);
        this.pauses = new Pauses(registry, owner, schedules);
        this.definitions = new Definitions(registry, owner, schedules, pauses, settings, this::refuseWhenClosed);
    }

    /** The parts of this engine that its registry asks, which are made after it. */
    private final class Host implements RegistryHost {

        @Override
        public @Nullable DefinitionReader reader() {
            return ready.worker().definitions();
        }

        @Override
        public void restorePauses(Definition definition) {
            pauses.restore(definition);
        }

        @Override
        public boolean isSelective() {
            return settings.serving().isRestricted() || ready.worker().isSelective();
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

    private void fire(Scheduled scheduled, Fires.Fire fire) {
        if (scheduled instanceof KeptEntry entry) {
            kept.fire(entry, fire);
        } else if (scheduled instanceof Definition definition
                && isRunning()
                && !definition.isRemoved()
                && !definition.isPaused()) {
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
            notifier.tell(attempt);
        }
    }

    private void executionEnded(LiveExecution execution) {
        Definition definition = execution.definition();
        if (Callbacks.wasTheOne(execution, schedules.of(definition) != null)) {
            definitions.doneForGood(definition);
        }
        registry.oneOffs().ended(execution.id());
        Callbacks.call(execution, ready::later, this::handle);
    }

    // ---- what is registered

    /** Registers a job. */
    public void add(Job job) {
        definitions.add(job);
    }

    /** Registers a workflow. */
    public void add(Workflow workflow) {
        definitions.add(workflow);
    }

    /** Registers a job, or replaces the one of that name. */
    public void put(Job job) {
        definitions.put(job);
    }

    /** Registers a workflow, or replaces the one of that name. */
    public void put(Workflow workflow) {
        definitions.put(workflow);
    }

    /** Removes the job or workflow of this name. */
    public boolean remove(String name) {
        return definitions.remove(name);
    }

    /** Removes the jobs and workflows with this tag. */
    public int removeTagged(String tag) {
        return definitions.removeTagged(tag);
    }

    /** Lists what is registered, by name. */
    public List<Registered> list() {
        return definitions.list();
    }

    /** The job of a name. */
    public Optional<Job> job(String name) {
        return definitions.job(name);
    }

    /** The workflow of a name. */
    public Optional<Workflow> workflow(String name) {
        return definitions.workflow(name);
    }

    /** The definition with a name. */
    public Optional<Registered> find(String name) {
        return definitions.find(name);
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
        int mask = conditions.length == 0 ? Condition.COMPLETE.mask() : Condition.mask(conditions);
        registry.removeEdge(parent, child, mask);
    }

    /** The dependencies a job has, as a child and as a parent. */
    public Dependencies dependencies(String job) {
        return registry.edgesOf(job);
    }

    /** The schedules that are data. */
    public dev.baton.Schedules schedules() {
        return kept;
    }

    // ---- executions

    /** Starts an execution of a workflow that is not registered. */
    public Execution startOnce(Workflow workflow, Map<String, ?> parameters) {
        return submissions.startOnce(workflow.name(), id -> definitions.putOneOff(workflow, id), parameters);
    }

    /** Starts executions that were submitted, all or none of them. */
    public List<Execution> submit(List<Submission> submitted) {
        return submissions.submit(submitted);
    }

    /** Waits for the executions of a job or workflow that are active now. */
    public Optional<Execution> awaitJob(String name, Duration atMost) throws InterruptedException {
        registry.get(name);
        return executions.awaitAll(name, atMost);
    }

    /** The active and past executions. */
    public Executions executions() {
        return executions;
    }

    // ---- life cycle

    /** Lets schedules fire and runs start. */
    public void start() {
        changing.lock();
        try {
            refuseWhenClosed("starting");
            if (state == State.RUNNING) {
                return;
            }
            owner.start(this::follow);
            state = State.RUNNING;
            ready.accept(true);
            owner.takeIn();
            schedules.start();
            pruning = time.after(PRUNE_FIRST, this::prune);
        } finally {
            changing.unlock();
        }
    }

    /** Applies what other nodes have paused or scheduled, or what was before a restart. */
    private void follow(Set<String> paused) {
        pauses.follow(paused);
        kept.follow(paused);
    }

    private void prune() {
        if (state == State.RUNNING) {
            ready.later(executions::prune);
            pruning = time.after(PRUNE_EVERY, this::prune);
        }
    }

    /**
     * Starts no more runs and waits for running bodies; those that take longer are told to stop, and their runs become
     * pending again. {@link #start()} continues with them.
     *
     * @throws InterruptedException when the thread was interrupted, which ended the grace period; the engine has stopped
     */
    public void stop(Duration grace) throws InterruptedException {
        changing.lock();
        try {
            if (state == State.RUNNING) {
                state = State.STOPPED;
                pruning.cancel();
                schedules.stop();
                ready.accept(false);
                owner.rest();
                boolean interrupted = new OrderlyStop(
                                ready.worker(),
                                owner,
                                executions,
                                time,
                                settings.graces().stop())
                        .run(grace);
                if (interrupted) {
                    throw new InterruptedException();
                }
            }
        } finally {
            changing.unlock();
        }
    }

    @Override
    public void close() {
        changing.lock();
        try {
            closeOnce();
        } finally {
            changing.unlock();
        }
    }

    private void closeOnce() {
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
        executions.abandon();
        ready.worker().close();
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

    /** The engine's source of time. */
    public Time time() {
        return time;
    }
}

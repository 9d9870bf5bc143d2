package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.WorkflowPolicy;
import dev.baton.graph.IntList;
import dev.baton.graph.Plan;
import dev.baton.graph.Progress;
import dev.baton.internal.definition.BoundPlan;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.Node;
import dev.baton.spi.ExecutionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state of one execution, in arrays by step: some forty bytes each. It changes only in a {@link Turn}, one thread at
 * a time, but for the leases, which workers take by compare-and-set, and the statuses that users see, which change when
 * a change is recorded. Other threads post, tell or ask.
 */
public final class LiveExecution {

    private final UUID id;
    private final Definition definition;
    private volatile StartCause cause;
    private final Advancer advancer;
    private final Mailbox<Message> mailbox = new Mailbox<>();
    private final Mailbox<Change> outbox = new Mailbox<>();
    private final Turn turn;

    /** The graph as it was at the start: the one that is recorded. */
    private final Plan startedOn;

    private final WorkflowPolicy policy;

    /** The graph with all steps that bodies have added since. */
    private BoundPlan bound;

    private final Progress progress;
    private final RunStates states;
    private volatile ExecutionState state = ExecutionState.CREATED;
    private final RunTable runs;

    /** The recorded statuses, which users see. */
    private final Shown shown;

    private volatile CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    private volatile long ended;
    private long begunAt;

    /** Whether it asked for its turn among the executions of its workflow. */
    private boolean atGate;

    /** Limits how many of its steps are active at a time; null without such a limit. */
    private final @Nullable Throttle throttle;

    private final IntList parked = new IntList();
    private final List<Due> limits = new ArrayList<>(0);
    private final List<Watcher> watchers = new ArrayList<>(0);

    /** Its record at creation; null if nothing is recorded. */
    private final @Nullable ExecutionRecord record;

    /** The journal's data: the last record of the execution itself, and changes that wait to be recorded. */
    private volatile @Nullable Object journalEntry;

    /** Whether another node may own the execution by now, so that changes here are discarded. Never reset. */
    private volatile boolean gone;

    /** An execution to start, which is not recorded. */
    public LiveExecution(Start start, Advancer advancer) {
        this(start.id(), start, new Progress(start.plan().plan()), null, advancer);
    }

    /** An execution that is recorded. */
    public LiveExecution(Start start, Progress progress, ExecutionRecord record, Advancer advancer) {
        this(record.id(), start, progress, record, advancer);
    }

    private LiveExecution(
            UUID id, Start start, Progress progress, @Nullable ExecutionRecord record, Advancer advancer) {
        this.id = id;
        this.definition = start.definition();
        this.cause = start.cause();
        this.advancer = advancer;
        this.bound = start.plan();
        this.startedOn = bound.plan();
        this.policy = bound.policy();
        this.throttle = policy.parallel() == Integer.MAX_VALUE ? null : new Throttle(policy.parallel());
        this.record = record;
        this.progress = progress;
        int size = startedOn.size();
        this.states = new RunStates(size);
        this.runs = new RunTable(size);
        this.shown = new Shown(size);
        this.turn = new Turn(this, advancer.around());
    }

    // ---- messages

    /** Puts a message into its mailbox; applied now, or by the thread that has the turn. */
    public void post(Message message) {
        advancer.post(this, message, false);
    }

    /** The same by a worker that will look for its next run right afterwards, and so need not be woken. */
    public void postByWorker(Message message) {
        advancer.post(this, message, true);
    }

    /** Runs an action in a turn; possibly later, on another thread. */
    public void tell(Consumer<Turn> what) {
        advancer.tell(this, Message.NO_STEP, what);
    }

    /** Runs an action about a step in a turn; if the action throws, the step's run fails. */
    public void tell(int step, Consumer<Turn> what) {
        advancer.tell(this, step, what);
    }

    /** Runs a function in a turn, and waits for its result or exception. */
    public <T> T ask(Function<Turn, T> what) {
        return advancer.ask(this, what);
    }

    /**
     * Makes a change in a turn, and waits until it is recorded, or for the exception.
     *
     * @throws MovedException when another node owns the execution by now; nothing was changed
     */
    public <T> T change(Function<Turn, T> what) {
        return advancer.change(this, what);
    }

    /** The same for a person's command: a store that refuses to record it refuses nothing else along with it. */
    public <T> T command(Function<Turn, T> what) {
        return advancer.command(this, what);
    }

    /** Completes when all its changes so far are recorded; exceptionally if they will not be. */
    public CompletableFuture<?> recorded() {
        return advancer.recorded(this);
    }

    Mailbox<Message> mailbox() {
        return mailbox;
    }

    /** The changes of its turns, in the order in which their effects happen. */
    public Mailbox<Change> outbox() {
        return outbox;
    }

    Turn turn() {
        return turn;
    }

    // ---- what it is

    /** Its id. */
    public UUID id() {
        return id;
    }

    /** Its definition. */
    public Definition definition() {
        return definition;
    }

    /** Why it was started, and with what. */
    public StartCause cause() {
        return cause;
    }

    void setCause(StartCause newCause) {
        cause = newCause;
    }

    /** How it runs as a whole. */
    public WorkflowPolicy policy() {
        return policy;
    }

    /** The graph as it was at the start. */
    public Plan startedOn() {
        return startedOn;
    }

    /** The graph, with all that bodies have added. */
    public Plan plan() {
        return bound.plan();
    }

    /** The graph, with what its steps stand for. */
    public BoundPlan bound() {
        return bound;
    }

    /** The node of a step. */
    public Node node(int step) {
        return bound.nodes()[step];
    }

    /** Its record at creation; null if nothing is recorded. */
    public @Nullable ExecutionRecord record() {
        return record;
    }

    /** The id of a step's run. */
    public RunId runId(int step) {
        return new RunId(id, step);
    }

    /** Whether a body has added steps. */
    public boolean hasGrown() {
        return plan() != startedOn;
    }

    /** Whether a step has no limits, slots, priority or interceptors to look at, and is neither paused nor removed. */
    public boolean isPlain(int step) {
        return bound.plainBodies()[step] != null && !definition.isDisturbed() && !cause().hasPlace();
    }

    /**
     * Continues with a larger plan that begins with the same steps; within its turn, or before other threads know it.
     * Threads that read see the old tables or the new ones, which agree on the steps they know.
     */
    public void grow(BoundPlan larger) {
        int size = larger.plan().size();
        states.grow(size);
        runs.grow(size);
        bound = larger;
    }

    // ---- where its runs are

    /** Its progress over its graph. */
    public Progress progress() {
        return progress;
    }

    /** The states of its runs. */
    public RunStates states() {
        return states;
    }

    /** The data of its runs besides their states. */
    public RunTable runs() {
        return runs;
    }

    /** Limits how many of its steps are active at a time; null without such a limit. Within its turn. */
    public @Nullable Throttle throttle() {
        return throttle;
    }

    /** Ready steps that wait for the end of a hold. */
    IntList parked() {
        return parked;
    }

    /** The watchers of its runs from outside; within its turn. */
    public List<Watcher> watchers() {
        return watchers;
    }

    /** The timers of its own time limits. */
    List<Due> limits() {
        return limits;
    }

    // ---- where it is

    /** Its state; within its turn. */
    public ExecutionState state() {
        return state;
    }

    void setState(ExecutionState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(this + " is " + state + " and cannot become " + next);
        }
        state = next;
    }

    /** Reopens an ended execution, or sets the recorded state before other threads know the execution. */
    public void restoreState(ExecutionState restored) {
        state = restored;
    }

    /** Its status as it will be told once it is recorded; within its turn. */
    public ExecutionStatus statusNow() {
        boolean withholds = !state.isTerminal() && progress.isWithholding();
        return withholds ? ExecutionStatus.HELD : state.status();
    }

    /** Whether it waits no longer for its time or turn. */
    public boolean hasBegun() {
        return state != ExecutionState.CREATED && state != ExecutionState.HELD_AT_START;
    }

    /** When it began, from where its own time limits count, in microseconds. */
    public long begunAt() {
        return begunAt;
    }

    /** It begins, or began, at this time. */
    public void setBegunAt(long micros) {
        begunAt = micros;
    }

    /** Whether it has asked for its turn among the executions of its workflow. */
    public boolean isAtGate() {
        return atGate;
    }

    void setAtGate() {
        atGate = true;
    }

    /** Done when its end is recorded. */
    public CompletableFuture<@Nullable Void> end() {
        return end;
    }

    void reopenEnd() {
        end = new CompletableFuture<>();
    }

    /** When it ended, in microseconds; 0 before. */
    public long ended() {
        return ended;
    }

    /** It ended at this time. */
    public void setEnded(long micros) {
        ended = micros;
    }

    // ---- what is shown

    /** The status of a run, as it is recorded. */
    public RunStatus status(int step) {
        RunStatus status = shown.get(step);
        if (status == RunStatus.PENDING) {
            RunState now = states.get(step);
            // A run whose end is not recorded yet is shown as running.
            boolean running = now == RunState.RUNNING || (now.isTerminal() && runs.started(step) > 0);
            return running ? RunStatus.RUNNING : status;
        }
        return status;
    }

    /** The execution's status, as it is recorded. */
    public ExecutionStatus status() {
        return shown.status();
    }

    /** Shows others where its runs are; by one thread at a time, in the order of its changes. */
    public Shown shown() {
        return shown;
    }

    // ---- whose it is

    /** The journal's own; null before it knows the execution. */
    public @Nullable Object journalEntry() {
        return journalEntry;
    }

    /** Keeps something for the journal. */
    public void setJournalEntry(Object entry) {
        journalEntry = entry;
    }

    /** Whether another node may own it by now. */
    public boolean isGone() {
        return gone;
    }

    /** Marks the execution as no longer owned by this node. */
    public void setGone() {
        gone = true;
    }

    @Override
    public String toString() {
        return "execution " + id + " of " + definition.name();
    }
}

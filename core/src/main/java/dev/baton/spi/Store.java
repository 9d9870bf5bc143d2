package dev.baton.spi;

import dev.baton.policy.Overlap;
import dev.baton.policy.Retention;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps executions so that they outlive the process. A store only keeps records; the engine decides what follows from
 * the end of a run and records the outcome with {@link #commit}.
 *
 * <p>Every active execution either has an owner, the node that advances it, or is <em>unowned</em>:
 * it has no owner, and any node may {@link #claim} it. A node whose heartbeat is overdue by the length of its lease is
 * declared dead: its executions lose their owner, and the store rejects whatever the node writes afterwards. On a store
 * that serves a single process, opening it releases the executions that the previous process owned.
 *
 * <p>Safe from any thread. Every method may block, and throws {@link StoreUnavailableException} when the store cannot
 * be reached. The call has then taken effect in full or not at all, and can be repeated.
 *
 * <pre>{@code
 * Store store = Stores.postgres(dataSource);
 * Baton baton = Baton.on(store).start(); // opens the store, and closes it when it is closed
 * }</pre>
 */
public interface Store extends ScheduleStore, AutoCloseable {

    /**
     * Migrates the schema and registers this process as a node.
     *
     * @param lease how long the node may go without a heartbeat before it counts as dead
     * @param wakeUp called from any thread when there may be executions to claim or messages to receive
     */
    void open(Duration lease, Runnable wakeUp);

    /** The codec for values. */
    Codec codec();

    /** The number of concurrent transactions that suits this store best. */
    int writers();

    /** Whether several nodes can use the store at the same time. */
    boolean isShared();

    /** By how many microseconds the store's clock, which is authoritative, is ahead of the given time. */
    long clockAhead(long localMicros);

    // ---- executions

    /**
     * Writes a commit in one transaction, unless the node that it is made for has been declared dead.
     *
     * @return the executions that were not created, and why
     * @throws FencedException when that node has been declared dead; nothing was written
     * @throws KeyHeldException when another open transaction has taken one of the keys; nothing was written
     * @throws MissingParentException when a new execution runs after one that does not exist; nothing was written
     */
    Map<UUID, Refusal> commit(Commit commit);

    /** Begins a transaction for a body to write to; the engine commits it together with the end of the run. */
    Transaction begin();

    /**
     * Claims due executions without an owner for this node, the highest rank first. Executions whose {@code notBefore}
     * is later than {@code now} are left alone and do not slow the claim down; {@link #nextDue} returns when to claim
     * again.
     *
     * @param now the time, in microseconds
     * @throws FencedException when this node has been declared dead
     */
    List<Stored> claim(Claimable claimable, long now, int most);

    /**
     * The time at which to claim again: when the next delayed execution without an owner that this node could claim
     * becomes due, in microseconds, leaving out those that a claim has found due already; 0 if there is none. The time
     * may be earlier, so that a store need not read all executions of other nodes. A time in the past means that a
     * claim would find an execution.
     */
    long nextDue(Claimable claimable);

    /**
     * Claims one execution that has no owner or has ended.
     *
     * @return empty if another node owns the execution, or it does not exist
     */
    Optional<Stored> claim(UUID id);

    /** The executions that this node owns, according to the store: active ones, and ended ones that it has claimed. */
    List<UUID> owned();

    /** Gives up the ownership of executions of this node, so that any node may claim those that are active. */
    void release(Collection<UUID> ids);

    /**
     * Gives up the ownership of executions of this node that only wait. {@link #claim(Claimable, long, int)} and {@link
     * #nextDue} ignore such an execution until its time, as if it were delayed; {@link #claim(UUID)} claims it at any
     * time.
     *
     * @throws FencedException when this node has been declared dead
     */
    void putToSleep(Collection<Sleeper> sleepers);

    /** Makes executions that sleep due at once. A store may do nothing: they wake up at their time. */
    default void wake(Collection<UUID> ids) {}

    /** An execution with its runs as last recorded, long outputs of many steps {@link RunRecord.Result left out}. */
    Optional<Stored> find(UUID id);

    /**
     * Some runs of an execution with more than one step, with their outputs.
     *
     * @param from the number of the first step
     * @param to the number after that of the last step
     * @param bytes reads no further step once the outputs have this many bytes together
     */
    RunPage runs(UUID id, int from, int to, long bytes);

    /** An execution as last recorded, without its runs: reads one row, however many steps it has. */
    Optional<ExecutionRecord> look(UUID id);

    /**
     * The executions that exist among these, with their runs, in no particular order, with a fixed number of queries.
     */
    List<Stored> findAll(Collection<UUID> ids);

    /** The execution with this idempotency key. */
    Optional<UUID> withKey(String key);

    /** The executions that have not ended, the oldest first. */
    List<ExecutionRecord> active();

    /** The ended executions of a job or workflow, the newest first. */
    List<ExecutionRecord> past(String name, int most);

    /** The executions among these that have ended or no longer exist. */
    List<UUID> ended(Collection<UUID> ids);

    /** The graph with this id. */
    byte[] plan(UUID id);

    /**
     * Removes ended executions that retention does not keep, at most {@code most} in one transaction. Executions that are
     * nested in an active one, at any depth, stay until it has ended: a retry of it goes on with them. So do those that
     * an active one {@linkplain Creation#awaited runs after}. From time to time it also removes graphs that no execution
     * refers to and that no commit has included for a day. A commit must therefore include the graph of every execution
     * that it creates, unless another commit did so less than a day ago.
     *
     * @return how many executions were removed in all
     */
    int prune(Retention retention, long now, int most);

    // ---- definitions

    /** The record of a job, workflow or step; created if there was none. */
    DefinitionRecord definition(String name, long now);

    /**
     * The records of these jobs, workflows and steps, by name; created where there was none. Takes the same number of
     * queries however many names there are.
     */
    Map<String, DefinitionRecord> definitions(Collection<String> names, long now);

    /** The names of all paused jobs, workflows and steps. */
    List<String> paused();

    /** Pauses or resumes a job, workflow or step. */
    void pause(String name, boolean paused, long now);

    /** Records that fires up to this one have been handled, unless later ones have been handled already. */
    void dealtWith(String name, long fire);

    // ---- nodes

    /**
     * Records a heartbeat of this node, declares overdue nodes dead, and releases the executions they owned.
     *
     * @throws FencedException when this node has been declared dead
     */
    Pulse beat();

    /** Releases all executions that this node owns at once, and unregisters the node. */
    void handOver();

    /** Sends messages to other nodes in one transaction; a message to a dead node is lost. */
    void send(List<Message> messages);

    /** The messages sent to this node since the last call, in order. */
    List<String> receive();

    /** The id of this node. */
    UUID node();

    /**
     * Admits waiting requests at a gate that all nodes share: as many as its limit allows, the lowest rank first. An
     * admitted request counts against the limit until a commit {@linkplain Commit#left records that it left}. Never
     * called on a store that is not {@linkplain #isShared shared}, where the engine counts in memory.
     *
     * @param arriving the requests that ask for admission, whether or not they have asked before
     * @param now the time against which rates are measured, in microseconds
     */
    Admission admit(Gate gate, List<PermitRequest> arriving, long now);

    /**
     * Reports the holders of a gate, and how many requests are ahead of a given one. Reads no more rows than it
     * reports, because the line may be long.
     *
     * @param execution the execution asked about
     * @param step the step asked about; -1 for the execution itself
     * @param most how many holders to report
     */
    default GateState gateState(Gate gate, UUID execution, int step, int most) {
        return GateState.EMPTY;
    }

    /** Closes the store. This node remains the owner of its executions until it is declared dead. */
    @Override
    void close();

    /**
     * The changes of one transaction.
     *
     * @param created new executions
     * @param changed the changed executions
     * @param runs the new and changed runs
     * @param plans graphs that the store may not have yet
     * @param left the requests that leave the gates they were admitted to, or wait at
     * @param transaction the transaction to write in; null for a new one
     * @param node the node that the commit is made for. The store rejects the commit once that node has been declared
     *     dead, even if this process has joined again under another id. Null for the current id
     */
    record Commit(
            List<Creation> created,
            List<ExecutionRecord> changed,
            List<RunRecord> runs,
            Map<UUID, byte[]> plans,
            List<ReturnedPermit> left,
            @Nullable Transaction transaction,
            @Nullable UUID node) {

        /** A commit for the current id of this node. */
        public Commit(
                List<Creation> created,
                List<ExecutionRecord> changed,
                List<RunRecord> runs,
                Map<UUID, byte[]> plans,
                List<ReturnedPermit> left,
                @Nullable Transaction transaction) {
            this(created, changed, runs, plans, left, transaction, null);
        }
    }

    /**
     * A new execution.
     *
     * @param execution its record
     * @param fire the fire of a schedule that it belongs to; null for none
     * @param unowned whether it is created without an owner, for any node to claim
     * @param awaited the executions that it runs after, which are kept until it has ended
     */
    record Creation(ExecutionRecord execution, @Nullable Fire fire, boolean unowned, Set<UUID> awaited) {

        /** A new execution that runs after no other. */
        public Creation(ExecutionRecord execution, @Nullable Fire fire, boolean unowned) {
            this(execution, fire, unowned, Set.of());
        }
    }

    /**
     * A fire of a schedule, one for each scheduled time. Recording a fire marks all fires up to it as handled; the
     * store therefore refuses a fire while an earlier one has not been recorded.
     *
     * @param after the time up to which fires must have been handled, in microseconds
     * @param name the name under which they are handled; null for the name of the execution
     */
    record Fire(long after, @Nullable String name) {}

    /** Why an execution was not created. */
    sealed interface Refusal {

        /**
         * An execution with the same idempotency key exists.
         *
         * @param other the id of that execution
         */
        record KeyTaken(UUID other) implements Refusal {}

        /** The fire has been handled already. */
        record DealtWith() implements Refusal {}

        /** An earlier fire has not been handled yet. */
        record TooSoon() implements Refusal {}
    }

    /**
     * An execution that only waits.
     *
     * @param execution its id
     * @param until when the wait ends, in microseconds; {@link Long#MAX_VALUE} if it waits for a person
     */
    record Sleeper(UUID execution, long until) {}

    /** An execution with its runs that have started an attempt or have ended. */
    record Stored(ExecutionRecord execution, List<RunRecord> runs) {}

    /**
     * The record of a job, workflow or step.
     *
     * @param name its name
     * @param paused whether it is paused
     * @param dealtWith the time up to which fires have been handled, in microseconds
     */
    record DefinitionRecord(String name, boolean paused, long dealtWith) {}

    /**
     * The state of the cluster at a heartbeat.
     *
     * @param others the other nodes that are alive
     * @param unowned whether executions lost their owner
     */
    record Pulse(Set<UUID> others, boolean unowned) {}

    /** A message to a node. */
    record Message(UUID receiver, String message) {}

    /**
     * A limit that runs and executions pass: how many at a time, and how many per period.
     *
     * @param name the gate's name
     * @param limit how many may hold it at a time
     * @param rate how many are admitted per {@code per}; 0 for no limit
     * @param per the period of the rate, in microseconds
     */
    record Gate(String name, int limit, int rate, long per) {}

    /**
     * A run or execution that asks for admission at a gate.
     *
     * @param execution the execution
     * @param step the step; -1 for the execution itself
     * @param node the owner of the execution
     * @param rank the rank; the lowest goes first
     * @param otherwise what happens if it cannot be admitted at once
     */
    record PermitRequest(UUID execution, int step, UUID node, long rank, Overlap.Mode otherwise) {}

    /** A permit that its execution returns to the gate, or a request that it withdraws. */
    record ReturnedPermit(String gate, UUID execution, int step) {}

    /**
     * The result of {@link Store#admit}.
     *
     * @param admitted the requests that were admitted by this call, and the arriving requests that held the gate already
     * @param refused the arriving requests that were not admitted and whose policy is to skip
     * @param toReplace the holders to cancel in favour of an arriving request, which waits until they leave
     * @param next when the rate admits the next waiting request, in microseconds; 0 if no request waits for the rate
     * @param holder the holder that was admitted first; null unless a request was refused
     */
    record Admission(
            List<PermitRequest> admitted,
            List<PermitRequest> refused,
            List<PermitRequest> toReplace,
            long next,
            @Nullable PermitRequest holder) {}

    /** A run at a gate, or with step -1 the execution itself; the lowest rank goes first. */
    record AtGate(UUID execution, int step, long rank) {}

    /** A transaction of the store, open for a body to write to. */
    interface Transaction extends AutoCloseable {

        /** Throws if what the body wrote can certainly not be committed, although the database can be reached. */
        default void check() throws Exception {}

        /** Rolls the transaction back, unless it was committed. */
        @Override
        void close();
    }
}

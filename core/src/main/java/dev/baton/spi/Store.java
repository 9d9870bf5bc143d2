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
 * Where executions are kept so that they outlive the process. A store keeps records and knows nothing of what they mean:
 * what follows from the end of a run is decided in the engine, which writes down the outcome with {@link #commit}.
 *
 * <p>Every active execution has a home, the node that advances it, or is adrift, for any node to {@link #claim}. A node
 * that has not given a sign of life for the length of its lease is declared dead: its executions are set adrift, and
 * nothing it writes afterwards is accepted. On a store that one process has for itself, opening it sets adrift what the
 * process before left behind.
 *
 * <p>Safe from any thread. Every method may block, and throws {@link StoreUnavailableException} when the store cannot be
 * reached at the moment: then nothing has happened, or all of it, and the same call can be made again.
 */
public interface Store extends AutoCloseable {

    /**
     * Brings the schema up to date and makes this process a node.
     *
     * @param lease after how long without a sign of life the node counts as dead
     * @param wakeUp called, from any thread, when there may be something to claim or to receive
     */
    void open(Duration lease, Runnable wakeUp);

    /** Turns values into what is kept, and back. */
    Codec codec();

    /** How many transactions side by side serve it best. */
    int writers();

    /** Whether several nodes may be on it at the same time. */
    boolean isShared();

    /** By how many microseconds its clock, which is the one that counts, is ahead of the given time. */
    long clockAhead(long localMicros);

    // ---- executions

    /**
     * Writes everything in one transaction, unless the node whose doing it is is dead.
     *
     * @return the executions that were not created, and why
     * @throws FencedException when that node was declared dead; nothing was written
     */
    Map<UUID, Refusal> commit(Commit commit);

    /**
     * Begins a transaction that a body writes to, and that is to be committed together with its completion.
     */
    Transaction begin();

    /**
     * Takes executions that are adrift and due, those of the highest rank first, and makes this node their home. An
     * execution whose {@code notBefore} is later than {@code now} stays where it is and costs a claim nothing;
     * {@link #nextDue} says when to look again.
     *
     * @param now the time, in microseconds
     * @throws FencedException when this node was declared dead
     */
    List<Stored> claim(Claimable claimable, long now, int most);

    /**
     * When the next delayed execution becomes due that is adrift and that this node could claim: the lowest
     * {@code notBefore} of those that no claim has found due yet, in microseconds; 0 when there is none. A time in the
     * past means that a claim would find something.
     */
    long nextDue(Claimable claimable);

    /**
     * Takes one execution that is adrift or has ended.
     *
     * @return nothing when it has another home, or is not there
     */
    Optional<Stored> claim(UUID id);

    /** The active executions whose home is this node, according to the store. */
    List<UUID> atHome();

    /** Sets adrift executions whose home this node is; those that have ended have no home any longer. */
    void release(Collection<UUID> ids);

    /**
     * Sets adrift executions whose home this node is, and which only wait: {@link #claim(Claimable, long, int)} and
     * {@link #nextDue} pass over each until its time, as if it were delayed, while {@link #claim(UUID)} takes it at any.
     *
     * @throws FencedException when this node was declared dead
     */
    void putToSleep(Collection<Sleeper> sleepers);

    /** An execution with its runs as they were recorded last. */
    Optional<Stored> find(UUID id);

    /** An execution as it was recorded last, without its runs: one row, however many steps it has. */
    Optional<ExecutionRecord> look(UUID id);

    /** Those of the executions that are there, with their runs, in no order, by a fixed number of queries. */
    List<Stored> findAll(Collection<UUID> ids);

    /** The execution that has a key. */
    Optional<UUID> withKey(String key);

    /** The executions that have not ended, the oldest first. */
    List<ExecutionRecord> active();

    /** The ended executions of a job or workflow, the newest first. */
    List<ExecutionRecord> past(String name, int most);

    /** Which of these executions have ended, or are there no more. */
    List<UUID> ended(Collection<UUID> ids);

    /** A graph by its id. */
    byte[] plan(UUID id);

    /**
     * Removes ended executions that retention does not keep, no more than this many. Now and then it also removes graphs
     * that no execution refers to and that no commit has brought along for a day; so a commit must bring along the graph
     * of an execution that it creates, unless another did so less than a day ago.
     *
     * @return how many it removed
     */
    int prune(Retention retention, long now, int most);

    // ---- definitions

    /** What is kept about a job, workflow or step; made when there was nothing. */
    DefinitionRecord definition(String name, long now);

    /**
     * What is kept about these jobs, workflows and steps, by name; made where there was nothing. The same number of
     * queries however many there are.
     */
    Map<String, DefinitionRecord> definitions(Collection<String> names, long now);

    /** Everything that is paused. */
    List<String> paused();

    /** Pauses or resumes. */
    void pause(String name, boolean paused, long now);

    /** Says that fires up to here have been dealt with, unless later ones have been already. */
    void dealtWith(String name, long fire);

    // ---- nodes

    /**
     * Gives a sign of life, and sets adrift what nodes without one leave behind.
     *
     * @throws FencedException when this node was declared dead
     */
    Pulse beat();

    /** Sets adrift everything this node is the home of, at once, and takes the node back. */
    void handOver();

    /** Sends messages to other nodes, in one transaction; one to a dead node is lost. */
    void send(List<Mail> mail);

    /** The messages sent to this node since the last call, in order. */
    List<String> receive();

    /** This node. */
    UUID node();

    /**
     * Lets in who waits at a gate that all nodes share: as many as fit, the lowest rank first. Whoever was let in counts
     * until a commit {@linkplain Commit#left says that it left}. Never called on a store that is not
     * {@linkplain #isShared shared}, where the engine keeps count by itself.
     *
     * @param arriving who asks to be let in, whether or not it has asked before
     * @param now the time that rates go by, in microseconds
     */
    Admission admit(Gate gate, List<Ticket> arriving, long now);

    /**
     * Shows who is in at a gate, and who stands before somebody in line. Looks at no more than it has to say: a line may
     * be long.
     *
     * @param execution who asks
     * @param step which of its steps; -1 for the execution itself
     * @param most how many of those that are in are wanted
     */
    default Crowd crowd(Gate gate, UUID execution, int step, int most) {
        return Crowd.NOBODY;
    }

    /** Gives everything back. Executions whose home this is stay so, until the node is declared dead. */
    @Override
    void close();

    /**
     * What is to be written in one transaction.
     *
     * @param created new executions
     * @param changed what is new about executions
     * @param runs what is new about runs
     * @param plans graphs that may not be kept yet
     * @param left who leaves the gates it was let in at, or waits at
     * @param transaction the transaction to write it in; null for one of its own
     * @param node whose doing it is, which is not written once that node was declared dead, whoever this node has become
     *     since; null for whoever it is now
     */
    record Commit(
            List<Creation> created,
            List<ExecutionRecord> changed,
            List<RunRecord> runs,
            Map<UUID, byte[]> plans,
            List<Left> left,
            @Nullable Transaction transaction,
            @Nullable UUID node) {

        /** What whoever this node is now has to write. */
        public Commit(
                List<Creation> created,
                List<ExecutionRecord> changed,
                List<RunRecord> runs,
                Map<UUID, byte[]> plans,
                List<Left> left,
                @Nullable Transaction transaction) {
            this(created, changed, runs, plans, left, transaction, null);
        }
    }

    /**
     * A new execution.
     *
     * @param execution its record
     * @param fire the fire of a schedule that it is; null for none
     * @param adrift whether it is for any node to take
     */
    record Creation(ExecutionRecord execution, @Nullable Fire fire, boolean adrift) {}

    /**
     * A fire of a schedule, of which there is one for each scheduled time. Once it is recorded, all fires up to it have
     * been dealt with: so it may not be recorded while one before it is still on its way, or was lost on its way.
     *
     * @param after fires up to here must have been dealt with, in microseconds
     */
    record Fire(long after) {}

    /** Why an execution was not created. */
    sealed interface Refusal {

        /**
         * There is one with its key.
         *
         * @param other that one
         */
        record KeyTaken(UUID other) implements Refusal {}

        /** The fire had been dealt with. */
        record DealtWith() implements Refusal {}

        /** A fire before this one has not been dealt with. */
        record TooSoon() implements Refusal {}
    }

    /**
     * What a node can take.
     *
     * @param names the jobs and workflows it has registered
     * @param queues the queues it serves; empty for all
     * @param labels the labels it has
     */
    record Claimable(Collection<String> names, Collection<String> queues, Collection<String> labels) {}

    /**
     * An execution that only waits.
     *
     * @param execution its id
     * @param until what it waits for happens at this time, in microseconds; {@link Long#MAX_VALUE} when it is a person
     */
    record Sleeper(UUID execution, long until) {}

    /** An execution with its runs: those that have ended or have been tried. */
    record Stored(ExecutionRecord execution, List<RunRecord> runs) {}

    /**
     * What is kept about a job, workflow or step.
     *
     * @param name its name
     * @param paused whether it is paused
     * @param dealtWith fires up to here have been dealt with, in microseconds
     */
    record DefinitionRecord(String name, boolean paused, long dealtWith) {}

    /**
     * The state of the cluster at a sign of life.
     *
     * @param others the other nodes that are alive
     * @param adrift whether something was set adrift
     */
    record Pulse(Set<UUID> others, boolean adrift) {}

    /** A message for a node. */
    record Mail(UUID receiver, String message) {}

    /**
     * A place where only so many may be at a time, or pass in a time.
     *
     * @param name names it
     * @param limit how many may be in at a time
     * @param rate how many may be let in per {@code per}; 0 for any number
     * @param per the time of the rate, in microseconds
     */
    record Gate(String name, int limit, int rate, long per) {}

    /**
     * Somebody who asks to be let in.
     *
     * @param execution which execution
     * @param step which of its steps; -1 for the execution itself
     * @param node its home
     * @param rank the lowest goes first
     * @param otherwise what to do when it cannot be let in at once
     */
    record Ticket(UUID execution, int step, UUID node, long rank, Overlap.Mode otherwise) {}

    /** Somebody who leaves a gate. */
    record Left(String gate, UUID execution, int step) {}

    /**
     * What happened at a gate.
     *
     * @param admitted who is in and was not before, and of those that arrived who was in already
     * @param refused of those that arrived, who was to be skipped when it cannot be let in
     * @param toReplace who is in and is to make room for one that arrived and waits
     * @param next when the rate lets the next one in that waits, in microseconds; 0 when it is not the rate
     * @param holder of those that are in, the one that was let in first; null unless somebody was refused
     */
    record Admission(
            List<Ticket> admitted,
            List<Ticket> refused,
            List<Ticket> toReplace,
            long next,
            @Nullable Ticket holder) {}

    /**
     * Who is at a gate.
     *
     * @param in some of those that are in, the first that was let in first
     * @param moreIn how many are in besides
     * @param ahead how many stand in line before the one that asks
     * @param orMore whether there are more than were counted
     * @param first the first in line, when that is another; null otherwise
     * @param next when the rate lets the next one in, in microseconds; 0 when it is not the rate
     */
    record Crowd(
            List<Standing> in,
            int moreIn,
            int ahead,
            boolean orMore,
            @Nullable Standing first,
            long next) {

        /** How many of those in line are counted at most. */
        public static final int MOST_COUNTED = 10_000;

        /** Nobody is there. */
        public static final Crowd NOBODY = new Crowd(List.of(), 0, 0, false, null, 0);
    }

    /**
     * Somebody at a gate.
     *
     * @param execution which execution
     * @param step which of its steps; -1 for the execution itself
     * @param rank where it stands in line: the lowest goes first
     */
    record Standing(UUID execution, int step, long rank) {}

    /** A transaction of the store's own kind, open for a body to write to. */
    interface Transaction extends AutoCloseable {

        /** Takes back what was written, unless it was committed. */
        @Override
        void close();
    }
}

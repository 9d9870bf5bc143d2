package dev.baton.spi;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An execution as a {@link Store} keeps it. Times are microseconds since 1970, 0 for none.
 *
 * <pre>{@code
 * ExecutionRecord record = store.look(id).orElseThrow();
 * System.out.println(record.name() + " is " + record.state().status());
 * }</pre>
 *
 * @param id the execution's id
 * @param name the job's or workflow's name
 * @param cause its trigger, times, parameters and key
 * @param place its queue, labels, priority and owner
 * @param state its status and progress
 */
public record ExecutionRecord(UUID id, String name, Cause cause, Place place, State state) {

    /** Whether it brings its own {@linkplain HiddenParameters#define definition} along. */
    public boolean isDefined() {
        return (state.flags() & State.DEFINED) != 0;
    }

    /**
     * The cause of an execution.
     *
     * @param trigger why it was started
     * @param scheduled the time it was scheduled for
     * @param created when it was created
     * @param notBefore the earliest start
     * @param parameters its parameters, as {@link Codec#encodeAll} wrote them
     * @param key its idempotency key: no second execution with this key is created
     */
    public record Cause(
            Trigger trigger,
            long scheduled,
            long created,
            long notBefore,
            String parameters,
            @Nullable String key) {}

    /**
     * The place of an execution: where it waits, and its owner.
     *
     * @param queue the queue in which it waits while it has no owner
     * @param labels the labels that a claiming node must have
     * @param priority the priority; a minute of waiting adds one
     * @param owner the owner, which is the node that advances it; null if it has no owner or has ended
     */
    public record Place(
            String queue,
            Set<String> labels,
            int priority,
            @Nullable UUID owner) {}

    /**
     * The state of an execution.
     *
     * @param plan the id of its graph; null until a node has loaded it
     * @param status its status
     * @param flags flags of the engine: cancelled, timed out, held, …
     * @param begun when it started; 0 before
     * @param ended when it ended; 0 before
     * @param steps its current number of steps; 0 until a node has loaded it
     */
    public record State(@Nullable UUID plan, ExecutionStatus status, int flags, long begun, long ended, int steps) {

        /**
         * The flag of an execution that brings its own {@linkplain HiddenParameters#define definition} along. So high
         * that an older version, which counts it as deaths of owners, keeps it when it changes the execution.
         */
        public static final int DEFINED = 1 << 30;

        /**
         * The flag of an execution that waited while nodes that could not claim it passed it over. A store may use it to
         * keep such executions apart from the others of their queue, so that later claims need not read them.
         */
        public static final int SET_ASIDE = 1 << 29;

        /** The number that the store adds to the flags of an execution each time its owner is declared dead. */
        public static final int OWNER_DIED = 256;

        /** Whether the owner was declared dead, at least once. */
        public boolean hasLostOwner() {
            return (flags & ~(DEFINED | SET_ASIDE)) >= OWNER_DIED;
        }
    }
}

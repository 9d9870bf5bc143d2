package dev.baton.spi;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An execution as a {@link Store} keeps it. Times are microseconds since 1970, 0 for none.
 *
 * @param id names it
 * @param name the job's or workflow's name
 * @param cause why it was started, and with what
 * @param place where it waits and runs
 * @param state where it is
 */
public record ExecutionRecord(UUID id, String name, Cause cause, Place place, State state) {

    /**
     * Why an execution was started, and with what.
     *
     * @param trigger why
     * @param scheduled the time it was scheduled for
     * @param created when it was created
     * @param notBefore it does not begin before this
     * @param parameters its parameters, as {@link Codec#encodeAll} wrote them
     * @param key whoever created it wants no second one with this key
     */
    public record Cause(
            Trigger trigger,
            long scheduled,
            long created,
            long notBefore,
            String parameters,
            @Nullable String key) {}

    /**
     * Where an execution waits and runs.
     *
     * @param queue the queue it waits in while it is adrift
     * @param labels what the node that takes it must have
     * @param priority which of two goes first; a minute of waiting is worth one
     * @param home the node that advances it; null when it is adrift or has ended
     */
    public record Place(
            String queue,
            Set<String> labels,
            int priority,
            @Nullable UUID home) {}

    /**
     * Where an execution is.
     *
     * @param plan its graph; null while nobody has looked at it
     * @param status its status
     * @param flags the engine's own: it was cancelled, timed out, held, …
     * @param begun when it began; 0 before
     * @param ended when it ended; 0 before
     * @param steps how many steps it has by now; 0 while no node has looked at it
     */
    public record State(@Nullable UUID plan, ExecutionStatus status, int flags, long begun, long ended, int steps) {

        /** Added by the store to the flags of an execution each time its owner is declared dead. */
        public static final int OWNER_DIED = 256;
    }
}

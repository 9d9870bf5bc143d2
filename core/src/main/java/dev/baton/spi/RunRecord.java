package dev.baton.spi;

import dev.baton.RunStatus;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as a {@link Store} keeps it: one that has ended, or that has been tried or is being tried. Times are
 * microseconds since 1970, 0 for none.
 *
 * @param execution the execution it belongs to
 * @param step its number in there
 * @param job the job's name
 * @param state where it is
 * @param times when it started, ended, or will be tried again
 * @param result what came of it
 * @param alone whether its execution has no other step: a store may then keep the run in the execution's own row
 */
public record RunRecord(UUID execution, int step, String job, State state, Times times, Result result, boolean alone) {

    /**
     * Where a run is.
     *
     * @param status its status
     * @param attempt the current or last attempt
     * @param why the engine's own: why it ended
     * @param withheld whether its end is kept from its children
     */
    public record State(RunStatus status, int attempt, int why, boolean withheld) {}

    /**
     * When it happened.
     *
     * @param started the start of the last attempt
     * @param finished the end of the run
     * @param notBefore when it is tried again
     */
    public record Times(long started, long finished, long notBefore) {}

    /**
     * What came of a run.
     *
     * @param output what its body returned
     * @param error what the last failed attempt failed with, in words
     * @param notes the engine's own: a reason, a log, a checkpoint, counts
     */
    public record Result(
            Codec.@Nullable Encoded output, @Nullable String error, byte @Nullable [] notes) {

        /** Nothing to tell. */
        public static final Result NONE = new Result(null, null, null);
    }
}

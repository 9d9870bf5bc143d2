package dev.baton.spi;

import dev.baton.RunStatus;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as a {@link Store} keeps it. Only runs that have started an attempt or have ended have a record. Times are
 * microseconds since 1970, 0 for none.
 *
 * @param execution the execution it belongs to
 * @param step its number in the execution
 * @param job the job's name
 * @param state its status and attempt
 * @param times when it started, ended, or will be retried
 * @param result its output, error and notes
 * @param alone whether its execution has no other step: a store may then keep the run in the execution's own row
 */
public record RunRecord(UUID execution, int step, String job, State state, Times times, Result result, boolean alone) {

    /**
     * The state of a run.
     *
     * @param status its status
     * @param attempt the current or last attempt
     * @param why the engine's code for why it ended
     * @param withheld whether its end is withheld from its children
     */
    public record State(RunStatus status, int attempt, int why, boolean withheld) {}

    /**
     * The times of a run.
     *
     * @param started the start of the last attempt
     * @param finished the end of the run
     * @param notBefore when it will be retried
     */
    public record Times(long started, long finished, long notBefore) {}

    /**
     * The result of a run.
     *
     * @param output the value that its body returned
     * @param error the error of the last failed attempt, in words
     * @param notes data of the engine: a reason, a log, a checkpoint, counts
     */
    public record Result(
            Codec.@Nullable Encoded output, @Nullable String error, byte @Nullable [] notes) {

        /** No result. */
        public static final Result NONE = new Result(null, null, null);
    }
}

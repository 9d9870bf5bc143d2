package dev.baton.spi;

import dev.baton.RunStatus;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as a {@link Store} keeps it. Only runs that have started an attempt or have ended have a record. Times are
 * microseconds since 1970, 0 for none.
 *
 * <pre>{@code
 * Duration took = Duration.between(
 *         Time.toInstant(run.times().started()), Time.toInstant(run.times().finished()));
 * }</pre>
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

        /** An execution with more steps than this does not keep its long outputs in memory. */
        public static final int MANY_STEPS = 100;

        /** An output with more bytes than this is long. */
        public static final int LONG_OUTPUT = 512;

        /**
         * The placeholder for a long output of an execution with many steps. A store that reads the runs of the
         * execution returns it in place of the output, and a store that writes it leaves the stored output as it is.
         * {@link Store#runs} reads the output itself.
         */
        public static final Codec.Encoded LEFT_IN_STORE = new Codec.Encoded("", null);

        /** Whether the output of the run is in the store only. */
        public boolean isLeftInStore() {
            return output != null && output.json().isEmpty();
        }
    }
}

package dev.baton;

import dev.baton.error.NotPossibleException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A body that waits for a person, a moment or another execution, and holds no worker and no thread meanwhile. Its run
 * has the status running and ends through the {@link Handover} given to {@link #begin}. After a restart Baton calls
 * {@link #begin} again in the same attempt: state to remember goes into {@link RunContext#checkpoint(byte[])}, and an
 * execution started with {@link Handover#nest} is not started twice.
 *
 * <pre>{@code
 * Deferred nextDay = (context, handover) -> handover.succeedAt(context.scheduledTime().plus(Duration.ofDays(1)));
 * Job job = Job.named("cool-down").call(nextDay);
 * }</pre>
 */
public interface Deferred extends Body<Object> {

    /**
     * Starts the wait and returns. It should return quickly and must not block until the wait is over.
     *
     * @throws Exception to fail the attempt
     */
    void begin(RunContext context, Handover handover) throws Exception;

    /** Does the work on a worker; called only after {@link Handover#toWorker()}. */
    @Override
    default Object call(RunContext context) throws Exception {
        throw new NotPossibleException(context.jobName() + " handed over to a worker, but has no work for one.");
    }

    /** The handle through which a waiting body continues or ends its run. */
    interface Handover extends Completion {

        /** Ends the run as a success at this moment, unless it ends earlier in another way. */
        void succeedAt(Instant moment);

        /**
         * Ends the wait and starts the work: a worker calls {@link Deferred#call}, in this attempt and all later ones.
         */
        void toWorker();

        /**
         * Starts an execution that belongs to this run, once per run: a repeated call returns the same execution.
         * Cancelling the run cancels the execution. If the execution has failed, a call from a later attempt retries
         * its failed steps.
         *
         * @param submission the execution to start; its key is ignored. It may run after other executions, but not after
         *     other submissions: submit those first
         * @param ended called when the execution has ended, possibly on another node than the one that started it
         */
        Execution nest(Submission submission, Consumer<Execution> ended);

        /**
         * Resumes the execution that {@link #nest} started in an earlier attempt or before a restart. The caller need
         * not rebuild the submission, whose inputs may be gone.
         *
         * @param ended called when the execution has ended, possibly on another node than the one that started it
         * @return empty if no execution was started or retention has removed it
         */
        Optional<Execution> nested(Consumer<Execution> ended);
    }
}

package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * The callback through which the executor of a run reports how the run ended. Only the first report counts; later
 * reports, and reports after the run has moved to another worker, are ignored. Safe from any thread.
 *
 * <pre>{@code
 * Deferred call = (context, handover) -> phone.ring(answer -> {
 *     if (answer.isEmpty()) {
 *         handover.fail(new IOException("nobody answered"));
 *     } else {
 *         handover.succeed(answer);
 *     }
 * });
 * }</pre>
 */
public interface Completion {

    /** Reports success, with an output if there is one. */
    void succeed(@Nullable Object output);

    /** Reports partial success: some failures, within the tolerance. The output may be null. */
    void partlySucceed(@Nullable Object output);

    /** Reports a failure. */
    void fail(Throwable error);

    /** Reports that there was nothing to do; the run is skipped. */
    void skipRun(String reason);

    /**
     * Registers an action to run when the run is told to stop, on the thread that tells it; runs it at once if the run
     * has been told already.
     */
    void onStop(Runnable action);
}

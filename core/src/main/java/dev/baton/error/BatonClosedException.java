package dev.baton.error;

/**
 * Thrown when the scheduler is closed and can no longer do what the caller asked for.
 *
 * <pre>{@code
 * try {
 *     baton.trigger("report");
 * } catch (BatonClosedException stopping) {
 *     retryAfterRestart();
 * }
 * }</pre>
 */
public final class BatonClosedException extends BatonException {

    /** @param what the operation, as the start of a sentence: {@code "waiting for execution …"} */
    public BatonClosedException(String what) {
        super(what + " is not possible: this Baton has been closed. Make a new one.");
    }
}

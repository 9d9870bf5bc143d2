package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the worker no longer holds the lease: work done under it is discarded.
 *
 * <pre>{@code
 * try {
 *     server.finish(worker, lease, result);
 * } catch (LeaseLostException lost) {
 *     System.out.println("the result does not count: " + lost.getMessage());
 * }
 * }</pre>
 */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * @param message what happened
     * @param cause the reason, if known
     */
    public LeaseLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** @param message what happened */
    public LeaseLostException(String message) {
        this(message, null);
    }
}

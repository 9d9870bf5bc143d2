package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server cannot be reached at the moment.
 *
 * <pre>{@code
 * try {
 *     server.finish(worker, lease, result);
 * } catch (DispatchUnavailableException away) {
 *     later.add(lease); // the same call may be repeated
 * }
 * }</pre>
 */
public final class DispatchUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * @param message what happened
     * @param cause the reason, if known
     */
    public DispatchUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** @param message what happened */
    public DispatchUnavailableException(String message) {
        this(message, null);
    }
}

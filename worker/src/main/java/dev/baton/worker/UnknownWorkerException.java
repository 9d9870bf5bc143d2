package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server does not know the worker, which must register again.
 *
 * <pre>{@code
 * try {
 *     server.heartbeat(worker, running);
 * } catch (UnknownWorkerException forgotten) {
 *     worker = server.register(introduction).worker();
 * }
 * }</pre>
 */
public final class UnknownWorkerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * @param message what happened
     * @param cause the reason, if known
     */
    public UnknownWorkerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** @param message what happened */
    public UnknownWorkerException(String message) {
        this(message, null);
    }
}

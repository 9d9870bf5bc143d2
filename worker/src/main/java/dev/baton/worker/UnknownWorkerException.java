package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/** The server does not know the worker (any longer): it has to introduce itself again. */
public final class UnknownWorkerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** With what happened. */
    public UnknownWorkerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** With what happened. */
    public UnknownWorkerException(String message) {
        this(message, null);
    }
}

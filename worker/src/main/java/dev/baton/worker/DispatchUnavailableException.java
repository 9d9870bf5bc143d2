package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/** The server cannot be reached at the moment. */
public final class DispatchUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** With what happened. */
    public DispatchUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** With what happened. */
    public DispatchUnavailableException(String message) {
        this(message, null);
    }
}

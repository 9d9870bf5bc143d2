package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/** The lease is another's by now, or nobody's: what was done under it does not count. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** With what happened. */
    public LeaseLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** With what happened. */
    public LeaseLostException(String message) {
        this(message, null);
    }
}

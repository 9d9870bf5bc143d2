package dev.baton.server.expression;

/** Thrown if an expression has no result for a run, usually because it refers to a missing value. */
public final class UndecidedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndecidedException(String message, Throwable cause) {
        super(message, cause);
    }

    UndecidedException(String message) {
        super(message);
    }
}

package dev.baton.server.expression;

/** An expression that has no answer for a run, mostly because it asks for something that is not there. */
public final class UndecidedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndecidedException(String message, Throwable cause) {
        super(message, cause);
    }

    UndecidedException(String message) {
        super(message);
    }
}

package dev.baton.server.resolve;

/** The items could not be fetched; the message says what is wrong where, and what to do. */
public final class ResolveException extends Exception {

    private static final long serialVersionUID = 1L;

    ResolveException(String message) {
        super(message);
    }

    ResolveException(String message, Throwable cause) {
        super(message, cause);
    }
}

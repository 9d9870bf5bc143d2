package dev.baton.server.resolve;

/** Thrown if items could not be fetched; the message names the problem and the remedy. */
public final class ResolveException extends Exception {

    private static final long serialVersionUID = 1L;

    ResolveException(String message) {
        super(message);
    }

    ResolveException(String message, Throwable cause) {
        super(message, cause);
    }
}

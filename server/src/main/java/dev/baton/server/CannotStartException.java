package dev.baton.server;

/** Thrown if a server cannot start with its configuration. The message tells the operator the reason and the remedy. */
public final class CannotStartException extends RuntimeException {

    private static final long serialVersionUID = 1;

    CannotStartException(String message, Throwable cause) {
        super(message, cause);
    }
}

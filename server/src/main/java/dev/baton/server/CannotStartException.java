package dev.baton.server;

/** A server cannot start where it is told to: the message says why, and what to do, for people. */
public final class CannotStartException extends RuntimeException {

    private static final long serialVersionUID = 1;

    CannotStartException(String message, Throwable cause) {
        super(message, cause);
    }
}

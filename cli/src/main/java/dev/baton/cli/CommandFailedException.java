package dev.baton.cli;

/** A command could not do what it was asked to. The message says all that people need to know. */
final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    CommandFailedException(String message) {
        super(message);
    }
}

package dev.baton.cli.input;

/** Thrown for an invalid argument. The message names the option. */
public final class BadTextException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public BadTextException(String message) {
        super(message);
    }
}

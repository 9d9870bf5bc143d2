package dev.baton.cli.input;

/** A text on the command line is not what its option takes. The message names the option. */
public final class BadTextException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public BadTextException(String message) {
        super(message);
    }
}

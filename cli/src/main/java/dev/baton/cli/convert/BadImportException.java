package dev.baton.cli.convert;

/** Thrown if a file does not have the expected format. The message names the line. */
public final class BadImportException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public BadImportException(String message) {
        super(message);
    }
}

package dev.baton.cli.convert;

/** A file is not what it was said to be. The message names the line. */
public final class BadImportException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public BadImportException(String message) {
        super(message);
    }
}

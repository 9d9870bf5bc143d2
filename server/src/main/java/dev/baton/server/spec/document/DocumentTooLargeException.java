package dev.baton.server.spec.document;

import java.time.Duration;

/**
 * Thrown if reading a document would cost more than its {@link ReadLimits} allow. The message names the limit and the
 * remedy.
 */
public final class DocumentTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1;
    private static final String INSTEAD = " Send less of it, or check the file with \"baton validate\".";

    private DocumentTooLargeException(String message) {
        super(message + INSTEAD);
    }

    static DocumentTooLargeException characters(int most) {
        return new DocumentTooLargeException("this server reads documents of " + most + " characters at most.");
    }

    static DocumentTooLargeException elements(int most, int actual) {
        return new DocumentTooLargeException("this server reads documents with " + most
                + " keys, tables and elements of lists at most, and there are " + actual + ".");
    }

    static DocumentTooLargeException tables(int most) {
        return new DocumentTooLargeException("this server reads documents with " + most
                + " tables at most (jobs, workflows, steps and their parts), and there are more.");
    }

    static DocumentTooLargeException time(Duration longest) {
        return new DocumentTooLargeException(
                "reading this document took longer than " + longest.toSeconds() + " s, and was given up.");
    }
}

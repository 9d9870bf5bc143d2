package dev.baton.worker.kind;

/** The exception by which a handler asks for its run to be skipped. */
final class SkipException extends RuntimeException {

    private static final long serialVersionUID = 1;

    SkipException(String reason) {
        super(reason, null, false, false);
    }
}

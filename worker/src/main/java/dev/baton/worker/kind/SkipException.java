package dev.baton.worker.kind;

/** Carries a handler's wish to be skipped out of the handler. */
final class SkipException extends RuntimeException {

    private static final long serialVersionUID = 1;

    SkipException(String reason) {
        super(reason, null, false, false);
    }
}

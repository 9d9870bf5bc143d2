package dev.baton;

/**
 * Carries {@link RunContext#skip} out of a body. No error: it has no stack trace, and whoever wraps a body lets it through.
 */
public final class SkipSignal extends RuntimeException {

    /** @param reason why there is nothing to do */
    public SkipSignal(String reason) {
        super(reason, null, false, false);
    }
}

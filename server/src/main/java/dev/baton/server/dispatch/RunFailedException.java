package dev.baton.server.dispatch;

import org.jspecify.annotations.Nullable;

/** The failure of a run, as its worker reported it. */
public final class RunFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final @Nullable Integer exitCode;

    /** A failure with the worker's message, and the exit code if there was a process. */
    public RunFailedException(String message, @Nullable Integer exitCode) {
        super(message, null, false, false);
        this.exitCode = exitCode;
    }

    /** The exit code of the process; null if there was none. */
    public @Nullable Integer exitCode() {
        return exitCode;
    }
}

package dev.baton.server.dispatch;

import org.jspecify.annotations.Nullable;

/** What a worker said went wrong with a run. */
public final class RunFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final @Nullable Integer exitCode;

    /** With the worker's words, and the exit code where there was a process. */
    public RunFailedException(String message, @Nullable Integer exitCode) {
        super(message, null, false, false);
        this.exitCode = exitCode;
    }

    /** The exit code of the process; null when there was none. */
    public @Nullable Integer exitCode() {
        return exitCode;
    }
}

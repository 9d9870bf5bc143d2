package dev.baton.cli.output;

/** The exit codes of every command, for scripts. */
public final class ExitCode {

    /** The command did what it was asked to. */
    public static final int OK = 0;

    /** Something failed: the execution, the request, the connection. */
    public static final int FAILED = 1;

    /** The command line or a file was wrong; nothing was done. */
    public static final int BAD_INPUT = 2;

    /** {@code --timeout} passed first, as in timeout(1). What was waited for goes on. */
    public static final int TIMED_OUT = 124;

    /** Ctrl-C ended the command, as shells expect it. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}

    /** The exit code for an execution that ended in a status. A skipped one did nothing: what follows must not go on. */
    public static int ofStatus(String status) {
        return switch (status) {
            case "success", "partial" -> OK;
            default -> FAILED;
        };
    }
}

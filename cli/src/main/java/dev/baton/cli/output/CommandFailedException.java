package dev.baton.cli.output;

/**
 * A command could not do what it was asked to. The message says what was wrong and where; the remedy, which may be empty,
 * says what to do about it and is printed on a line of its own.
 */
public final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String remedy;
    private final int exitCode;

    public CommandFailedException(String message) {
        this(message, "");
    }

    /**
     * @param message what was wrong, and where
     * @param remedy what to do about it
     */
    public CommandFailedException(String message, String remedy) {
        this(message, remedy, ExitCode.FAILED);
    }

    private CommandFailedException(String message, String remedy, int exitCode) {
        super(message);
        this.remedy = remedy;
        this.exitCode = exitCode;
    }

    /** The same for input that no server would accept. */
    public static CommandFailedException badInput(String message, String remedy) {
        return new CommandFailedException(message, remedy, ExitCode.BAD_INPUT);
    }

    /** The remedy to print below the message; may be empty. */
    public String remedy() {
        return remedy;
    }

    /** The exit code of the command. */
    public int exitCode() {
        return exitCode;
    }
}

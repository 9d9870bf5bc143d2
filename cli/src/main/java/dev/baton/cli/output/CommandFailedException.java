package dev.baton.cli.output;

/**
 * Thrown if a command fails. The message names the problem; the remedy, which may be empty, is printed on a separate
 * line.
 */
public final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String remedy;
    private final int exitCode;

    public CommandFailedException(String message) {
        this(message, "");
    }

    /**
     * @param message the problem and its place
     * @param remedy the remedy
     */
    public CommandFailedException(String message, String remedy) {
        this(message, remedy, ExitCode.FAILED);
    }

    private CommandFailedException(String message, String remedy, int exitCode) {
        super(message);
        this.remedy = remedy;
        this.exitCode = exitCode;
    }

    /** A failure because of invalid input. */
    public static CommandFailedException badInput(String message, String remedy) {
        return new CommandFailedException(message, remedy, ExitCode.BAD_INPUT);
    }

    /** The same failure with another message. */
    public CommandFailedException withMessage(String message) {
        return new CommandFailedException(message, remedy, exitCode);
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

package dev.baton.error;

/**
 * Thrown when a body adds more steps to an execution than are allowed.
 *
 * <pre>{@code
 * try {
 *     context.extend(more);
 * } catch (TooManyStepsException many) {
 *     System.out.println("at most " + many.most() + " steps can be added");
 * }
 * }</pre>
 */
public final class TooManyStepsException extends BatonException {

    private final int most;

    /**
     * @param what the subject that adds the steps, as the start of the message
     * @param steps how many steps it adds
     * @param most how many are allowed
     */
    public TooManyStepsException(String what, int steps, int most) {
        this(what + " would add " + steps + " steps, and " + most + " can be added at most.", most);
    }

    private TooManyStepsException(String message, int most) {
        super(message + " Let one step do more, or fan out over the items.");
        this.most = most;
    }

    /**
     * The new steps and those added before are too many together.
     *
     * @param execution the execution, as the start of the message
     * @param before how many were added before
     * @param more how many are new
     * @param most how many are allowed
     */
    public static TooManyStepsException inAll(String execution, int before, int more, int most) {
        return new TooManyStepsException(
                execution + " has " + before + " added steps already, and with " + more + " more it would have more"
                        + " than " + most + ", which is the limit.",
                most);
    }

    /** How many steps are allowed. */
    public int most() {
        return most;
    }
}

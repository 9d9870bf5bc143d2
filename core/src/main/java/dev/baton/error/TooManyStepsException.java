package dev.baton.error;

/** More steps than can be added to an execution. */
public final class TooManyStepsException extends BatonException {

    private final int most;

    /**
     * @param what who adds them, as the start of the message
     * @param steps how many they would be
     * @param most how many there can be
     */
    public TooManyStepsException(String what, int steps, int most) {
        this(what + " would add " + steps + " steps, and " + most + " can be added at most.", most);
    }

    private TooManyStepsException(String message, int most) {
        super(message + " Let one step do more, or fan out over the items.");
        this.most = most;
    }

    /**
     * Together with what was added before they are too many.
     *
     * @param execution to what they would be added, as the start of the message
     * @param before how many were added before
     * @param more how many these are
     * @param most how many there can be
     */
    public static TooManyStepsException inAll(String execution, int before, int more, int most) {
        return new TooManyStepsException(
                execution + " has " + before + " added steps already, and with " + more + " more it would have more"
                        + " than " + most + ", which is the limit.",
                most);
    }

    /** How many there can be. */
    public int most() {
        return most;
    }
}

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
        super(what + " would add " + steps + " steps, and " + most
                + " can be added at most. Let one step do more, or fan out over the items.");
        this.most = most;
    }

    /** How many there can be. */
    public int most() {
        return most;
    }
}

package dev.baton.error;

/** Thrown when a run has no output to return. */
public final class NoOutputException extends BatonException {

    /**
     * @param parent the step or job whose output was requested
     * @param reason why there is no output
     */
    public NoOutputException(String parent, String reason) {
        super("there is no output of \"" + parent + "\": " + reason);
    }
}

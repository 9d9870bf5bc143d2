package dev.baton.error;

/** An output was asked for that is not there. */
public final class NoOutputException extends BatonException {

    /**
     * @param parent whose output was asked for
     * @param reason why there is none
     */
    public NoOutputException(String parent, String reason) {
        super("there is no output of \"" + parent + "\": " + reason);
    }
}

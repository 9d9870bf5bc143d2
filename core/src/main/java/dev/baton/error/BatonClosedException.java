package dev.baton.error;

/** The scheduler has been closed, so that what was asked for will not happen any more. */
public final class BatonClosedException extends BatonException {

    /** @param what what was asked for, as the start of a sentence: {@code "waiting for execution …"} */
    public BatonClosedException(String what) {
        super(what + " is not possible: this Baton has been closed. Make a new one.");
    }
}

package dev.baton.error;

import java.time.Duration;

/** An execution was to be started, and the store could not be reached in time to record it. */
public final class NotRecordedException extends BatonException {

    /** Says what was to be started, and how long that was tried. */
    public NotRecordedException(String name, Duration tried) {
        super("\"" + name + "\" was not started: the store could not be reached"
                + (tried.isZero() ? "" : " for " + tried.toSeconds() + " s")
                + ". When the store is back it may still turn out to have been; start it with a key to be safe to"
                + " repeat it.");
    }
}

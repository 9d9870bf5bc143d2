package dev.baton.error;

import java.time.Duration;

/** Thrown when an execution could not be started because the store was unreachable for too long. */
public final class NotRecordedException extends BatonException {

    /** Names the job or workflow, and how long Baton tried. */
    public NotRecordedException(String name, Duration tried) {
        super("\"" + name + "\" was not started: the store could not be reached"
                + (tried.isZero() ? "" : " for " + tried.toSeconds() + " s")
                + ". When the store is back it may still turn out to have been; start it with a key to be safe to"
                + " repeat it.");
    }
}

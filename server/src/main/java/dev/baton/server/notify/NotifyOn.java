package dev.baton.server.notify;

import java.util.Locale;

/** The events that a channel can report. */
public enum NotifyOn {
    /** The execution succeeded. */
    SUCCESS,
    /**
     * The execution failed or exceeded its time limit. A cancelled execution does not count: a person cancelled it, and
     * knows.
     */
    FAILURE,
    /** The execution is the first to succeed after a failure. */
    RECOVERY,
    /** The execution missed its deadline, and continues. */
    DEADLINE;

    /** The name in lower case, as in TOML and JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

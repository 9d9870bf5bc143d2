package dev.baton.server.notify;

import java.util.Locale;

/** The events that a channel can report. */
public enum NotifyOn {
    /** It ended well. */
    SUCCESS,
    /** It failed, or ran past its time limit. What somebody cancelled is no failure: somebody knows. */
    FAILURE,
    /** It ended well for the first time after a failure. */
    RECOVERY,
    /** It ran past its deadline, and goes on. */
    DEADLINE;

    /** The name in lower case, as in TOML and JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

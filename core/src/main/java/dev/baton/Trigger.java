package dev.baton;

import java.util.Locale;

/** Why an execution started. */
public enum Trigger {
    /** Its schedule fired. */
    SCHEDULE,
    /** The embedding program asked for it. */
    MANUAL,
    /** The HTTP API asked for it. */
    API,
    /** Another execution asked for it. */
    DEPENDENCY,
    /** A fire was missed and is made up. */
    CATCH_UP,
    /** A past fire was asked for. */
    BACKFILL,
    /** An ended execution is run again. */
    RETRY,
    /** A one-off run was submitted. */
    SUBMIT;

    /** The name as in JSON: {@code catch-up}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package dev.baton;

import java.util.Locale;

/**
 * The reason an execution started.
 *
 * <pre>{@code
 * boolean byHand = execution.trigger() == Trigger.MANUAL;
 * }</pre>
 */
public enum Trigger {
    /** A schedule fired. */
    SCHEDULE,
    /** The embedding program triggered it. */
    MANUAL,
    /** A client of the HTTP API triggered it. */
    API,
    /** A run of another execution started it. */
    DEPENDENCY,
    /** The fire was missed and is caught up. */
    CATCH_UP,
    /** A backfill covers a past fire. */
    BACKFILL,
    /** An ended execution is run again. */
    RETRY,
    /** A program submitted a one-off execution. */
    SUBMIT;

    /** The name as in JSON: {@code catch-up}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

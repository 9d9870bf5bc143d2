package dev.baton;

import java.util.Locale;

/**
 * The status of an execution.
 *
 * <pre>{@code
 * boolean green = execution.status().countsAsSuccess();
 * }</pre>
 */
public enum ExecutionStatus {
    /** A run is active, or will be. */
    RUNNING,
    /** The execution waits for a person: held by hand, or by a failure under {@link OnFailure#HOLD}. */
    HELD,
    /** The execution ended without a failure that counts. */
    SUCCESS,
    /** The execution ended without a failure that counts, and a fan-out in it succeeded in part. */
    PARTIAL,
    /** The execution ended, and a step without {@code allowFailure} failed. */
    FAILURE,
    /** The execution ran past its own time limit. */
    TIMEOUT,
    /** A person or a program cancelled the execution. */
    CANCELLED,
    /**
     * Nothing ran: an overlap policy or a pause kept the execution out, or every step but the final one was skipped.
     */
    SKIPPED;

    /** Whether the status is {@code SUCCESS} or {@code PARTIAL}. */
    public boolean countsAsSuccess() {
        return this == SUCCESS || this == PARTIAL;
    }

    /** Whether an execution in this status has ended. */
    public boolean isTerminal() {
        return this != RUNNING && this != HELD;
    }

    /** The name in lower case, as in TOML and JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

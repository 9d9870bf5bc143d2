package dev.baton;

import java.util.Locale;

/** Where an execution is. */
public enum ExecutionStatus {
    /** Something runs or will run. */
    RUNNING,
    /** It waits for a person: held by hand, or by a failure under {@link OnFailure#HOLD}. */
    HELD,
    /** It ended, and nothing that counts failed. */
    SUCCESS,
    /** It ended, nothing that counts failed, and a fan-out of it succeeded in part. */
    PARTIAL,
    /** It ended, and a step that is not allowed to fail did. */
    FAILURE,
    /** It ran past its own time limit. */
    TIMEOUT,
    /** Somebody cancelled it. */
    CANCELLED,
    /** Nothing ran: an overlap policy or a pause kept it out, or every step but the final one was skipped. */
    SKIPPED;

    /** Whether what it was to do was done. */
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

package dev.baton;

import java.util.Locale;

/**
 * The status of a run. The first three are active, the others are terminal.
 *
 * <pre>{@code
 * long failed = execution.runs().stream().filter(run -> run.status().countsAsFailure()).count();
 * }</pre>
 */
public enum RunStatus {
    /** The run waits for parents. */
    BLOCKED(0),
    /** The run is ready, and waits for a worker or for its time. */
    PENDING(0),
    /** A worker holds the run's lease. */
    RUNNING(0),
    /** The body returned. */
    SUCCESS(RunStatus.COUNTS_AS_SUCCESS),
    /** The failures of a fan-out stayed within its tolerance. */
    PARTIAL(RunStatus.COUNTS_AS_SUCCESS),
    /** The body threw, and no attempt is left. */
    FAILURE(RunStatus.COUNTS_AS_FAILURE),
    /** The run exceeded its time limit, and no attempt is left. */
    TIMEOUT(RunStatus.COUNTS_AS_FAILURE),
    /** The run's conditions were not met, it was paused, removed or kept out, or its body had nothing to do. */
    SKIPPED(RunStatus.COUNTS_AS_SKIPPED),
    /** A person or a program cancelled the run. */
    CANCELLED(RunStatus.COUNTS_AS_FAILURE);

    static final int COUNTS_AS_SUCCESS = 1;
    static final int COUNTS_AS_FAILURE = 2;
    static final int COUNTS_AS_SKIPPED = 4;

    private static final RunStatus[] VALUES = values();

    private final int kind;

    RunStatus(int kind) {
        this.kind = kind;
    }

    /** Whether a run in this status has ended. */
    public boolean isTerminal() {
        return kind != 0;
    }

    /** Whether conditions count this status as a success: {@code SUCCESS} and {@code PARTIAL}. */
    public boolean countsAsSuccess() {
        return kind == COUNTS_AS_SUCCESS;
    }

    /** Whether conditions count this status as a failure: {@code FAILURE}, {@code TIMEOUT} and {@code CANCELLED}. */
    public boolean countsAsFailure() {
        return kind == COUNTS_AS_FAILURE;
    }

    /** The bit to compare with {@link Condition#mask()}; 0 if not terminal. */
    public int kind() {
        return kind;
    }

    /** The status with this {@linkplain #ordinal() ordinal}. */
    public static RunStatus of(int ordinal) {
        return VALUES[ordinal];
    }

    /** The name in lower case, as in TOML and JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.baton.internal.execution;

import org.jspecify.annotations.Nullable;

/**
 * The reason why a run ended the way it did, where its parents alone do not tell. Stores keep its number, which never
 * changes.
 */
public enum EndReason {
    /** Its body ended, in whichever way. */
    BODY(0, null, false),
    /** Its conditions were not met. */
    CONDITION(1, null, true),
    PAUSED(2, "paused", false),
    REMOVED(3, "removed", false),
    OVERLAP(4, "previous run still active", false),
    EXECUTION_OVERLAP(5, "previous execution still active", false),
    NOT_CALLED(6, "an interceptor kept its body from running", false),
    FAIL_FAST(7, "another step failed, and the workflow fails fast", true),
    EXECUTION_TIMEOUT(8, "the workflow ran out of time", true),
    CANCELLED(9, "cancelled", false),
    REPLACED(10, "replaced by a newer run", false),
    TOO_LONG(11, "ran past its time limit", false),
    MARKED(12, "marked by hand", false),
    /** The run outside that it stands for ended. */
    EXTERNAL(13, null, false),
    LOST(14, "its node died while it ran", false),
    /** A guard mostly asks how the parents ended, and for their outputs. */
    GUARD(15, "its condition does not hold", true);

    private static final EndReason[] BY_NUMBER = byNumber();

    private final int number;
    private final @Nullable String words;
    private final boolean becauseOfOthers;

    EndReason(int number, @Nullable String words, boolean becauseOfOthers) {
        this.number = number;
        this.words = words;
        this.becauseOfOthers = becauseOfOthers;
    }

    private static EndReason[] byNumber() {
        EndReason[] reasons = new EndReason[values().length];
        for (EndReason reason : values()) {
            reasons[reason.number] = reason;
        }
        return reasons;
    }

    /** The reason that was kept as this number. */
    public static EndReason of(int number) {
        return BY_NUMBER[number];
    }

    /** The form in the store. */
    public int number() {
        return number;
    }

    /** In words; null when the run or its parents have to be asked. */
    public @Nullable String words() {
        return words;
    }

    /** Whether it would have run if others had ended otherwise. */
    public boolean becauseOfOthers() {
        return becauseOfOthers;
    }
}

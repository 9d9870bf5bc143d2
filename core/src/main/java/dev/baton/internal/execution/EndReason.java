package dev.baton.internal.execution;

import org.jspecify.annotations.Nullable;

/** Why a run ended the way it did, where its parents alone do not say. */
public enum EndReason {
    /** Its body ended, in whichever way. */
    BODY(null, false),
    /** Its conditions were not met. */
    CONDITION(null, true),
    PAUSED("paused", false),
    REMOVED("removed", false),
    OVERLAP("previous run still active", false),
    EXECUTION_OVERLAP("previous execution still active", false),
    NOT_CALLED("an interceptor kept its body from running", false),
    FAIL_FAST("another step failed, and the workflow fails fast", true),
    EXECUTION_TIMEOUT("the workflow ran out of time", true),
    CANCELLED("cancelled", false),
    REPLACED("replaced by a newer run", false),
    TOO_LONG("ran past its time limit", false),
    MARKED("marked by hand", false),
    /** The run outside that it stands for ended. */
    EXTERNAL(null, false),
    LOST("its node died while it ran", false),
    /** What it asks is mostly how its parents ended, and what they returned. */
    GUARD("its condition does not hold", true);

    private static final EndReason[] VALUES = values();

    private final @Nullable String words;
    private final boolean becauseOfOthers;

    EndReason(@Nullable String words, boolean becauseOfOthers) {
        this.words = words;
        this.becauseOfOthers = becauseOfOthers;
    }

    /** The reason that was kept as this number. */
    public static EndReason of(int ordinal) {
        return VALUES[ordinal];
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

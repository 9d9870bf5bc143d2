package dev.baton;

/** What a workflow does when a step fails that is not allowed to. */
public enum OnFailure {
    /** The failure goes down the edges: conditions decide. The default. */
    CASCADE,
    /** Dependents stay blocked and the execution is held until the step is retried or marked. */
    HOLD,
    /** Running steps are cancelled, the rest is skipped; the final step still runs. */
    FAIL_FAST
}

package dev.baton;

/**
 * The reaction of a workflow to a failed step, unless the step is allowed to fail.
 *
 * <pre>{@code
 * Workflow careful = Workflow.define("careful", w -> {
 *     w.onStepFailure(OnFailure.HOLD);
 *     w.run("pay", context -> pay());
 * });
 * }</pre>
 */
public enum OnFailure {
    /** Conditions on the edges decide which steps run next. The default. */
    CASCADE,
    /** Downstream steps stay blocked, and the execution is held until the failed step is retried or marked. */
    HOLD,
    /** Running steps are cancelled and the others skipped; the final step still runs. */
    FAIL_FAST
}

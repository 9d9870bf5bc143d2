package dev.baton.error;

/**
 * Thrown when a workflow has two final steps.
 *
 * <pre>{@code
 * try {
 *     Workflow.define("etl", w -> {
 *         w.finalRun("tidy", context -> publish());
 *         w.finalRun("report", context -> publish());
 *     });
 * } catch (SecondFinalStepException second) {
 *     System.out.println(second.getMessage());
 * }
 * }</pre>
 */
public final class SecondFinalStepException extends BatonException {

    /**
     * @param workflow the workflow
     * @param first its final step
     * @param second the second final step
     */
    public SecondFinalStepException(String workflow, String first, String second) {
        super("workflow \"" + workflow + "\" has two final steps, \"" + first + "\" and \"" + second
                + "\". Keep one, and let the other run after its parents with condition complete.");
    }
}

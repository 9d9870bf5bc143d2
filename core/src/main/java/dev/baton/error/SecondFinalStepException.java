package dev.baton.error;

/** A workflow with two final steps. */
public final class SecondFinalStepException extends BatonException {

    /**
     * @param workflow the workflow
     * @param first its final step
     * @param second the step that was to be final as well
     */
    public SecondFinalStepException(String workflow, String first, String second) {
        super("workflow \"" + workflow + "\" has two final steps, \"" + first + "\" and \"" + second
                + "\". Keep one, and let the other run after its parents with condition complete.");
    }
}

package dev.baton.error;

/** Two steps of one name in a workflow. */
public final class DuplicateStepException extends BatonException {

    private final String step;

    /**
     * @param workflow the workflow
     * @param step the name both steps have
     */
    public DuplicateStepException(String workflow, String step) {
        super("workflow \"" + workflow + "\": two steps are named \"" + step + "\". Rename one of them.");
        this.step = step;
    }

    /** The name both steps have. */
    public String step() {
        return step;
    }
}

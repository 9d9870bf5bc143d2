package dev.baton.error;

/** A step whose settings contradict one another. */
public final class InvalidStepException extends BatonException {

    private final String step;

    /**
     * @param workflow the workflow
     * @param step the step
     * @param reason what contradicts what, and what to do
     */
    public InvalidStepException(String workflow, String step, String reason) {
        super("workflow \"" + workflow + "\": step \"" + step + "\" " + reason);
        this.step = step;
    }

    /** The step. */
    public String step() {
        return step;
    }
}

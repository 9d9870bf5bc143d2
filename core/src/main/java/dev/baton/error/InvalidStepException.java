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
        this(step, "workflow \"" + workflow + "\": step \"" + step + "\" " + reason);
    }

    private InvalidStepException(String step, String message) {
        super(message);
        this.step = step;
    }

    /**
     * A step of an extension.
     *
     * @param step the step
     * @param reason what contradicts what, and what to do
     */
    public static InvalidStepException inExtension(String step, String reason) {
        return new InvalidStepException(step, "extension: step \"" + step + "\" " + reason);
    }

    /** The step. */
    public String step() {
        return step;
    }
}

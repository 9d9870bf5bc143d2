package dev.baton.error;

/**
 * Thrown when the settings of a step contradict one another.
 *
 * <pre>{@code
 * try {
 *     Workflow.define("etl", w -> {
 *         Step<?> tidy = w.finalRun("tidy", context -> publish());
 *         w.run("load", context -> publish()).after(tidy); // nothing runs after the final step
 *     });
 * } catch (InvalidStepException invalid) {
 *     System.out.println(invalid.step() + ": " + invalid.getMessage());
 * }
 * }</pre>
 */
public final class InvalidStepException extends BatonException {

    private final String step;

    /**
     * @param workflow the workflow
     * @param step the step
     * @param reason which settings contradict each other, and what to do
     */
    public InvalidStepException(String workflow, String step, String reason) {
        this(step, "workflow \"" + workflow + "\": step \"" + step + "\" " + reason);
    }

    private InvalidStepException(String step, String message) {
        super(message);
        this.step = step;
    }

    /**
     * The settings of a step of an extension contradict one another.
     *
     * @param step the step
     * @param reason which settings contradict each other, and what to do
     */
    public static InvalidStepException inExtension(String step, String reason) {
        return new InvalidStepException(step, "extension: step \"" + step + "\" " + reason);
    }

    /** The step. */
    public String step() {
        return step;
    }
}

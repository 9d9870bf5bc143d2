package dev.baton.error;

/**
 * Thrown when a workflow or an extension has no steps.
 *
 * <pre>{@code
 * try {
 *     Workflow.define("clean", w -> files.forEach(file -> w.run(file, context -> publish())));
 * } catch (NoStepsException none) {
 *     System.out.println("there are no files to clean");
 * }
 * }</pre>
 */
public final class NoStepsException extends BatonException {

    /** @param workflow the workflow */
    public NoStepsException(String workflow) {
        super("workflow \"" + workflow + "\" has no steps. Add one with run or call.");
    }

    private NoStepsException() {
        super("an extension has no steps. Add one with step, or do not extend.");
    }

    /** The extension has no steps. */
    public static NoStepsException inExtension() {
        return new NoStepsException();
    }
}

package dev.baton.error;

/**
 * Thrown when two steps of a workflow, or of an execution that a body extends, have the same name.
 *
 * <pre>{@code
 * try {
 *     Workflow.define("etl", w -> {
 *         w.run("load", context -> publish());
 *         w.run("load", context -> publish());
 *     });
 * } catch (DuplicateStepException twice) {
 *     System.out.println(twice.step()); // load
 * }
 * }</pre>
 */
public final class DuplicateStepException extends BatonException {

    private final String step;

    /**
     * @param workflow the workflow
     * @param step the name both steps have
     */
    public DuplicateStepException(String workflow, String step) {
        this(step, "workflow \"" + workflow + "\"", "two steps are named \"" + step + "\". Rename one of them.");
    }

    private DuplicateStepException(String step, String where, String what) {
        super(where + ": " + what);
        this.step = step;
    }

    /** Two steps of one extension have the same name. */
    public static DuplicateStepException inExtension(String step) {
        return new DuplicateStepException(
                step, "extension", "two steps are named \"" + step + "\". Rename one of them.");
    }

    /**
     * An added step has the same name as a step of the execution.
     *
     * @param execution the execution, in words
     * @param step the name both steps have
     */
    public static DuplicateStepException inExecution(String execution, String step) {
        return new DuplicateStepException(
                step, execution, "it has a step \"" + step + "\" already. Give the added one another name.");
    }

    /** The name both steps have. */
    public String step() {
        return step;
    }
}

package dev.baton.error;

import java.util.ArrayList;
import java.util.List;

/**
 * Thrown when a step runs after a step that does not exist.
 *
 * <pre>{@code
 * try {
 *     Workflow.define("etl", w -> w.run("load", context -> publish()).after("trasnform"));
 * } catch (UnknownParentException unknown) {
 *     System.out.println(unknown.step() + " runs after " + unknown.parent());
 * }
 * }</pre>
 */
public final class UnknownParentException extends BatonException {

    private final String step;
    private final String parent;

    /**
     * @param workflow the workflow
     * @param step the step that names the parent
     * @param parent the unknown name
     * @param known the names of the steps, for a hint
     */
    public UnknownParentException(String workflow, String step, String parent, Iterable<String> known) {
        this(
                step,
                parent,
                "workflow \"" + workflow + "\": step \"" + step + "\" runs after \"" + parent
                        + "\", which does not exist." + DidYouMean.sentence(parent, others(step, known)));
    }

    private UnknownParentException(String step, String parent, String message) {
        super(message);
        this.step = step;
        this.parent = parent;
    }

    /**
     * A step of an extension names a parent that is not part of the extension.
     *
     * @param step the step that names the parent
     * @param parent the name of that parent
     * @param known the names of the extension's steps, for a hint
     */
    public static UnknownParentException inExtension(String step, String parent, Iterable<String> known) {
        return new UnknownParentException(
                step,
                parent,
                "extension: step \"" + step + "\" runs after \"" + parent
                        + "\", which is not added with it. An added step runs after others that are added with it; one"
                        + " that names none runs after the step that adds it."
                        + DidYouMean.sentence(parent, others(step, known)));
    }

    /** The names to suggest: a step never runs after itself. */
    private static Iterable<String> others(String step, Iterable<String> known) {
        List<String> others = new ArrayList<>();
        known.forEach(name -> {
            if (!name.equals(step)) {
                others.add(name);
            }
        });
        return others;
    }

    /** The step that names the parent. */
    public String step() {
        return step;
    }

    /** The unknown name. */
    public String parent() {
        return parent;
    }
}

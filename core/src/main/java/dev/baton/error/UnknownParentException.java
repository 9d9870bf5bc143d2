package dev.baton.error;

/** Thrown when a step runs after a step that does not exist. */
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
                        + "\", which does not exist." + DidYouMean.sentence(parent, known));
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
                        + " that names none runs after the step that adds it." + DidYouMean.sentence(parent, known));
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

package dev.baton.error;

/** A step that runs after a step that does not exist. */
public final class UnknownParentException extends BatonException {

    private final String step;
    private final String parent;

    /**
     * @param workflow the workflow
     * @param step the step that names the parent
     * @param parent the name no step has
     * @param known the names the steps have, for a hint
     */
    public UnknownParentException(String workflow, String step, String parent, Iterable<String> known) {
        super("workflow \"" + workflow + "\": step \"" + step + "\" runs after \"" + parent
                + "\", which does not exist." + DidYouMean.sentence(parent, known));
        this.step = step;
        this.parent = parent;
    }

    /** The step that names the parent. */
    public String step() {
        return step;
    }

    /** The name no step has. */
    public String parent() {
        return parent;
    }
}

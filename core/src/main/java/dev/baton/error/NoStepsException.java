package dev.baton.error;

/** A workflow, or an extension, without a step. */
public final class NoStepsException extends BatonException {

    /** @param workflow the workflow */
    public NoStepsException(String workflow) {
        super("workflow \"" + workflow + "\" has no steps. Add one with run or call.");
    }

    private NoStepsException() {
        super("an extension has no steps. Add one with step, or do not extend.");
    }

    /** An extension without a step. */
    public static NoStepsException inExtension() {
        return new NoStepsException();
    }
}

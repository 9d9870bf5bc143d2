package dev.baton.error;

/** A workflow without a step. */
public final class NoStepsException extends BatonException {

    /** @param workflow the workflow */
    public NoStepsException(String workflow) {
        super("workflow \"" + workflow + "\" has no steps. Add one with run or call.");
    }
}

package dev.baton.internal.execution;

/** Another node is an execution's home by now, or nobody is: whoever asked looks for it again. */
public final class MovedException extends RuntimeException {

    public MovedException() {
        super("the execution is advanced elsewhere", null, false, false);
    }
}

package dev.baton.internal.execution;

/** Thrown when this node does not own an execution any more: the caller looks for it again. */
public final class MovedException extends RuntimeException {

    public MovedException() {
        super("the execution is advanced elsewhere", null, false, false);
    }
}

package dev.baton.engine;

/** Another node is an execution's home by now, or nobody is: whoever asked looks for it again. */
final class MovedException extends RuntimeException {

    MovedException() {
        super("the execution is advanced elsewhere", null, false, false);
    }
}

package dev.baton.server.kind;

/** A dependency kept the job from running, and the job says that this is a failure. */
public final class WindowRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Says which dependency, and why. */
    public WindowRefusedException(String message) {
        super(message);
    }
}

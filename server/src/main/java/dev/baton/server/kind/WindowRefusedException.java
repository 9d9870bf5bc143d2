package dev.baton.server.kind;

/** Thrown if a dependency keeps a job from running and the job counts that as a failure. */
public final class WindowRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Names the dependency and the reason. */
    public WindowRefusedException(String message) {
        super(message);
    }
}

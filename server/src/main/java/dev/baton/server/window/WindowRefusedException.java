package dev.baton.server.window;

/** A dependency kept the job from running, and the job says that this is a failure. */
public final class WindowRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WindowRefusedException(String message) {
        super(message);
    }
}

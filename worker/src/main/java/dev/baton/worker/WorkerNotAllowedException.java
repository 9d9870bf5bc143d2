package dev.baton.worker;

/** The server does not accept the worker's token. */
public final class WorkerNotAllowedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** With what to do about it. */
    public WorkerNotAllowedException(String message) {
        super(message);
    }
}

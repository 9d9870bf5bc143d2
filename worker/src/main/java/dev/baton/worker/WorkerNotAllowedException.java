package dev.baton.worker;

/** Thrown when the server does not accept the worker's token. */
public final class WorkerNotAllowedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param message what to do about it */
    public WorkerNotAllowedException(String message) {
        super(message);
    }
}

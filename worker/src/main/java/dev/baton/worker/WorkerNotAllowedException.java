package dev.baton.worker;

/**
 * Thrown when the server does not accept the worker's token.
 *
 * <pre>{@code
 * try {
 *     BatonWorker.connect(server, token).start();
 * } catch (WorkerNotAllowedException refused) {
 *     System.out.println("the token is not one of a worker: " + refused.getMessage());
 * }
 * }</pre>
 */
public final class WorkerNotAllowedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param message what to do about it */
    public WorkerNotAllowedException(String message) {
        super(message);
    }
}

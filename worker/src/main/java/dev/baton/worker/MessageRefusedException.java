package dev.baton.worker;

/**
 * Thrown when the server will never accept this message, however often it is sent.
 *
 * <pre>{@code
 * try {
 *     server.log(worker, lease, entries);
 * } catch (MessageRefusedException refused) {
 *     System.out.println("not sent again: " + refused.getMessage());
 * }
 * }</pre>
 */
public final class MessageRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param message the server's answer */
    public MessageRefusedException(String message) {
        super(message);
    }
}

package dev.baton.worker;

/** Thrown when the server will never accept this message, however often it is sent. */
public final class MessageRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param message the server's answer */
    public MessageRefusedException(String message) {
        super(message);
    }
}

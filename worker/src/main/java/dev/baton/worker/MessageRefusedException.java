package dev.baton.worker;

/** The server will never accept this message, however often it is sent. */
public final class MessageRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** With what the server said. */
    public MessageRefusedException(String message) {
        super(message);
    }
}

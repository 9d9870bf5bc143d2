package dev.baton.spi;

/** A store cannot be reached at the moment. The call may be made again. */
public final class StoreUnavailableException extends RuntimeException {

    /** Says what was being done, and what came in between. */
    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}

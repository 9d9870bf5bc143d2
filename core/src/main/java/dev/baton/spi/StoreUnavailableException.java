package dev.baton.spi;

/** Thrown when the store cannot be reached at the moment. The call may be repeated. */
public final class StoreUnavailableException extends RuntimeException {

    /**
     * @param message the operation that failed
     * @param cause the reason
     */
    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}

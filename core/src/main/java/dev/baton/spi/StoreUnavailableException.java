package dev.baton.spi;

import dev.baton.error.StoreFailedException;

/** Thrown when the store cannot be reached at the moment. The call may be repeated. */
public final class StoreUnavailableException extends StoreFailedException {

    /**
     * @param message the operation that failed
     * @param cause the reason
     */
    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}

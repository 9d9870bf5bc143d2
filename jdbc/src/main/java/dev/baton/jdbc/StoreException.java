package dev.baton.jdbc;

import dev.baton.error.StoreFailedException;

/** Thrown when a store rejects an operation, and would reject it again. The message says what to do about it. */
public final class StoreException extends StoreFailedException {

    /** An operation that was rejected, in words. */
    public StoreException(String message) {
        super(message, null);
    }

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}

package dev.baton.jdbc;

/** Thrown when a store rejects an operation, and would reject it again. The message says what to do about it. */
public final class StoreException extends IllegalStateException {

    StoreException(String message) {
        super(message);
    }

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}

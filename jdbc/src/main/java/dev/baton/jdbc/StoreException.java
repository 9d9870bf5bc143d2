package dev.baton.jdbc;

/** A store refused what it was asked to do, and would refuse it again. The message says what to do about it. */
public final class StoreException extends IllegalStateException {

    StoreException(String message) {
        super(message);
    }

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}

package dev.baton.jdbc;

import dev.baton.error.StoreFailedException;

/**
 * Thrown when a store rejects an operation, and would reject it again. The message says what to do about it.
 *
 * <pre>{@code
 * try {
 *     Baton.on(Stores.sqlite(file)).start();
 * } catch (StoreException refused) {
 *     System.out.println(refused.getMessage()); // such as: a newer Baton made these tables
 * }
 * }</pre>
 */
public final class StoreException extends StoreFailedException {

    /** An operation that was rejected, in words. */
    public StoreException(String message) {
        super(message, null);
    }

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}

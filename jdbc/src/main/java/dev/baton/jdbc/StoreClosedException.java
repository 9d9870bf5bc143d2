package dev.baton.jdbc;

import dev.baton.error.StoreFailedException;

/**
 * Thrown when a store is used after it was closed, as by a request that is under way while a program stops.
 *
 * <pre>{@code
 * try {
 *     execution.hold();
 * } catch (StoreClosedException stopping) {
 *     System.out.println("the program is stopping");
 * }
 * }</pre>
 */
public final class StoreClosedException extends StoreFailedException {

    StoreClosedException(String doing) {
        super("could not " + doing + ": the store is closed", null);
    }
}

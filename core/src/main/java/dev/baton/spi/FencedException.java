package dev.baton.spi;

import dev.baton.error.StoreFailedException;

/**
 * Thrown when this node has been declared dead because its heartbeat was late: other nodes may own its executions by
 * now.
 */
public final class FencedException extends StoreFailedException {

    /** @param message which node was declared dead */
    public FencedException(String message) {
        super(message, null);
    }
}

package dev.baton.spi;

import dev.baton.error.StoreFailedException;

/**
 * Thrown when this node has been declared dead because its heartbeat was late: other nodes may own its executions by
 * now.
 *
 * <pre>{@code
 * try {
 *     store.beat();
 * } catch (FencedException declaredDead) {
 *     System.out.println("other nodes own the executions of this one by now");
 * }
 * }</pre>
 */
public final class FencedException extends StoreFailedException {

    /** @param message which node was declared dead */
    public FencedException(String message) {
        super(message, null);
    }
}

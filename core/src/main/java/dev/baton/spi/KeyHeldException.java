package dev.baton.spi;

import dev.baton.error.StoreFailedException;

/**
 * Thrown when another transaction, which has not ended, has taken an idempotency key that a commit wants to
 * take. Nothing of the commit was written; whether the key is free is known once that transaction has ended.
 *
 * <pre>{@code
 * try {
 *     store.commit(commit);
 * } catch (KeyHeldException held) {
 *     System.out.println("commit without the executions that have keys, and try those again later");
 * }
 * }</pre>
 */
public final class KeyHeldException extends StoreFailedException {

    private static final long serialVersionUID = 1;

    /**
     * @param message what could not be written
     * @param cause the database's words
     */
    public KeyHeldException(String message, Throwable cause) {
        super(message, cause);
    }
}

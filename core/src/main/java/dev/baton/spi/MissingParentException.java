package dev.baton.spi;

import dev.baton.error.StoreFailedException;

/**
 * Thrown when a new execution would run after one that neither exists nor is created with it. Nothing of the commit was
 * written. Retention may have removed the parent in the meantime, or the parent was not created because another execution
 * has taken its idempotency key: the caller looks for the parent again.
 *
 * <pre>{@code
 * try {
 *     store.commit(commit);
 * } catch (MissingParentException missing) {
 *     System.out.println("look up which executions have the keys now, and commit again");
 * }
 * }</pre>
 */
public final class MissingParentException extends StoreFailedException {

    private static final long serialVersionUID = 1;

    /** An exception that says what is missing. */
    public MissingParentException() {
        super("an execution that another one is to run after does not exist any longer", null);
    }
}

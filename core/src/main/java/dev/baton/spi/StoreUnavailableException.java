package dev.baton.spi;

import dev.baton.error.StoreFailedException;

/**
 * Thrown when the store cannot be reached at the moment. The call may be repeated.
 *
 * <pre>{@code
 * try {
 *     System.out.println(store.active().size() + " executions are active");
 * } catch (StoreUnavailableException away) {
 *     System.out.println("the database is away: try again");
 * }
 * }</pre>
 */
public final class StoreUnavailableException extends StoreFailedException {

    private static final long serialVersionUID = 1;

    private final boolean undone;

    /**
     * An exception for a call that may or may not have taken effect.
     *
     * @param message the operation that failed
     * @param cause the reason
     */
    public StoreUnavailableException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /**
     * @param message the operation that failed
     * @param cause the reason
     * @param undone whether it is certain that the call did not take effect
     */
    public StoreUnavailableException(String message, Throwable cause, boolean undone) {
        super(message, cause);
        this.undone = undone;
    }

    /** Whether it is certain that the call did not take effect; otherwise it may have, in full. */
    public boolean isUndone() {
        return undone;
    }
}

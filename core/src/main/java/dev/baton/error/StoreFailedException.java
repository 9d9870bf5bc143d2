package dev.baton.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a store fails: it cannot be reached, it has declared this node dead, or it rejects a request. A store may
 * define subclasses.
 *
 * <pre>{@code
 * try {
 *     baton.trigger("report");
 * } catch (StoreUnavailableException away) {
 *     retryAfterRestart();
 * } catch (StoreFailedException broken) {
 *     System.out.println(broken.getMessage());
 * }
 * }</pre>
 */
public abstract non-sealed class StoreFailedException extends BatonException {

    /**
     * @param message the operation that failed, and what to do about it
     * @param cause the reason; null for none
     */
    protected StoreFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

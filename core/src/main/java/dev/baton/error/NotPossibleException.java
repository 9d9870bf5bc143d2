package dev.baton.error;

/**
 * Thrown when the status of a run or an execution does not allow an operation. Nothing was changed.
 *
 * <pre>{@code
 * try {
 *     execution.retry();
 * } catch (NotPossibleException refused) {
 *     System.out.println(refused.getMessage()); // the reason, and what to do instead
 * }
 * }</pre>
 */
public final class NotPossibleException extends BatonException {

    /** @param message the operation, why it is not possible, and what to do instead */
    public NotPossibleException(String message) {
        super(message);
    }
}

package dev.baton.error;

/** Thrown when the status of a run or an execution does not allow an operation. Nothing was changed. */
public final class NotPossibleException extends BatonException {

    /** @param message the operation, why it is not possible, and what to do instead */
    public NotPossibleException(String message) {
        super(message);
    }
}

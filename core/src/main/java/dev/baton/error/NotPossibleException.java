package dev.baton.error;

/** Something was asked of a run or an execution that its status does not allow. Nothing was changed. */
public final class NotPossibleException extends BatonException {

    /** @param message what was asked, why it cannot be, what can be done instead */
    public NotPossibleException(String message) {
        super(message);
    }
}

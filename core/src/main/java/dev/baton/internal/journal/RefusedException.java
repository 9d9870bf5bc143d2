package dev.baton.internal.journal;

/** Thrown when the store refuses to record new executions. None of them is, or will be, recorded. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RefusedException(String why) {
        super(why);
    }
}

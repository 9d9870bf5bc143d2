package dev.baton.internal.run;

/** A body asked for what only its execution's owner can give; it is run there instead. */
public final class NotHereSignal extends RuntimeException {

    NotHereSignal() {
        super("this run has to run at its execution's owner", null, false, false);
    }
}

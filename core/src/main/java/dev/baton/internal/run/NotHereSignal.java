package dev.baton.internal.run;

/**
 * Thrown when a body needs something that only the owner of its execution can give; the run is executed there instead.
 */
public final class NotHereSignal extends RuntimeException {

    NotHereSignal() {
        super("this run has to run at its execution's owner", null, false, false);
    }
}

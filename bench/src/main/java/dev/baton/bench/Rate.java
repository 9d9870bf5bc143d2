package dev.baton.bench;

/** How many a second. */
public final class Rate {

    private Rate() {}

    /** What was done since {@code System.nanoTime()} was this, per second. */
    public static double perSecond(long done, long startNanos) {
        return done * 1e9 / (System.nanoTime() - startNanos);
    }
}

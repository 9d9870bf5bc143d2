package dev.baton.internal.cluster;

import dev.baton.internal.run.Load;
import dev.baton.spi.Time;

/**
 * How many runs this node gets done in a moment, measured while it has work: the time it spends on fetching more says
 * nothing about how fast its worker is, and counting it in would make each fetch smaller than the last. Safe from any
 * thread.
 */
final class Pace {

    /** No measurement, however bad, makes it fewer. */
    private static final int FEWEST = 8;

    /** More at a time is no faster. */
    static final int MOST = 2_000;

    private static final long MOMENT_MICROS = 100_000;
    private static final long SHORTEST_MICROS = MOMENT_MICROS / 4;

    private final Load load;
    private final Time time;
    private volatile int perMoment = FEWEST;
    private volatile boolean measuring = true;
    private volatile long since;
    private long doneThen;

    Pace(Load load, Time time) {
        this.load = load;
        this.time = time;
        this.since = time.micros();
    }

    /** How many runs, as last measured. */
    int perMoment() {
        return perMoment;
    }

    /** There is new work: measures from now on. */
    synchronized void begin() {
        since = time.micros();
        doneThen = load.done();
        measuring = true;
    }

    /** Most of the work is done: what follows is waiting for more of it. */
    void end() {
        if (measuring) {
            measure();
            measuring = false;
        }
    }

    /** Measures on, if it is time to. */
    void update() {
        if (measuring && time.micros() - since >= SHORTEST_MICROS) {
            measure();
        }
    }

    private synchronized void measure() {
        long now = time.micros();
        long elapsed = now - since;
        long done = load.done() - doneThen;
        if (elapsed >= SHORTEST_MICROS || (elapsed > 0 && done >= perMoment / 4)) {
            long measured = Math.min(MOST, done * MOMENT_MICROS / elapsed);
            // A machine that is busy with other things for a moment is soon as fast as before.
            perMoment = (int) Math.max(Math.max(FEWEST, perMoment / 2), measured);
            since = now;
            doneThen += done;
        }
    }
}

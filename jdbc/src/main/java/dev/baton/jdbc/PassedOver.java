package dev.baton.jdbc;

import dev.baton.spi.Claimable;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Decides when a store looks for ready executions that claims of this node pass over, to set them aside: now and then,
 * and again with the next claim while there are some. Each execution is passed over for a while first, because the node
 * that can claim it usually does so soon. Safe from any thread.
 */
final class PassedOver {

    /** How many executions are looked at in one transaction. */
    static final int AT_MOST = 2_000;

    /** The place of executions that bring their own definition along, which is no name of a job. */
    static final String DEFINED = "*";

    private static final long WAITED_MICROS = TimeUnit.SECONDS.toMicros(10);
    private static final long EVERY_MICROS = TimeUnit.SECONDS.toMicros(1);

    /** When the store last found nothing to set aside, in microseconds. */
    private volatile long nothingAt;

    /** The places of executions that were set aside and can be claimed: their names, or {@link #DEFINED}. */
    static Set<String> places(Claimable claimable) {
        Set<String> places = new HashSet<>(claimable.names());
        if (claimable.defined()) {
            places.add(DEFINED);
        }
        return places;
    }

    /** The rank before which an execution has waited long enough to be set aside, in microseconds. */
    static long before(long now) {
        return now - WAITED_MICROS;
    }

    boolean isDue(long now) {
        // Also when the clock was set back.
        return Math.abs(now - nothingAt) >= EVERY_MICROS;
    }

    /** Reports how many executions were set aside. */
    void setAside(int count, long now) {
        if (count == 0) {
            nothingAt = now;
        }
    }
}

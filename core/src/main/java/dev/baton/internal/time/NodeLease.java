package dev.baton.internal.time;

import dev.baton.spi.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Until when no other node takes over what this one owns. A process that was frozen finds, when it goes on, that its
 * lease is over, and starts nothing before it has heard from the store. Safe from any thread.
 */
public final class NodeLease {

    private final Time time;
    private volatile @Nullable Long until;
    private volatile long asked;

    /** A lease that lasts until it is renewed for the first time: where there is no other node, for ever. */
    public NodeLease(Time time) {
        this.time = time;
    }

    /** A moment to count a renewal from: before the store is asked, which may have answered long before this node hears. */
    public long askedNow() {
        return time.nanos();
    }

    /** The store has renewed the lease. */
    public void renewed(long newAsked, Duration length) {
        asked = newAsked;
        until = newAsked + length.toNanos();
    }

    /** Whether the store was asked less than this ago. */
    public boolean isYoungerThan(Duration age) {
        return asked != 0 && time.nanos() - asked < age.toNanos();
    }

    /** Whether what this node owns is surely still its own. */
    public boolean holds() {
        Long known = until;
        return known == null || time.nanos() - known < 0;
    }
}

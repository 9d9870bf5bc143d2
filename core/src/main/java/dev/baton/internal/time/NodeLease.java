package dev.baton.internal.time;

import dev.baton.spi.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The lease of this node: the time during which no other node takes over its executions. A process that was frozen
 * finds its lease expired when it continues, and starts nothing before it has heard from the store. Safe from any
 * thread.
 */
public final class NodeLease {

    private final Time time;
    private volatile @Nullable Long until;
    private volatile long asked;

    /** A lease that does not expire until it is first renewed: without other nodes, it never expires. */
    public NodeLease(Time time) {
        this.time = time;
    }

    /**
     * The moment from which a renewal counts: before the store is asked, because its answer may be old when it arrives.
     */
    public long askedNow() {
        return time.nanos();
    }

    /** Renews the lease. */
    public void renewed(long newAsked, Duration length) {
        asked = newAsked;
        until = newAsked + length.toNanos();
    }

    /** Whether the last renewal was requested less than this ago. */
    public boolean isYoungerThan(Duration age) {
        return asked != 0 && time.nanos() - asked < age.toNanos();
    }

    /** Whether this node certainly still owns its executions. */
    public boolean holds() {
        Long known = until;
        return known == null || time.nanos() - known < 0;
    }
}

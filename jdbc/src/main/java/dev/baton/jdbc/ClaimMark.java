package dev.baton.jdbc;

import dev.baton.spi.Claimable;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Remembers where a large claim ended, so that the next one goes on from there. PostgreSQL keeps the index entries of
 * claimed executions until it vacuums the table, SQLite until they end, and a claim from the beginning walks along all
 * of them. An execution that comes before the mark, because it is urgent or was released, waits until the mark has
 * expired or nothing is left behind the mark. Safe from any thread.
 */
final class ClaimMark {

    /** Smaller claims follow each other so slowly that they need no mark. */
    static final int LARGE = 100;

    private static final long LIFETIME_MICROS = TimeUnit.MILLISECONDS.toMicros(200);

    private volatile @Nullable Mark mark;

    /**
     * The end of a claim.
     *
     * @param claimable what was claimed
     * @param queues the queues in which there was something to claim
     * @param rank the rank of the last execution that was claimed
     * @param set when a claim last looked from the beginning, in microseconds
     */
    record Mark(Claimable claimable, Collection<String> queues, long rank, long set) {

        Mark at(long newRank) {
            return new Mark(claimable, queues, newRank, set);
        }

        private boolean isFor(Claimable other, long now) {
            // Not for ever when the clock was set back.
            return claimable.equals(other) && Math.abs(now - set) < LIFETIME_MICROS;
        }
    }

    /** The mark from which to claim; null to claim from the beginning. */
    @Nullable Mark of(Claimable claimable, long now) {
        Mark current = mark;
        return current != null && current.isFor(claimable, now) ? current : null;
    }

    void set(Mark newMark) {
        mark = newMark;
    }

    void remove() {
        mark = null;
    }
}

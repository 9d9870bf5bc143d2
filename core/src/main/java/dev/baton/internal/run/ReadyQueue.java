package dev.baton.internal.run;

import dev.baton.internal.execution.ReadyBatch;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Ready runs in the order they should start: by priority, then first come, first served; one minute of waiting counts
 * as one step of priority. Steps that become ready together are one entry, from which workers take with a counter. Safe
 * from any thread, without locks.
 */
final class ReadyQueue {

    private static final long MICROS_PER_PRIORITY = 60_000_000L;

    private volatile Level[] levels = {};

    private static final class Level {

        final int priority;
        final Queue<ReadyBatch> batches = new ConcurrentLinkedQueue<>();

        Level(int priority) {
            this.priority = priority;
        }

        /** The oldest entry that has steps left. */
        @Nullable ReadyBatch head() {
            ReadyBatch head = batches.peek();
            while (head != null && head.isUsedUp()) {
                batches.remove(head);
                head = batches.peek();
            }
            return head;
        }
    }

    void add(ReadyBatch batch) {
        level(batch.priority()).batches.add(batch);
    }

    boolean isEmpty() {
        return first() == null;
    }

    /** The entry to take from next, if there is one. */
    @Nullable ReadyBatch first() {
        Level[] all = levels;
        if (all.length == 1) {
            return all[0].head();
        }
        ReadyBatch first = null;
        long firstRank = Long.MAX_VALUE;
        for (Level level : all) {
            ReadyBatch head = level.head();
            if (head != null) {
                long rank = rank(level, head);
                if (first == null || rank < firstRank) {
                    first = head;
                    firstRank = rank;
                }
            }
        }
        return first;
    }

    /** Shows runs that wait, in no order, until the visitor has seen enough. Returns whether it saw all. */
    boolean forEach(Visitor visitor) {
        for (Level level : levels) {
            for (ReadyBatch batch : level.batches) {
                for (int place = batch.get(); place < batch.size(); place++) {
                    if (!visitor.visit(batch, batch.step(place))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Visits waiting runs. */
    interface Visitor {

        /** Returns whether it wants to see more. */
        boolean visit(ReadyBatch batch, int step);
    }

    /** Where an entry stands: the lowest goes first. */
    static long rank(ReadyBatch batch) {
        return batch.since() - batch.priority() * MICROS_PER_PRIORITY;
    }

    /** The rank of the next entry: the lowest goes first; the highest possible number if there is none. */
    long rank() {
        long first = Long.MAX_VALUE;
        for (Level level : levels) {
            ReadyBatch head = level.head();
            if (head != null) {
                first = Math.min(first, rank(level, head));
            }
        }
        return first;
    }

    private static long rank(Level level, ReadyBatch head) {
        return head.since() - level.priority * MICROS_PER_PRIORITY;
    }

    private Level level(int priority) {
        for (Level level : levels) {
            if (level.priority == priority) {
                return level;
            }
        }
        return addLevel(priority);
    }

    private synchronized Level addLevel(int priority) {
        for (Level level : levels) {
            if (level.priority == priority) {
                return level;
            }
        }
        Level added = new Level(priority);
        Level[] more = Arrays.copyOf(levels, levels.length + 1);
        more[levels.length] = added;
        // Highest first, so that among equal ranks the higher priority wins.
        Arrays.sort(more, (a, b) -> Integer.compare(b.priority, a.priority));
        levels = more;
        return added;
    }
}

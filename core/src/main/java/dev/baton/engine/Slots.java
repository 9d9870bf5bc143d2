package dev.baton.engine;

import dev.baton.policy.Overlap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps count of who is active where only so many may be: runs of a job, executions of a workflow. Safe from any thread.
 */
final class Slots {

    private final Set<Ticket> active = new LinkedHashSet<>();
    private final Deque<Ticket> waiting = new ArrayDeque<>();

    /** Somebody who wants in. */
    interface Ticket {

        /** It is its turn, after it had to wait. Called without a lock. */
        void admitted();

        /** It is to end, because a newer one takes its place. Called without a lock. */
        void replaced();
    }

    /** What became of a ticket. */
    enum Entry {
        ADMITTED,
        WAITS,
        REFUSED
    }

    Entry enter(Ticket ticket, Overlap overlap) {
        Optional<Ticket> older;
        synchronized (this) {
            if (active.size() < overlap.limit() && waiting.isEmpty()) {
                active.add(ticket);
                return Entry.ADMITTED;
            }
            if (overlap.mode() == Overlap.Mode.SKIP) {
                return Entry.REFUSED;
            }
            older = overlap.mode() == Overlap.Mode.QUEUE ? Optional.empty() : toReplace(overlap.limit());
            waiting.addLast(ticket);
        }
        older.ifPresent(Ticket::replaced);
        return Entry.WAITS;
    }

    /**
     * Comes back after a restart: nobody is refused or replaced for that.
     *
     * @param wasIn whether it was in before, and so is in even when that makes one too many
     * @return whether it is in; otherwise it waits
     */
    synchronized boolean reenter(Ticket ticket, Overlap overlap, boolean wasIn) {
        if (wasIn || (active.size() < overlap.limit() && waiting.isEmpty())) {
            active.add(ticket);
            return true;
        }
        waiting.addLast(ticket);
        return false;
    }

    void leave(Ticket ticket, Overlap overlap) {
        Ticket next;
        do {
            synchronized (this) {
                active.remove(ticket);
                waiting.remove(ticket);
                next = active.size() < overlap.limit() ? waiting.pollFirst() : null;
                if (next != null) {
                    active.add(next);
                }
            }
            if (next != null) {
                next.admitted();
            }
        } while (next != null);
    }

    /** A newer ticket replaces whoever waits already, and otherwise the oldest of those that are active. */
    private Optional<Ticket> toReplace(int limit) {
        if (waiting.size() >= limit) {
            return Optional.of(waiting.getFirst());
        }
        return active.stream().skip(waiting.size()).findFirst();
    }
}

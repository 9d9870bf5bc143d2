package dev.baton.internal.journal;

import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.LiveExecution;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one execution that are not recorded yet, in their order. One is on its way to the store at a time, so
 * none overtakes another; those that wait behind it are folded into one. Safe from any thread.
 */
final class PendingChanges {

    private final LiveExecution execution;
    private final Deque<Change> waiting = new ArrayDeque<>(2);
    private boolean queued;
    private @Nullable Change underWay;
    private boolean dropped;

    PendingChanges(LiveExecution execution) {
        this.execution = execution;
    }

    LiveExecution execution() {
        return execution;
    }

    /** What became of a change. */
    enum Added {
        /** It waits, and the caller has to see to it that {@link #take} is called. */
        CALL,
        /** It waits. */
        WAITS,
        /** It will not be recorded. */
        DROPPED
    }

    synchronized Added add(Change change) {
        if (dropped) {
            return Added.DROPPED;
        }
        Change last = waiting.peekLast();
        if (last != null && !last.hasTransaction() && !change.hasTransaction()) {
            last.fold(change);
        } else {
            waiting.add(change);
        }
        boolean call = !queued && underWay == null;
        queued = queued || call;
        return call ? Added.CALL : Added.WAITS;
    }

    /** Begins with a change that needs no writing, if nothing is before it. Returns whether it has. */
    synchronized boolean begin(Change change) {
        if (dropped || queued || underWay != null) {
            return false;
        }
        underWay = change;
        return true;
    }

    /** Whether nothing waits, and nothing is on its way. */
    synchronized boolean isIdle() {
        return !queued && underWay == null && waiting.isEmpty();
    }

    synchronized boolean isUnderWay(Change change) {
        return underWay == change;
    }

    /** Whether the next change is to be recorded on its own, in a body's transaction. */
    synchronized boolean isNextOwn() {
        Change next = waiting.peek();
        return next != null && next.hasTransaction();
    }

    /** Takes the next change, which is on its way from then on; null when there is none. */
    synchronized @Nullable Change take() {
        queued = false;
        underWay = waiting.poll();
        return underWay;
    }

    /** The change that was on its way is recorded. Returns whether {@link #take} has to be called again. */
    synchronized boolean recorded() {
        underWay = null;
        queued = !waiting.isEmpty();
        return queued;
    }

    /** Whether a change waits, with a body's transaction open, behind one that is on its way. */
    synchronized boolean isTransactionWaiting(Change change) {
        return underWay != null && underWay != change && waiting.contains(change);
    }

    /** Records nothing of it any more. Returns the changes that will not be. */
    synchronized List<Change> drop() {
        dropped = true;
        List<Change> left = List.copyOf(waiting);
        waiting.clear();
        return left;
    }
}

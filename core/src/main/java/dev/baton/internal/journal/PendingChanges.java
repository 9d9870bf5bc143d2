package dev.baton.internal.journal;

import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.LiveExecution;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one execution that are not recorded yet, in order. Only one is being written at a time, so none
 * overtakes another; those that wait behind it are folded into one, unless they are recorded on their own. Safe from any
 * thread.
 */
final class PendingChanges {

    private final LiveExecution execution;
    private final Deque<Change> waiting = new ArrayDeque<>(2);
    private boolean queued;
    private @Nullable Change underWay;
    private boolean dropped;

    /** Whether no change is folded into another. Never reset. */
    private volatile boolean oneByOne;

    PendingChanges(LiveExecution execution) {
        this.execution = execution;
    }

    LiveExecution execution() {
        return execution;
    }

    /** Folds no change into another from now on, so that one the store refuses concerns a single message. */
    void setOneByOne() {
        oneByOne = true;
    }

    boolean isOneByOne() {
        return oneByOne;
    }

    /** The result of adding a change. */
    enum Added {
        /** The change waits, and the caller must make sure that {@link #take} is called. */
        CALL,
        /** The change waits. */
        WAITS,
        /** The change will not be recorded. */
        DROPPED
    }

    synchronized Added add(Change change) {
        if (dropped) {
            return Added.DROPPED;
        }
        Change last = waiting.peekLast();
        if (last != null && !oneByOne && !last.isOnItsOwn() && !change.isOnItsOwn()) {
            last.fold(change);
        } else {
            waiting.add(change);
        }
        boolean call = !queued && underWay == null;
        queued = queued || call;
        return call ? Added.CALL : Added.WAITS;
    }

    /** Starts with a change that needs no writing, if no other is pending. Returns whether it has. */
    synchronized boolean begin(Change change) {
        if (dropped || queued || underWay != null) {
            return false;
        }
        underWay = change;
        return true;
    }

    /** Whether no change waits or is being written. */
    synchronized boolean isIdle() {
        return !queued && underWay == null && waiting.isEmpty();
    }

    synchronized boolean isUnderWay(Change change) {
        return underWay == change;
    }

    /** Whether the next change must be recorded separately, in a body's transaction. */
    synchronized boolean isNextOwn() {
        Change next = waiting.peek();
        return next != null && next.hasTransaction();
    }

    /** Takes the next change to write; null if there is none. */
    synchronized @Nullable Change take() {
        queued = false;
        underWay = waiting.poll();
        return underWay;
    }

    /** Reports that the change being written is recorded. Returns whether {@link #take} must be called again. */
    synchronized boolean recorded() {
        underWay = null;
        queued = !waiting.isEmpty();
        return queued;
    }

    /** Whether a change with an open transaction of a body waits behind one that is being written, or is yet to be. */
    synchronized boolean isTransactionWaiting(Change change) {
        boolean isFirst = underWay == null && waiting.peek() == change;
        return !isFirst && waiting.contains(change);
    }

    /** Drops all changes and records no more. Returns the dropped changes. */
    synchronized List<Change> drop() {
        dropped = true;
        List<Change> left = List.copyOf(waiting);
        waiting.clear();
        return left;
    }
}

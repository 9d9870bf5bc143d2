package dev.baton.internal.journal;

import dev.baton.internal.execution.LiveExecution;
import org.jspecify.annotations.Nullable;

/** What the journal keeps about an execution: what was recorded last about it, and its changes that wait to be. */
final class JournalEntry {

    private final PendingChanges pending;
    private @Nullable Summary written;

    /** What is recorded about an execution itself, as far as it changes. */
    record Summary(int flags, Object status, long begun, boolean grown) {}

    JournalEntry(LiveExecution execution) {
        this.pending = new PendingChanges(execution);
    }

    PendingChanges pending() {
        return pending;
    }

    /** Whether this is news. Within the execution's turn. */
    boolean isNew(Summary now) {
        return !now.equals(written);
    }

    void setWritten(Summary now) {
        written = now;
    }
}

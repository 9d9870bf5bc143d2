package dev.baton.internal.journal;

import dev.baton.internal.execution.LiveExecution;
import org.jspecify.annotations.Nullable;

/** The journal's data about an execution: its last recorded state, and its changes that wait to be recorded. */
final class JournalEntry {

    private final PendingChanges pending;
    private @Nullable Summary written;

    /**
     * The recorded part of an execution's own state. The time of its end is part of it: an execution that was reopened
     * and has ended as before has to be recorded as ended once more.
     */
    record Summary(int flags, Object status, long begun, long ended, boolean grown) {}

    JournalEntry(LiveExecution execution) {
        this.pending = new PendingChanges(execution);
    }

    /** The data about an execution; within its turn, or once there is some. */
    static JournalEntry of(LiveExecution execution) {
        JournalEntry known = (JournalEntry) execution.journalEntry();
        if (known == null) {
            known = new JournalEntry(execution);
            execution.setJournalEntry(known);
        }
        return known;
    }

    PendingChanges pending() {
        return pending;
    }

    /** Whether this differs from the recorded state. Within the execution's turn. */
    boolean isNew(Summary now) {
        return !now.equals(written);
    }

    void setWritten(Summary now) {
        written = now;
    }
}

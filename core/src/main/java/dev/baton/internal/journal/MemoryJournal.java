package dev.baton.internal.journal;

import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.EffectHandler;
import dev.baton.internal.execution.Journal;
import dev.baton.internal.execution.LiveExecution;

/** Records nothing beyond the memory of the process: a change is recorded when its turn is over. Safe from any thread. */
public final class MemoryJournal implements Journal {

    private final EffectHandler handler;

    /** A journal whose changes have effects there. */
    public MemoryJournal(EffectHandler handler) {
        this.handler = handler;
    }

    @Override
    public boolean append(Change change) {
        return change.execution().outbox().put(change);
    }

    /** The changes of an execution follow one another, as its turns did, whoever appended them. */
    @Override
    public void follow(Change first, boolean byWorker) {
        LiveExecution execution = first.execution();
        Change change = first;
        while (change != null) {
            change.happen(handler, byWorker);
            change = execution.outbox().after(change);
        }
    }

    @Override
    public void signal(Change change) {
        change.send(handler);
    }

    @Override
    public void help(LiveExecution execution) {
        // The thread that has the duty to follow is at it.
    }
}

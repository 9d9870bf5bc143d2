package dev.baton.internal.journal;

import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.EffectHandler;
import dev.baton.internal.execution.Journal;
import dev.baton.internal.execution.LiveExecution;

/**
 * Keeps no record beyond the memory of the process: a change counts as recorded when its turn is over. Safe from any
 * thread.
 */
public final class MemoryJournal implements Journal {

    private final EffectHandler handler;

    /** A journal whose effects this handler carries out. */
    public MemoryJournal(EffectHandler handler) {
        this.handler = handler;
    }

    @Override
    public boolean append(Change change) {
        return change.execution().outbox().put(change);
    }

    /** The effects of an execution's changes happen in the order of its turns, whichever thread appended them. */
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
    public boolean isOneByOne(LiveExecution execution) {
        return false;
    }

    @Override
    public void signal(Change change) {
        change.send(handler);
    }

    @Override
    public void help(LiveExecution execution) {
        // The thread that must follow up is doing so.
    }
}

package dev.baton.internal.journal;

import dev.baton.internal.execution.LiveExecution;
import java.util.Collection;

/** The node that the journal records for: hears how its records fared. */
public interface JournalListener {

    /** The node turned out to be declared dead. */
    void fenced();

    /** The changes of these executions cannot be recorded: they continue from the recorded state. */
    void unrecordable(Collection<LiveExecution> executions);

    /** A change was recorded. */
    void recorded();
}

package dev.baton.internal.cluster;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.journal.JournalListener;
import java.util.Collection;

/** The reaction of a node when its journal has recorded a change, or could not. */
record ClusterJournalListener(ClusterNode node) implements JournalListener {

    @Override
    public void fenced() {
        node.life().fenced();
    }

    @Override
    public void unrecordable(Collection<LiveExecution> executions) {
        node.forget(executions);
        node.seekLostClaims();
    }

    @Override
    public void recorded() {
        node.ready().recorded();
    }
}

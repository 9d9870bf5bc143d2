package dev.baton.internal.cluster;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.Releases;
import dev.baton.internal.execution.StopReason;
import dev.baton.internal.journal.StoreArchive;
import dev.baton.internal.limit.Gates;
import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.ReadyRuns;

/** Drops executions that this node no longer owns. Safe from any thread. */
record OwnershipLoss(ReadyRuns ready, StoreArchive archive, Gates gates, Externals externals) {

    /** Drops an execution: its bodies stop, and callers that wait for it look elsewhere. */
    void forget(LiveExecution execution) {
        execution.setGone();
        archive.remove(execution);
        execution.tell(turn -> {
            Releases.LetGo left = Releases.letGo(turn);
            ready.later(() -> {
                left.running().forEach(lease -> ((Attempt) lease).stop(StopReason.LOST));
                left.permits().forEach(gates::forget);
                externals.moved(execution.id(), left.watchers());
            });
            execution.end().completeExceptionally(new MovedException());
        });
    }
}

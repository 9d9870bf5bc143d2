package dev.baton.internal.cluster;

import dev.baton.RunStatus;
import dev.baton.internal.definition.ExternalNode;
import dev.baton.internal.execution.Due;
import dev.baton.internal.execution.EffectHandler;
import dev.baton.internal.execution.ExecutionHappening;
import dev.baton.internal.execution.GateRequest;
import dev.baton.internal.execution.Happening;
import dev.baton.internal.execution.Lease;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;
import dev.baton.internal.execution.ReadyBatch;
import dev.baton.internal.execution.Start;
import dev.baton.internal.execution.StopReason;
import dev.baton.internal.execution.Watcher;
import dev.baton.internal.journal.Archive;
import dev.baton.internal.limit.Gates;
import dev.baton.internal.run.Attempt;
import dev.baton.internal.view.Snapshots;
import dev.baton.spi.Worker;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries out the effects of recorded changes. Safe from any thread. */
final class Effects implements EffectHandler {

    private final OwnerParts parts;
    private final Gates gates;
    private final Externals externals;
    private final Archive archive;
    private final Consumer<Start> creations;

    /**
     * Has effects on these.
     *
     * @param creations told of executions that were created with the end of others
     */
    Effects(OwnerParts parts, Gates gates, Externals externals, Archive archive, Consumer<Start> creations) {
        this.creations = creations;
        this.parts = parts;
        this.gates = gates;
        this.externals = externals;
        this.archive = archive;
    }

    @Override
    public void offer(ReadyBatch batch, boolean byWorker) {
        parts.ready().offer(batch, byWorker);
    }

    @Override
    public void adopt(LiveExecution execution, int step, Worker.Survivor survivor) {
        parts.ready().adopt(execution, step, survivor);
    }

    @Override
    public void tell(Happening happening) {
        parts.notifier().tell(happening);
    }

    @Override
    public void stop(Lease lease, StopReason reason) {
        ((Attempt) lease).stop(reason);
    }

    @Override
    public void arm(Due due) {
        due.arm(parts.time());
    }

    @Override
    public void enter(GateRequest request) {
        gates.enter(request);
    }

    @Override
    public void leave(Permit permit) {
        gates.leave(permit);
    }

    @Override
    public void watch(LiveExecution child, int step, ExternalNode parent) {
        externals.watch(child, step, parent);
    }

    @Override
    public void ended(LiveExecution execution, List<Watcher> watchers, RunStatus end) {
        externals.ended(execution, watchers, end);
    }

    @Override
    public void created(Start start) {
        creations.accept(start);
    }

    @Override
    public void executionEnded(LiveExecution execution, CompletableFuture<@Nullable Void> end) {
        archive.ended(execution);
        if (parts.notifier().isListening()) {
            parts.notifier().tell(ExecutionHappening.finished(execution, () -> Snapshots.runs(execution)));
        }
        parts.ended().accept(execution);
        end.complete(null);
    }

    @Override
    public void executionReopened(LiveExecution execution) {
        archive.reopened(execution);
        parts.ready().services().registry().oneOffs().entered(execution.id(), execution.definition());
    }
}

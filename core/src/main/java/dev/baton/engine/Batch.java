package dev.baton.engine;

import dev.baton.graph.Plan;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What goes into one transaction, and what follows once it is committed. For the one thread that makes it. */
final class Batch {

    private static final int MOST_RECORDS = 2_000;

    private final Machinery machinery;
    private final UUID home;
    private final Set<UUID> knownPlans;
    private final List<Store.Creation> created = new ArrayList<>();
    private final List<ExecutionRecord> changed = new ArrayList<>();
    private final List<RunRecord> runs = new ArrayList<>();
    private final Map<UUID, byte[]> plans = new HashMap<>();
    private final List<Store.Left> left = new ArrayList<>();
    private Store.@Nullable Transaction transaction;
    private Store.@Nullable Commit commit;

    private final List<LiveExecution> executions = new ArrayList<>();
    private final List<Unsaved.Effect> effects = new ArrayList<>();
    private final List<CompletableFuture<Map<UUID, Store.Refusal>>> creators = new ArrayList<>();

    Batch(Machinery machinery, UUID home, Set<UUID> knownPlans) {
        this.machinery = machinery;
        this.home = home;
        this.knownPlans = knownPlans;
    }

    /** Takes over what an execution has to be recorded; within its turn, so that it is of one moment. */
    void gather(LiveExecution execution) {
        machinery.ask(execution, turn -> {
            Unsaved unsaved = Objects.requireNonNull(execution.unsaved);
            unsaved.setQueued(false);
            if (!unsaved.hasTransaction()) {
                collect(execution, unsaved);
            }
            return true;
        });
    }

    /**
     * Takes over what an execution has to be recorded in a body's own transaction.
     *
     * @param anyway even while something else of the execution is being recorded
     * @return whether it could
     */
    boolean gatherOwn(LiveExecution execution, boolean anyway) {
        return machinery.ask(execution, turn -> {
            Unsaved unsaved = Objects.requireNonNull(execution.unsaved);
            boolean free = anyway || execution.gone || !unsaved.isRecording();
            if (free) {
                transaction = unsaved.takeTransaction();
                collect(execution, unsaved);
            }
            return free;
        });
    }

    private void collect(LiveExecution execution, Unsaved unsaved) {
        unsaved.setRecording(true);
        executions.add(execution);
        if (execution.gone) {
            unsaved.takeEffects().forEach(Unsaved.Effect::dropped);
            rollBack();
            return;
        }
        effects.addAll(unsaved.takeEffects());
        for (int step : unsaved.takeSteps()) {
            runs.add(Records.of(execution, step));
        }
        left.addAll(unsaved.takeLeft());
        Unsaved.Saved now = Records.summary(execution);
        if (unsaved.isNew(now)) {
            unsaved.setSaved(now);
            changed.add(Records.of(execution, home));
            Plan plan = execution.startedOn;
            if (!knownPlans.contains(plan.id())) {
                plans.computeIfAbsent(plan.id(), id -> plan.toBytes());
            }
        }
    }

    void gather(
            List<Store.Creation> creations,
            Map<UUID, byte[]> theirPlans,
            CompletableFuture<Map<UUID, Store.Refusal>> done) {
        created.addAll(creations);
        plans.putAll(theirPlans);
        creators.add(done);
    }

    boolean isFull() {
        return created.size() + changed.size() + runs.size() >= MOST_RECORDS;
    }

    boolean isEmpty() {
        return created.isEmpty() && changed.isEmpty() && runs.isEmpty() && left.isEmpty() && transaction == null;
    }

    /** The same each time it is asked for: a commit whose answer was lost is recognised when it is made again. */
    Store.Commit commit() {
        if (commit == null) {
            commit = new Store.Commit(created, changed, runs, plans, left, transaction, home);
        }
        return commit;
    }

    List<LiveExecution> executions() {
        return executions;
    }

    void done(Map<UUID, Store.Refusal> refused) {
        creators.forEach(creator -> creator.complete(refused));
        effects.forEach(Unsaved.Effect::happen);
        executions.forEach(
                execution -> Objects.requireNonNull(execution.unsaved).setRecording(false));
    }

    void dropped() {
        rollBack();
        creators.forEach(creator -> creator.completeExceptionally(new FencedException("not recorded")));
        effects.forEach(Unsaved.Effect::dropped);
    }

    /** What a body wrote must not be committed without the end of its run: the body will run again elsewhere. */
    private void rollBack() {
        if (transaction != null) {
            transaction.close();
            transaction = null;
        }
    }
}

package dev.baton.internal.journal;

import dev.baton.graph.Plan;
import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.EffectHandler;
import dev.baton.internal.execution.Start;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one transaction, and the effects that follow once it is committed. For the one thread that creates it.
 */
final class Batch {

    private static final int MOST_RECORDS = 2_000;

    private final UUID node;
    private final List<Store.Creation> created = new ArrayList<>();
    private final List<ExecutionRecord> changed = new ArrayList<>();
    private final List<RunRecord> runs = new ArrayList<>();
    private final Map<UUID, byte[]> plans = new HashMap<>();
    private final List<Store.Left> left = new ArrayList<>();
    private Store.@Nullable Transaction transaction;
    private Store.@Nullable Commit commit;

    private final List<Entry> entries = new ArrayList<>();

    /** An entry that is recorded in one transaction with others. */
    sealed interface Entry permits Changed, Created {

        void recorded(EffectHandler handler, Map<UUID, Store.Refusal> refused);

        void dropped();
    }

    /** A change of an execution, on which its later changes build. */
    record Changed(PendingChanges from, Change change) implements Entry {

        @Override
        public void recorded(EffectHandler handler, Map<UUID, Store.Refusal> refused) {
            change.happen(handler, false);
        }

        @Override
        public void dropped() {
            change.drop();
            from.drop().forEach(Change::drop);
        }
    }

    /** New executions. */
    record Created(
            List<Store.Creation> created, Map<UUID, byte[]> plans, CompletableFuture<Map<UUID, Store.Refusal>> done)
            implements Entry {

        @Override
        public void recorded(EffectHandler handler, Map<UUID, Store.Refusal> refused) {
            done.complete(refused);
        }

        @Override
        public void dropped() {
            done.completeExceptionally(new FencedException("not recorded"));
        }
    }

    /** An empty batch of this node. */
    Batch(UUID node) {
        this.node = node;
    }

    UUID node() {
        return node;
    }

    void add(Entry entry) {
        entries.add(entry);
        if (entry instanceof Changed changedOne) {
            Change change = changedOne.change();
            change.runs().forEach(runs::add);
            left.addAll(change.left());
            ExecutionRecord record = change.record();
            if (record != null) {
                changed.add(record);
            }
            change.eachCreated(this::create);
            transaction = change.takeTransaction();
        } else if (entry instanceof Created creation) {
            created.addAll(creation.created());
            plans.putAll(creation.plans());
        }
    }

    /** Adds an execution that the end of another starts. Any node may take it: this one may have enough to do. */
    private void create(Start start, String parameters) {
        Plan graph = start.plan().plan();
        created.add(new Store.Creation(Records.created(start, parameters, node), null, true));
        plan(graph.id(), graph.toBytes());
    }

    /** Adds a graph that the store may not have yet. */
    void plan(UUID id, byte[] plan) {
        plans.putIfAbsent(id, plan);
    }

    List<Entry> entries() {
        return entries;
    }

    boolean isFull() {
        return created.size() + changed.size() + runs.size() >= MOST_RECORDS;
    }

    private boolean isEmpty() {
        return created.isEmpty() && changed.isEmpty() && runs.isEmpty() && left.isEmpty() && transaction == null;
    }

    /**
     * Writes the batch. A repeated call writes the same commit, so that a commit whose answer was lost is recognised.
     */
    Map<UUID, Store.Refusal> writeTo(Store store) {
        if (isEmpty()) {
            return Map.of();
        }
        if (commit == null) {
            commit = new Store.Commit(created, changed, runs, plans, left, transaction, node);
        }
        return store.commit(commit);
    }

    /** The graphs that the store has once the batch is written. */
    Iterable<UUID> plans() {
        return plans.keySet();
    }

    /** Rolls back the writes of bodies, whose runs have not ended. */
    void rollBack() {
        if (transaction != null) {
            transaction.close();
        }
    }
}

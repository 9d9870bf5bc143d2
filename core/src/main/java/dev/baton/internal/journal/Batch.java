package dev.baton.internal.journal;

import dev.baton.graph.Plan;
import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.EffectHandler;
import dev.baton.internal.execution.Start;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.KeyHeldException;
import dev.baton.spi.MissingParentException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one transaction, and the effects that follow once it is committed. For the one thread that creates it.
 */
final class Batch {

    private static final int MOST_RECORDS = 2_000;

    private final UUID node;
    private final int mostRecords;
    private final List<Store.Creation> created = new ArrayList<>();
    private final List<ExecutionRecord> changed = new ArrayList<>();
    private final List<RunRecord> runs = new ArrayList<>();
    private final Map<UUID, byte[]> plans = new HashMap<>();
    private final List<Store.ReturnedPermit> left = new ArrayList<>();
    private Store.@Nullable Transaction transaction;
    private Store.@Nullable Commit commit;

    /** Whether an attempt to write failed that may have taken effect. */
    private boolean doubtful;

    private final List<Entry> entries = new ArrayList<>();

    /** An entry that is recorded in one transaction with others. */
    sealed interface Entry permits Changed, Created {

        void recorded(EffectHandler handler, Map<UUID, Store.Refusal> refused);

        void dropped();

        /** The store refuses the entry, for a reason in words. */
        void refused(String why);

        /** An execution that the entry refers to does not exist. Only new executions refer to others. */
        default void failed(MissingParentException why) {
            refused(String.valueOf(why.getMessage()));
        }
    }

    /** A change of an execution, on which its later changes build. */
    record Changed(PendingChanges from, Change change) implements Entry {

        @Override
        public void recorded(EffectHandler handler, Map<UUID, Store.Refusal> refused) {
            StoredOutputs.leave(change);
            change.happen(handler, false);
        }

        @Override
        public void dropped() {
            change.drop();
            from.drop().forEach(Change::drop);
        }

        @Override
        public void refused(String why) {
            change.refuse(why);
            from.drop().forEach(Change::drop);
        }
    }

    /** New executions. Who asked for them may withdraw them, as long as no transaction with them may have taken effect. */
    static final class Created implements Entry {

        private final List<Store.Creation> created;
        private final Map<UUID, byte[]> plans;
        private final CompletableFuture<Map<UUID, Store.Refusal>> done;
        private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
        private volatile boolean unwanted;

        private enum Stage {
            /** In no transaction, or in one that certainly took no effect. */
            WAITING,
            /** In a transaction, or in one that may have taken effect. */
            WRITTEN,
            WITHDRAWN
        }

        Created(
                List<Store.Creation> created,
                Map<UUID, byte[]> plans,
                CompletableFuture<Map<UUID, Store.Refusal>> done) {
            this.created = created;
            this.plans = plans;
            this.done = done;
        }

        /** Returns whether they are certainly not created, and never will be. */
        boolean withdraw() {
            unwanted = true;
            if (stage.compareAndSet(Stage.WAITING, Stage.WITHDRAWN)) {
                done.cancel(false);
            }
            return stage.get() == Stage.WITHDRAWN;
        }

        /** After an attempt to write them that certainly took no effect. */
        private void undone() {
            if (stage.compareAndSet(Stage.WRITTEN, Stage.WAITING) && unwanted) {
                withdraw();
            }
        }

        /** Their idempotency keys. */
        Stream<String> keys() {
            return created.stream()
                    .map(creation -> creation.execution().cause().key())
                    .filter(Objects::nonNull)
                    .distinct();
        }

        @SuppressWarnings("FutureReturnValueIgnored") // the action cannot fail
        void whenDone(Runnable action) {
            done.whenComplete((refused, error) -> action.run());
        }

        /** Before each attempt to write them. Returns whether they are still wanted. */
        private boolean begin() {
            return stage.compareAndSet(Stage.WAITING, Stage.WRITTEN) || stage.get() == Stage.WRITTEN;
        }

        @Override
        public void recorded(EffectHandler handler, Map<UUID, Store.Refusal> refused) {
            done.complete(refused);
        }

        @Override
        public void dropped() {
            done.completeExceptionally(new FencedException("not recorded"));
        }

        @Override
        public void refused(String why) {
            done.completeExceptionally(new RefusedException(why));
        }

        @Override
        public void failed(MissingParentException why) {
            done.completeExceptionally(why);
        }
    }

    /** An empty batch of this node. */
    Batch(UUID node) {
        this(node, MOST_RECORDS);
    }

    private Batch(UUID node, int mostRecords) {
        this.node = node;
        this.mostRecords = mostRecords;
    }

    /** An empty batch for one entry. */
    static Batch ofOne(UUID node) {
        return new Batch(node, 1);
    }

    UUID node() {
        return node;
    }

    /** Whether the node of this batch still owns the execution of a change. */
    boolean mayWrite(Change change) {
        return !change.execution().isGone() && Restorer.isOwnedBy(node, change.execution());
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
            created.addAll(creation.created);
            plans.putAll(creation.plans);
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

    /** The pending changes of the executions that it changes. */
    List<PendingChanges> pending() {
        return entries.stream()
                .filter(Changed.class::isInstance)
                .map(entry -> ((Changed) entry).from())
                .toList();
    }

    boolean isFull() {
        return created.size() + changed.size() + runs.size() >= mostRecords;
    }

    /** Begins an attempt to write: what was withdrawn is left out. */
    private void begin() {
        // Withdrawn only after attempts that certainly took no effect.
        leaveOut(creations().filter(creation -> !creation.begin()).toList());
    }

    private Stream<Created> creations() {
        return entries.stream().filter(Created.class::isInstance).map(Created.class::cast);
    }

    /** Leaves out new executions that are certainly not recorded: the next commit is no other version of an earlier one. */
    private void leaveOut(List<Created> some) {
        if (some.isEmpty()) {
            return;
        }
        commit = null;
        Set<Object> unwanted = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Created creation : some) {
            unwanted.add(creation);
            unwanted.addAll(creation.created);
        }
        created.removeIf(unwanted::contains);
        entries.removeIf(unwanted::contains);
        if (isEmpty()) {
            // No transaction stores their graphs.
            plans.clear();
        }
    }

    /** An attempt has failed. */
    private void failed(boolean undone) {
        doubtful |= !undone;
        if (!doubtful) {
            creations().forEach(Created::undone);
        }
    }

    /**
     * Takes the new executions with idempotency keys out of the batch, after an attempt that certainly took no effect.
     */
    List<Created> takeKeyed() {
        List<Created> keyed = creations()
                .filter(creation -> creation.keys().findAny().isPresent())
                .toList();
        leaveOut(keyed);
        return keyed;
    }

    private boolean isEmpty() {
        return created.isEmpty() && changed.isEmpty() && runs.isEmpty() && left.isEmpty() && transaction == null;
    }

    /**
     * Writes the batch. A repeated call writes the same commit, so that a commit whose answer was lost is recognised.
     */
    Map<UUID, Store.Refusal> writeTo(Store store) {
        begin();
        if (isEmpty()) {
            return Map.of();
        }
        if (commit == null) {
            commit = new Store.Commit(created, changed, runs, plans, left, transaction, node);
        }
        try {
            return store.commit(commit);
        } catch (StoreUnavailableException e) {
            failed(e.isUndone());
            throw e;
        } catch (KeyHeldException e) {
            // The store has found out by now how an earlier attempt ended.
            doubtful = false;
            failed(true);
            throw e;
        }
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

package dev.baton.internal.journal;

import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.EffectHandler;
import dev.baton.internal.execution.Journal;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.ReasonText;
import dev.baton.spi.FencedException;
import dev.baton.spi.KeyHeldException;
import dev.baton.spi.MissingParentException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records changes in a store, in groups: all changes that arrive during one transaction go into the next. The effects
 * of a change happen once it is recorded, on a thread that holds no lock. While the store is unreachable, changes wait,
 * folded into one per execution. A change that cannot be written affects only its own execution, which continues from
 * the recorded state. Safe from any thread.
 */
public final class StoreJournal implements Journal {

    private static final Logger LOG = LoggerFactory.getLogger(StoreJournal.class);
    /** How long a body's transaction waits for a writer that, on a single file, may be waiting for it. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final Store store;
    private final EffectHandler handler;
    private final Time time;
    private final Executor executor;
    private final Outage outage;
    private final JournalListener listener;
    private final GroupCommit[] writers;
    private final HeldKeys heldKeys;
    private final StoredPlans plans;
    private final StartedOver startedOver = new StartedOver();
    private volatile boolean closed;
    /** Whether the journal gives up on an unreachable store instead of waiting for it. */
    private volatile boolean inHaste;

    /**
     * A journal whose effects this handler carries out.
     *
     * @param executor runs tasks that must not block the caller
     */
    public StoreJournal(
            Store store, EffectHandler handler, Time time, Executor executor, Outage outage, JournalListener listener) {
        this.store = store;
        this.handler = handler;
        this.time = time;
        this.executor = executor;
        this.outage = outage;
        this.listener = listener;
        this.plans = new StoredPlans(time);
        this.writers = new GroupCommit[store.writers()];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new GroupCommit(time, executor, new Entries(Batch::new));
        }
        this.heldKeys = new HeldKeys(time, new GroupCommit(time, executor, new Entries(Batch::ofOne)));
    }

    @Override
    public boolean append(Change change) {
        LiveExecution execution = change.execution();
        if (execution.isGone()) {
            change.drop();
            return false;
        }
        change.eachTouched(step -> change.write(Records.of(execution, step)));
        JournalEntry entry = JournalEntry.of(execution);
        Records.writeIfNew(change, entry, store.node());
        if (!change.isToWrite() && entry.pending().begin(change)) {
            return true;
        }
        PendingChanges.Added added = entry.pending().add(change);
        switch (added) {
            case CALL -> dispatch(entry.pending());
            case WAITS -> limitWait(entry.pending(), change);
            case DROPPED -> change.drop();
        }
        return added == PendingChanges.Added.CALL;
    }

    /**
     * Sends the next change of an execution to a writer or, if it has a body's transaction, past the writers, which may
     * be waiting for a lock that this very transaction holds.
     */
    private void dispatch(PendingChanges pending) {
        if (pending.isNextOwn()) {
            Change change = Objects.requireNonNull(pending.take());
            executor.execute(() -> writeOwn(pending, change));
        } else {
            writerOf(pending.execution().id()).add(pending);
        }
    }

    private void limitWait(PendingChanges pending, Change change) {
        if (change.hasTransaction() && !store.isShared()) {
            time.after(PATIENCE, () -> giveUpWaiting(pending, change));
        }
    }

    @Override
    public boolean isOneByOne(LiveExecution execution) {
        return JournalEntry.of(execution).pending().isOneByOne();
    }

    @Override
    public void follow(Change change, boolean byWorker) {
        PendingChanges pending = JournalEntry.of(change.execution()).pending();
        if (pending.isUnderWay(change) && !change.isToWrite()) {
            change.happen(handler, byWorker);
            next(pending);
        } else {
            writerOf(change.execution().id()).call();
        }
    }

    @Override
    public void signal(Change change) {
        change.send(handler);
    }

    @Override
    public void help(LiveExecution execution) {
        help(execution.id());
    }

    /** Records the pending changes of this execution on the caller's thread, unless another thread is doing so. */
    public void help(UUID execution) {
        writerOf(execution).help();
    }

    /**
     * Creates executions, all of them or none.
     *
     * @param helped whether the caller calls {@link #help} next, so that no other thread need be woken
     * @return what becomes of it
     */
    public Recording create(List<Store.Creation> created, Map<UUID, byte[]> plans, boolean helped) {
        CompletableFuture<Map<UUID, Store.Refusal>> done = new CompletableFuture<>();
        // Fires of one schedule must be recorded in order, so all of them go the same way.
        boolean fire = created.get(0).fire() != null;
        GroupCommit writer =
                fire ? writers[0] : writerOf(created.get(0).execution().id());
        Batch.Created entry = new Batch.Created(created, plans, done);
        if (!heldKeys.take(entry)) {
            writer.add(entry);
            if (!helped) {
                writer.call();
            }
        }
        return new Recording(done, entry::withdraw, () -> heldKeys.hasHeldKey(entry));
    }

    /** The graphs that the store has. */
    public StoredPlans plans() {
        return plans;
    }

    /** Whether a change of an execution waits to be recorded. Within its turn. */
    public boolean isRecording(LiveExecution execution) {
        return !JournalEntry.of(execution).pending().isIdle();
    }

    StartedOver startedOver() {
        return startedOver;
    }

    /** The number of changes that wait to be recorded. */
    public int backlog() {
        return Arrays.stream(writers).mapToInt(GroupCommit::waiting).sum();
    }

    /** Records all changes of these executions, and returns when that is done or the store is unreachable. */
    public void flush(Collection<LiveExecution> executions) {
        inHaste = true;
        try {
            Flush.of(executions, time).by(this::writeAll);
        } finally {
            inHaste = false;
        }
    }

    private boolean writeAll() {
        boolean reached = true;
        for (GroupCommit writer : writers) {
            reached &= writer.flush();
        }
        return reached;
    }

    /** Gives up changes that could not be recorded. */
    public void close() {
        closed = true;
    }

    private GroupCommit writerOf(UUID id) {
        return writers[(id.hashCode() & Integer.MAX_VALUE) % writers.length];
    }

    /** Collects the pending entries into a batch. */
    private final class Entries implements GroupCommit.Writing {

        private final Function<UUID, Batch> batches;

        Entries(Function<UUID, Batch> batches) {
            this.batches = batches;
        }

        @Override
        public Batch newBatch() {
            return batches.apply(store.node());
        }

        @Override
        public void gather(Object entry, Batch batch) {
            if (entry instanceof PendingChanges pending) {
                Change change = pending.take();
                if (change != null && !batch.mayWrite(change)) {
                    // This process may have joined under another node id, which must not write the former changes.
                    new Batch.Changed(pending, change).dropped();
                } else if (change != null) {
                    batch.add(new Batch.Changed(pending, change));
                    addPlan(batch, change);
                }
            } else {
                batch.add((Batch.Created) entry);
            }
        }

        @Override
        public GroupCommit.@Nullable Written write(Batch batch) {
            return StoreJournal.this.write(batch);
        }

        @Override
        public boolean isGivenUp() {
            return closed || inHaste;
        }
    }

    private void addPlan(Batch batch, Change change) {
        if (change.record() != null) {
            plans.addTo(batch, change.execution().startedOn());
        }
    }

    /** Writes a batch. Returns null if the store is unreachable. */
    private GroupCommit.@Nullable Written write(Batch batch) {
        return write(batch, false);
    }

    /** Writes a batch whose only entry the store has refused before. */
    private GroupCommit.@Nullable Written writeAgain(Batch alone) {
        return write(alone, true);
    }

    private GroupCommit.@Nullable Written write(Batch batch, boolean isSecondTry) {
        try {
            Map<UUID, Store.Refusal> refused = batch.writeTo(store);
            plans.written(batch);
            outage.over();
            return () -> {
                batch.entries().forEach(entry -> recorded(entry, refused));
                listener.recorded();
            };
        } catch (FencedException e) {
            return () -> {
                batch.entries().forEach(Batch.Entry::dropped);
                listener.fenced();
            };
        } catch (StoreUnavailableException e) {
            outage.noticed(e);
            return null;
        } catch (KeyHeldException e) {
            return heldKeys.putAside(batch, rest -> write(rest, isSecondTry));
        } catch (MissingParentException e) {
            return isSecondTry ? () -> batch.entries().forEach(entry -> entry.failed(e)) : writeOneByOne(batch);
        } catch (RuntimeException | Error e) {
            if (closed) {
                // Asked for in the moment in which the node closed: nobody was told that it is recorded.
                return () -> batch.entries().forEach(Batch.Entry::dropped);
            }
            if (isSecondTry) {
                return () -> refuse(batch, e);
            }
            return writeOneByOne(batch);
        }
    }

    /** An entry cannot be written: write each on its own, so that it does not affect the others. */
    private GroupCommit.@Nullable Written writeOneByOne(Batch batch) {
        List<GroupCommit.Written> all = new ArrayList<>();
        for (Batch.Entry entry : batch.entries()) {
            Batch alone = new Batch(batch.node());
            alone.add(entry);
            if (entry instanceof Batch.Changed changed) {
                addPlan(alone, changed.change());
            }
            GroupCommit.Written written = writeAgain(alone);
            all.add(written == null ? () -> startOver(alone) : written);
        }
        return () -> all.forEach(GroupCommit.Written::happen);
    }

    private void recorded(Batch.Entry entry, Map<UUID, Store.Refusal> refused) {
        try {
            entry.recorded(handler, refused);
        } finally {
            if (entry instanceof Batch.Changed changed) {
                next(changed.from());
            }
        }
    }

    private void next(PendingChanges pending) {
        if (pending.recorded()) {
            dispatch(pending);
            writerOf(pending.execution().id()).call();
        }
    }

    /** A body's transaction cannot be repeated: if it fails, the run has not ended. */
    private void writeOwn(PendingChanges pending, Change change) {
        Batch batch = new Batch(store.node());
        try {
            batch.add(new Batch.Changed(pending, change));
            addPlan(batch, change);
            if (!batch.mayWrite(change)) {
                throw new MovedException();
            }
            Map<UUID, Store.Refusal> refused = batch.writeTo(store);
            plans.written(batch);
            batch.entries().forEach(entry -> recorded(entry, refused));
        } catch (StoreUnavailableException | KeyHeldException | FencedException | MovedException e) {
            LOG.warn("a body's transaction was not committed: the body will run again ({})", ReasonText.message(e));
            batch.rollBack();
            startOver(batch);
        } catch (RuntimeException | Error e) {
            batch.rollBack();
            refuse(batch, e);
        }
    }

    private void giveUpWaiting(PendingChanges pending, Change change) {
        if (pending.isTransactionWaiting(change)) {
            LOG.warn(
                    "{}: a body's transaction is in the way of what else happened to it; the body will run again",
                    pending.execution());
            executor.execute(() -> startOver(List.of(pending)));
        }
    }

    /** Continues from the recorded state, in which the attempts that the store has refused count as failed. */
    private void refuse(Batch batch, Throwable why) {
        LOG.error("the store refuses what happened; the execution continues from what is recorded", why);
        String words = ReasonText.message(why);
        for (Batch.Entry entry : batch.entries()) {
            if (entry instanceof Batch.Changed changed) {
                startedOver.add(changed.change(), why);
            }
            entry.refused(words);
        }
        startOver(batch.pending());
    }

    /** Continues from the recorded state, as after a restart. */
    private void startOver(Batch batch) {
        batch.entries().forEach(Batch.Entry::dropped);
        startOver(batch.pending());
    }

    private void startOver(List<PendingChanges> lost) {
        if (!lost.isEmpty()) {
            lost.forEach(pending -> startedOver.add(pending.execution().id()));
            lost.forEach(pending -> pending.drop().forEach(Change::drop));
            listener.unrecordable(lost.stream().map(PendingChanges::execution).toList());
        }
    }
}

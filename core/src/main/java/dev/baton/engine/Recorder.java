package dev.baton.engine;

import dev.baton.error.BatonClosedException;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what turns did, many at a time: everything that came in while the last transaction was under way goes into the
 * next. What follows from it (children start, listeners are told, callers get their answer) happens once it is
 * recorded, not before. While the store cannot be reached, what is to be recorded waits, in order.
 *
 * <p>An execution's changes always go through the same writer, so that a later one never overtakes an earlier one. Safe
 * from any thread.
 */
final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** How often a body's own transaction waits for a writer that, on one file, may be waiting for it. */
    private static final int PATIENT_TRIES = 10;

    private final Store store;
    private final Outage outage;
    private final Runnable fenced;
    private final Runnable unrecordable;
    private final Writer[] writers;
    private final Set<UUID> knownPlans = ConcurrentHashMap.newKeySet();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean closed;
    /** Whether a store that cannot be reached is not waited for. */
    private volatile boolean inHaste;

    private Time time;
    private Worker worker;
    private Machinery machinery;

    /**
     * Makes a recorder; {@link #attach} puts it to work.
     *
     * @param fenced called when this node turns out to be declared dead
     * @param unrecordable called when executions were forgotten here that are to go on from what is recorded
     */
    @SuppressWarnings("NullAway.Init") // attach() completes it: it and the machinery need one another
    Recorder(Store store, Outage outage, Runnable fenced, Runnable unrecordable) {
        this.store = store;
        this.outage = outage;
        this.fenced = fenced;
        this.unrecordable = unrecordable;
        this.writers = new Writer[store.writers()];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Writer();
        }
    }

    void attach(Machinery newMachinery) {
        machinery = newMachinery;
        time = newMachinery.time();
        worker = newMachinery.worker();
    }

    Store store() {
        return store;
    }

    // ---- what comes in

    /** Called at the end of a turn: has recorded what the turn did, or lets follow what needs no recording. */
    void settle(LiveExecution execution) {
        Unsaved unsaved = Objects.requireNonNull(execution.unsaved);
        if (execution.gone) {
            unsaved.takeEffects().forEach(Unsaved.Effect::dropped);
        } else if (unsaved.hasTransaction()) {
            // Not by a writer: it may be waiting for a lock that this very transaction holds.
            worker.execute(() -> recordOwn(execution, PATIENT_TRIES));
        } else if (!unsaved.isQueued()) {
            boolean recordable = unsaved.isAboutRuns() || unsaved.isNew(Records.summary(execution));
            if (recordable || (unsaved.isRecording() && !unsaved.isEmpty())) {
                unsaved.setQueued(true);
                Writer writer = writerOf(execution.id);
                writer.add(new Changed(execution));
                writer.call();
            } else {
                unsaved.takeEffects().forEach(Unsaved.Effect::happen);
            }
        }
    }

    /**
     * Creates executions, all of them or none.
     *
     * @param helped whether the caller calls {@link #help} next, so that nobody else need be woken for it
     * @return when it is done, those that were not created, as {@link Store#commit} says
     */
    CompletableFuture<Map<UUID, Store.Refusal>> create(
            List<Store.Creation> created, Map<UUID, byte[]> plans, boolean helped) {
        Created entry = new Created(created, plans, new CompletableFuture<>());
        // Fires of one schedule must be recorded in their order, so all of them go one way.
        boolean fire = created.get(0).fire() != null;
        Writer writer = fire ? writers[0] : writerOf(created.get(0).execution().id());
        writer.add(entry);
        if (!helped) {
            writer.call();
        }
        return entry.done;
    }

    /** Records with the caller's own thread what this execution waits for, unless somebody is at it. */
    void help(UUID execution) {
        writerOf(execution).lead();
    }

    /** Whether a graph may have to be kept before an execution over it is. */
    boolean isNewPlan(UUID plan) {
        return !knownPlans.contains(plan);
    }

    /** Brings graphs along again from now on: a store removes those that nothing refers to. */
    void forgetPlans() {
        knownPlans.clear();
    }

    /** Records all there is, and returns when it is done, or cannot be. */
    void flush() {
        inHaste = true;
        try {
            for (Writer writer : writers) {
                writer.flush();
            }
        } finally {
            inHaste = false;
        }
    }

    /** How much waits to be recorded. */
    int backlog() {
        return waiting.get();
    }

    /** Gives up on what could not be recorded. */
    void close() {
        closed = true;
    }

    private Writer writerOf(UUID id) {
        return writers[(id.hashCode() & Integer.MAX_VALUE) % writers.length];
    }

    // ---- what is to be recorded

    private sealed interface Entry permits Changed, Created {

        void gather(Batch batch);
    }

    private record Changed(LiveExecution execution) implements Entry {

        @Override
        public void gather(Batch batch) {
            batch.gather(execution);
        }
    }

    private record Created(
            List<Store.Creation> created, Map<UUID, byte[]> plans, CompletableFuture<Map<UUID, Store.Refusal>> done)
            implements Entry {

        @Override
        public void gather(Batch batch) {
            batch.gather(created, plans, done);
        }
    }

    // ---- writers

    /** Makes one transaction after another. Whoever has the lock leads; everybody else leaves theirs to that one. */
    private final class Writer {

        private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
        private final ReentrantLock leading = new ReentrantLock();
        private final AtomicBoolean called = new AtomicBoolean();
        /** What is to be tried again before anything else. */
        private @Nullable Batch unfinished;

        void add(Entry entry) {
            waiting.incrementAndGet();
            entries.add(entry);
        }

        void call() {
            if (!called.get() && called.compareAndSet(false, true)) {
                worker.execute(this::work);
            }
        }

        private void work() {
            leading.lock();
            try {
                called.set(false);
                recordAll();
            } finally {
                leading.unlock();
            }
            callForMore();
        }

        /** Makes one transaction with the caller's thread, unless somebody is at it. */
        void lead() {
            if (hasMore() && leading.tryLock()) {
                try {
                    recordSome();
                } finally {
                    leading.unlock();
                }
                callForMore();
            }
        }

        /** Whoever came while somebody else led has left it to that one, which may not have seen it any more. */
        private void callForMore() {
            if (hasMore()) {
                call();
            }
        }

        void flush() {
            leading.lock();
            try {
                recordAll();
            } finally {
                leading.unlock();
            }
            callForMore();
        }

        private boolean hasMore() {
            return unfinished != null || !entries.isEmpty();
        }

        private void recordAll() {
            Duration pause = SHORTEST_PAUSE;
            while (hasMore()) {
                boolean reached = recordSome();
                if (!reached && inHaste) {
                    return;
                }
                pause = reached ? SHORTEST_PAUSE : sleep(pause);
            }
        }

        /** Makes one transaction. Returns whether the store could be reached. */
        private boolean recordSome() {
            Batch batch = unfinished == null ? gather() : unfinished;
            unfinished = null;
            try {
                record(batch);
                outage.over();
                return true;
            } catch (StoreUnavailableException e) {
                outage.noticed(e);
                if (closed || inHaste) {
                    LOG.warn("stopped while the store could not be reached: what was not recorded will be done again");
                    batch.dropped();
                } else {
                    unfinished = batch;
                }
                return false;
            }
        }

        private Batch gather() {
            Batch batch = new Batch(machinery, store.node(), knownPlans);
            for (Entry next = entries.poll(); next != null; next = batch.isFull() ? null : entries.poll()) {
                waiting.decrementAndGet();
                next.gather(batch);
            }
            return batch;
        }
    }

    private void record(Batch batch) {
        try {
            Store.Commit commit = batch.commit();
            Map<UUID, Store.Refusal> refused = batch.isEmpty() ? Map.of() : store.commit(commit);
            knownPlans.addAll(commit.plans().keySet());
            batch.done(refused);
            machinery.ready().recorded();
        } catch (FencedException e) {
            batch.dropped();
            fenced.run();
        } catch (StoreUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error("what happened could not be recorded; it will be done again", e);
            startOver(batch);
        }
    }

    /** A body's own transaction cannot be made twice: when it fails, its run has not ended. */
    private void recordOwn(LiveExecution execution, int tries) {
        Batch batch = new Batch(machinery, store.node(), knownPlans);
        if (!batch.gatherOwn(execution, tries == 0)) {
            int left = store.isShared() ? tries : tries - 1;
            time.after(SHORTEST_PAUSE, () -> worker.execute(() -> recordOwn(execution, left)));
            return;
        }
        if (tries == 0) {
            LOG.warn(
                    "{}: a body's transaction is in the way of what else happened to it; the body will run again",
                    execution);
            startOver(batch);
            return;
        }
        try {
            batch.done(batch.isEmpty() ? Map.of() : store.commit(batch.commit()));
        } catch (RuntimeException e) {
            LOG.warn("a body's transaction was not committed: the body will run again ({})", e.getMessage());
            startOver(batch);
        }
    }

    /** Goes on from what is recorded, as after a restart. */
    private void startOver(Batch batch) {
        batch.dropped();
        machinery.forget(batch.executions());
        unrecordable.run();
    }

    private Duration sleep(Duration pause) {
        try {
            time.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BatonClosedException("recording");
        }
        Duration longer = pause.multipliedBy(2);
        return longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
    }
}

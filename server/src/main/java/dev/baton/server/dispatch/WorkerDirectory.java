package dev.baton.server.dispatch;

import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import dev.baton.worker.Dispatch;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.UnknownWorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers that there are, whichever server they talk to. Requests read and write memory; {@link #exchange} brings
 * memory and rows together, so that a store that is away holds up no request of a worker that is known. Safe from any
 * thread.
 */
final class WorkerDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerDirectory.class);

    private final Map<String, AttachedWorker> workers = new ConcurrentHashMap<>();
    private final WorkerRows rows;
    private final Time time;
    private final Duration lease;

    /** Held while rows are read and learned from: a row that was read before a drain must not undo it. */
    private final Object exchanging = new Object();

    private boolean loaded;
    private volatile boolean away;

    /** The workers that have left in order, as of the last look at the rows. */
    private volatile Set<String> left = Set.of();

    /** Since when silence counts: before, this server could not know who sent heartbeats. */
    private volatile long listensSince;

    private volatile long exchanged;

    WorkerDirectory(WorkerRows rows, Time time, Duration lease) {
        this.rows = rows;
        this.time = time;
        this.lease = lease;
        this.listensSince = time.micros();
        this.exchanged = listensSince;
    }

    /** Adds a worker, which all servers know when this returns. */
    AttachedWorker join(Dispatch.Introduction introduction, @Nullable UUID token, boolean local) {
        WorkerRows.Row row = new WorkerRows.Row(
                UUID.randomUUID().toString(), introduction, token, time.now(), time.now(), false, Set.of());
        AttachedWorker worker = new AttachedWorker(row, local);
        worker.heard(time.micros());
        if (!local) {
            if (away) {
                throw new DispatchUnavailableException("the database is unreachable: no worker can be added");
            }
            rows.put(List.of(row));
        }
        workers.put(worker.id, worker);
        return worker;
    }

    /** The worker that another process was, if this token registered it; null if nobody knows it any longer. */
    @Nullable AttachedWorker former(String id, UUID token) {
        try {
            AttachedWorker known = lookUp(id);
            return token.equals(known.token) ? known : null;
        } catch (UnknownWorkerException e) {
            return null;
        }
    }

    /** A worker whose process was started again, and which all servers know as the one it was when this returns. */
    AttachedWorker rejoin(AttachedWorker before, Dispatch.Introduction introduction, Set<String> leases) {
        WorkerRows.Row row =
                new WorkerRows.Row(before.id, introduction, before.token, time.now(), time.now(), false, leases);
        AttachedWorker worker = new AttachedWorker(row, false);
        worker.heard(time.micros(), leases);
        rows.replace(row);
        workers.put(worker.id, worker);
        return worker;
    }

    /**
     * The worker of this id, which has just been heard of.
     *
     * @throws UnknownWorkerException when there is none
     */
    AttachedWorker known(String id) {
        AttachedWorker known = lookUp(id);
        known.heard(time.micros());
        return known;
    }

    /**
     * The worker of this id, which another server may have added.
     *
     * @throws UnknownWorkerException when there is none
     */
    AttachedWorker lookUp(String id) {
        AttachedWorker known = workers.get(id);
        return known != null
                ? known
                : rows.find(id)
                        .map(row -> workers.computeIfAbsent(id, key -> new AttachedWorker(row)))
                        .orElseThrow(() -> new UnknownWorkerException(
                                "there is no worker " + id + " here (any longer). Register again."));
    }

    /** Drains a worker, or lets it take runs again. Returns whether that changed anything. */
    boolean setDraining(AttachedWorker worker, boolean draining) {
        synchronized (exchanging) {
            rows.setDraining(worker.id, draining);
            boolean was = worker.draining;
            worker.draining = draining;
            worker.setNews();
            return was != draining;
        }
    }

    @Nullable AttachedWorker find(String id) {
        return workers.get(id);
    }

    /** All of them, the first that came first. */
    List<AttachedWorker> all() {
        return workers.values().stream()
                .sorted(Comparator.comparing((AttachedWorker worker) -> worker.sinceMicros)
                        .thenComparing(worker -> worker.id))
                .toList();
    }

    /** Removes a worker that is lost, here and for all servers. Returns whether it was there. */
    boolean remove(AttachedWorker worker) {
        return remove(worker, () -> rows.remove(worker.id));
    }

    /** Removes a worker that leaves in order, here and for all servers. Returns whether it was there. */
    boolean leave(AttachedWorker worker) {
        return remove(worker, () -> rows.leave(worker.id));
    }

    /** Whether a worker has left in order: whatever it is still said to have, it does not execute. */
    boolean hasLeft(String id) {
        return left.contains(id);
    }

    private boolean remove(AttachedWorker worker, Runnable everywhere) {
        boolean was = workers.remove(worker.id, worker);
        try {
            everywhere.run();
        } catch (StoreUnavailableException e) {
            LOG.debug("worker {} stays in the table until it has been silent for long", worker.id);
        }
        return was;
    }

    /** Whether the rows could not be reached when that was last tried. */
    boolean isAway() {
        return away;
    }

    /**
     * Writes down who was heard of here, and reads who was heard of elsewhere.
     *
     * @return the workers that another server has removed
     */
    List<AttachedWorker> exchange() {
        long now = time.micros();
        if (stoodStill(now)) {
            // Workers may have spoken to a wall.
            listensSince = now;
        }
        exchanged = now;
        List<AttachedWorker> news = workers.values().stream()
                .filter(worker -> (!worker.local || rows.isShared()) && worker.takeNews() && isFresh(worker))
                .toList();
        try {
            List<AttachedWorker> gone;
            synchronized (exchanging) {
                if (!news.isEmpty()) {
                    rows.put(news.stream().map(AttachedWorker::row).toList());
                }
                gone = rows.isShared() || !loaded ? read() : List.of();
            }
            back();
            return gone;
        } catch (StoreUnavailableException e) {
            news.forEach(AttachedWorker::setNews);
            listensSince = now;
            if (!away) {
                LOG.info("the database is unreachable; workers keep their runs meanwhile: {}", e.getMessage());
            }
            away = true;
            return List.of();
        }
    }

    /**
     * Whether a worker was heard of within its lease, or is this process's own. If this process stood still, others may
     * have removed a worker meanwhile, and old news would bring it back.
     */
    boolean isFresh(AttachedWorker worker) {
        return worker.local || time.micros() - worker.seenMicros() <= Time.toMicros(lease);
    }

    private void back() {
        if (away) {
            LOG.info("the database is back; workers are heard of again");
            listensSince = time.micros();
        }
        away = false;
    }

    private List<AttachedWorker> read() {
        // Before the rows are read: a worker that registers in between is not checked this time.
        List<AttachedWorker> before = List.copyOf(workers.values());
        left = rows.left();
        Map<String, WorkerRows.Row> all = rows.all().stream().collect(Collectors.toMap(WorkerRows.Row::id, row -> row));
        for (WorkerRows.Row row : all.values()) {
            if (row.isLocal() && !rows.isShared()) {
                // The worker of a process that used these tables before.
                rows.remove(row.id());
            } else {
                workers.compute(
                                row.id(),
                                (id, known) -> known == null || known.isBefore(row) ? new AttachedWorker(row) : known)
                        .learn(row);
            }
        }
        List<AttachedWorker> gone = new ArrayList<>();
        for (AttachedWorker worker : before) {
            boolean kept = worker.local && worker.isHere();
            if (loaded && !kept && !all.containsKey(worker.id) && workers.remove(worker.id, worker)) {
                gone.add(worker);
            }
        }
        loaded = true;
        return gone;
    }

    /**
     * Whether a worker has been silent for too long.
     *
     * @param given when it was last given something here, or that was taken over, in microseconds; 0 for never
     */
    boolean isSilent(AttachedWorker worker, long given) {
        long now = time.micros();
        // A server that it has nothing to do with leaves it to the others, unless there are none.
        long longest = Time.toMicros(worker.isHere() || given > 0 ? lease : lease.multipliedBy(2));
        return hasListenedFor(longest, now) && now - Math.max(worker.seenMicros(), given) > longest;
    }

    /** Whether so much time has passed that a worker would have spoken for what it has. */
    boolean isOverdue(long since) {
        long now = time.micros();
        long longest = Time.toMicros(lease);
        return hasListenedFor(longest, now) && now - since > longest;
    }

    /** Whether workers could have been heard for so long. Not if this process stood still since it last read the rows. */
    private boolean hasListenedFor(long longest, long now) {
        return !away && !stoodStill(now) && now - listensSince > longest;
    }

    private boolean stoodStill(long now) {
        return now - exchanged > Time.toMicros(lease) / 2;
    }
}

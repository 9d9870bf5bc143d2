package dev.baton.server.dispatch;

import dev.baton.RunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The leases that workers hold, and those that ended recently. Safe from any thread. */
final class Leases {

    private static final int REMEMBERED = 10_000;

    private final Map<String, ActiveLease> held = new ConcurrentHashMap<>();
    private final Map<RunId, ActiveLease> byRun = new ConcurrentHashMap<>();

    /**
     * Leases whose end was reported, each with a future that completes when it is recorded, to recognise repeated
     * reports.
     */
    private final Map<String, CompletableFuture<Void>> finished = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CompletableFuture<Void>> eldest) {
            return size() > REMEMBERED;
        }
    };

    void add(ActiveLease lease) {
        held.put(lease.id, lease);
        byRun.put(lease.run, lease);
    }

    /** Takes a lease away. Returns whether it was held. */
    boolean remove(ActiveLease lease) {
        byRun.remove(lease.run, lease);
        return held.remove(lease.id, lease);
    }

    /** Takes a lease away because its end was reported, which will be recorded. Returns whether it was held. */
    boolean finish(ActiveLease lease, CompletableFuture<Void> recorded) {
        boolean was = remove(lease);
        if (was) {
            synchronized (finished) {
                finished.put(lease.id, recorded);
            }
        }
        return was;
    }

    /** Completes when a reported end is recorded; null if none was reported here. */
    @Nullable CompletableFuture<Void> finished(String id) {
        synchronized (finished) {
            return finished.get(id);
        }
    }

    /** Forgets the reported end of a lease that was not recorded here, because another server owns its run. */
    void forgetFinished(String id) {
        synchronized (finished) {
            finished.remove(id);
        }
    }

    /** All leases. */
    List<ActiveLease> all() {
        return List.copyOf(held.values());
    }

    /** The ids of all leases. */
    Set<String> ids() {
        return Set.copyOf(held.keySet());
    }

    @Nullable ActiveLease find(String id) {
        return held.get(id);
    }

    Optional<ActiveLease> of(RunId run) {
        return Optional.ofNullable(byRun.get(run));
    }

    /** The leases of a worker. */
    List<ActiveLease> of(String worker) {
        List<ActiveLease> all = new ArrayList<>();
        for (ActiveLease lease : held.values()) {
            if (lease.worker.equals(worker)) {
                all.add(lease);
            }
        }
        return all;
    }

    /** All leases, by worker. */
    Map<String, List<ActiveLease>> byWorker() {
        Map<String, List<ActiveLease>> all = new HashMap<>();
        held.values()
                .forEach(lease -> all.computeIfAbsent(lease.worker, worker -> new ArrayList<>())
                        .add(lease));
        return all;
    }

    /** The number of leases that end with this process. */
    int endingHere() {
        return (int) held.values().stream().filter(ActiveLease::endsHere).count();
    }
}

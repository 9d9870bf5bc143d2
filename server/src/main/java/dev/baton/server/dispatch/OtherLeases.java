package dev.baton.server.dispatch;

import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.LeaseLostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases that workers name here and that this server does not hold: another server of the cluster holds them, or will
 * after a takeover, or they are lost. Heartbeats are answered from memory, with the results of {@link #look}. Safe from
 * any thread.
 */
final class OtherLeases {

    private static final Logger LOG = LoggerFactory.getLogger(OtherLeases.class);

    private final WorkerRows rows;
    private final Time time;
    private final Duration again;
    private volatile @Nullable RunLeases runs;
    private volatile Set<String> toStop = Set.of();
    private final Map<String, Finding> findings = new ConcurrentHashMap<>();

    /**
     * The result of a lookup.
     *
     * @param surely whether an earlier lookup also found it lost, because telling the worker so is final
     */
    private record Finding(RunLeases.State state, String worker, boolean surely, long micros) {}

    /**
     * @param again the time after which a lease is looked up again
     */
    OtherLeases(WorkerRows rows, Time time, Duration again) {
        this.rows = rows;
        this.time = time;
        this.again = again;
    }

    void lookUpIn(RunLeases newRuns) {
        runs = newRuns;
    }

    /** Whether the owner of a lease has asked to stop its work. */
    boolean isToStop(String lease) {
        return toStop.contains(lease);
    }

    /** Whether a lease is known to be lost. */
    boolean isLost(String lease) {
        Finding finding = findings.get(lease);
        return finding != null && finding.state == RunLeases.State.LOST && finding.surely;
    }

    /**
     * Looks up the leases that workers have named, and forgets those that they no longer name.
     *
     * @param named the ids of leases, each with the id of its worker
     */
    void look(Map<String, String> named) {
        findings.keySet().retainAll(named.keySet());
        toStop = rows.isShared() ? rows.toStop() : Set.of();
        long latest = time.micros() - Time.toMicros(again);
        named.forEach((lease, worker) -> {
            Finding known = findings.get(lease);
            boolean unsure = known != null && known.state == RunLeases.State.LOST && !known.surely;
            if (known == null || unsure || known.micros < latest) {
                boolean again = known != null && known.state == RunLeases.State.LOST;
                findings.put(lease, new Finding(stateOf(lease, worker), worker, again, time.micros()));
            }
        });
    }

    /** Whether a worker holds a lease, as of its last lookup. */
    boolean isHeld(String lease, String worker) {
        Finding known = findings.get(lease);
        if (known == null || !known.worker.equals(worker)) {
            known = new Finding(stateOf(lease, worker), worker, false, time.micros());
            findings.put(lease, known);
        }
        return known.state == RunLeases.State.HELD;
    }

    private RunLeases.State stateOf(String lease, String worker) {
        RunLeases known = runs();
        return LeaseId.parse(lease).map(id -> known.look(id, worker)).orElse(RunLeases.State.LOST);
    }

    /** The runs of all servers. */
    RunLeases runs() {
        RunLeases known = runs;
        if (known == null) {
            throw new DispatchUnavailableException("the server is starting");
        }
        return known;
    }

    /**
     * Stores a result for the server that owns the run, or will, and waits until it is stored.
     *
     * @throws LeaseLostException if the lease is lost
     */
    void keep(String worker, String lease, Result result) {
        switch (stateOf(lease, worker)) {
            case HELD -> {
                rows.keep(new WorkerRows.KeptResult(lease, worker, result));
                LOG.debug("the result under lease {} is kept for the owner of its run", lease);
            }
            case ENDED -> LOG.debug("the result under lease {} is known", lease);
            case LOST -> throw lost(worker, lease);
        }
    }

    static LeaseLostException lost(String worker, String lease) {
        return new LeaseLostException("the lease " + lease + " is not held by worker " + worker + " (any longer).");
    }

    /** Passes a request to stop to the server that the worker of a lease uses. */
    void askToStop(ActiveLease held) {
        rows.askToStop(held.id, held.worker);
    }

    /** Removes the stored data of leases that have ended. */
    void forget(Set<String> leases) {
        try {
            rows.forget(new HashSet<>(leases));
        } catch (StoreUnavailableException e) {
            LOG.debug("what was kept about {} leases is forgotten when it is old", leases.size());
        }
    }
}

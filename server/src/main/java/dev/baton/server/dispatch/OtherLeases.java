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
 * Leases that workers name here and that this server does not hold: another server of the cluster does, or will after it
 * has taken over; or they are lost. Signs of life are answered from memory, by what {@link #look} found out. Safe from
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
     * What was found out about a lease.
     *
     * @param surely whether it was lost when it was looked up before, too: to tell a worker so cannot be taken back
     */
    private record Finding(RunLeases.State state, boolean surely, long micros) {}

    /** @param again a lease is looked up again after this long */
    OtherLeases(WorkerRows rows, Time time, Duration again) {
        this.rows = rows;
        this.time = time;
        this.again = again;
    }

    void lookUpIn(RunLeases newRuns) {
        runs = newRuns;
    }

    /** Whether the work of a lease is to stop, as its owner has asked. */
    boolean isToStop(String lease) {
        return toStop.contains(lease);
    }

    /** Whether a lease is known to be another's by now. */
    boolean isLost(String lease) {
        Finding finding = findings.get(lease);
        return finding != null && finding.state == RunLeases.State.LOST && finding.surely;
    }

    /**
     * Looks up the leases that workers named, and forgets what they name no longer.
     *
     * @param named the ids of leases, with those of the workers that named them
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
                findings.put(lease, new Finding(stateOf(lease, worker), again, time.micros()));
            }
        });
    }

    private RunLeases.State stateOf(String lease, String worker) {
        RunLeases known = runs;
        if (known == null) {
            throw new DispatchUnavailableException("the server is starting");
        }
        return LeaseId.parse(lease).map(id -> known.look(id, worker)).orElse(RunLeases.State.LOST);
    }

    /**
     * Keeps a result for the server that owns the run, or will. Waits until it is kept.
     *
     * @throws LeaseLostException when the run is another's by now
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

    /** Passes on that the work of a lease is to stop, to whichever server its worker talks to. */
    void askToStop(ActiveLease held) {
        rows.askToStop(held.id, held.worker);
    }

    /** Forgets what was kept about leases that are over. */
    void forget(Set<String> leases) {
        try {
            rows.forget(new HashSet<>(leases));
        } catch (StoreUnavailableException e) {
            LOG.debug("what was kept about {} leases is forgotten when it is old", leases.size());
        }
    }
}

package dev.baton.server.dispatch;

import dev.baton.worker.Dispatch;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what servers have to know of workers, whichever server a worker talks to: one row for each worker, the leases
 * that are to stop, and results that came to a server that does not own the run. The leases themselves are kept with
 * their runs. Every method throws {@link dev.baton.spi.StoreUnavailableException} while the rows cannot be reached. Safe
 * from any thread.
 */
public interface WorkerRows {

    /** Keeps nothing: for a process whose only worker is its own. */
    WorkerRows NONE = new NoWorkerRows();

    /**
     * A worker.
     *
     * @param id its id
     * @param introduction who it said it is
     * @param token the token that registered it; null for the worker in a server's own process
     * @param since when it came
     * @param seen when it last sent a heartbeat, to whichever server
     * @param draining whether it takes nothing more
     * @param leases the leases that it named with its last heartbeat
     */
    record Row(
            String id,
            Dispatch.Introduction introduction,
            @Nullable UUID token,
            Instant since,
            Instant seen,
            boolean draining,
            Set<String> leases) {

        /** Whether it is in a server's own process. */
        public boolean isLocal() {
            return token == null;
        }
    }

    /** A result that waits for the owner of its run. */
    record KeptResult(String lease, String worker, Dispatch.Result result) {}

    /** Whether several servers share the rows. */
    boolean isShared();

    /** Adds workers, or writes down their last heartbeats. */
    void put(Collection<Row> workers);

    /** Writes down a worker whose process was started again, in place of what is known of it. */
    void replace(Row worker);

    /** A worker by its id. */
    Optional<Row> find(String id);

    /** All workers. */
    List<Row> all();

    /** Drains a worker, or lets it take runs again. Returns whether there is one of that id. */
    boolean setDraining(String id, boolean draining);

    /** Removes a worker that was lost. Returns whether it was there. */
    boolean remove(String id);

    /** Removes a worker that has left in order, and remembers that for a while. */
    void leave(String id);

    /** The workers that have left in order lately. */
    Set<String> left();

    /** Asks whichever server a worker talks to that it tells the worker to stop the work of a lease. */
    void askToStop(String lease, String worker);

    /** The leases that are to stop. */
    Set<String> toStop();

    /** Keeps a result for the owner of its run, and wakes the other servers. Idempotent. */
    void keep(KeptResult result);

    /** The results that wait, of leases that the caller holds. */
    List<KeptResult> results(Set<String> held);

    /** Forgets all about leases that are over. */
    void forget(Collection<String> leases);

    /** Deletes results and stops that are older than an instant and that no server has fetched, and who left before it. */
    void prune(Instant before);
}

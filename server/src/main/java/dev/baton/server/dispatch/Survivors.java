package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.worker.wire.WireFormat;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of the server's own worker that outlived the previous server on this host, until the engine has adopted
 * them. Safe from any thread.
 */
public final class Survivors {

    private final Map<RunId, Worker.Survivor> waiting = new ConcurrentHashMap<>();

    /**
     * The holder of a lease.
     *
     * @param lease the lease's id
     * @param worker the worker's id
     * @param name the worker's name
     */
    record Holding(String lease, String worker, String name) {

        static Holding of(Worker.Survivor survivor) {
            return WireFormat.mapper().readValue(survivor.holder(), Holding.class);
        }
    }

    /**
     * An attempt that a worker of this server still has.
     *
     * @param lease its lease, which stays the same
     * @param worker the id of the worker
     */
    public void add(RunId run, int attempt, Instant started, String lease, String worker) {
        String holder = WireFormat.mapper().writeValueAsString(new Holding(lease, worker, "server"));
        waiting.put(run, new Worker.Survivor(attempt, Time.toMicros(started), holder));
    }

    Worker.@Nullable Survivor of(RunId run) {
        return waiting.isEmpty() ? null : waiting.get(run);
    }

    /** Removes an attempt that was adopted, or will not be. */
    public void remove(RunId run) {
        waiting.remove(run);
    }
}

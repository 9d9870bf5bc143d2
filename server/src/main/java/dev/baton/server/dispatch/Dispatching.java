package dev.baton.server.dispatch;

import dev.baton.Baton;
import dev.baton.spi.DefinitionReader;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An engine whose runs are executed by workers.
 *
 * @param baton the engine, not started
 * @param dispatcher the dispatcher that serves workers
 * @param survivors the attempts that outlived the previous server here
 */
public record Dispatching(Baton baton, Dispatcher dispatcher, Survivors survivors) {

    /** Creates an engine whose only worker is in this process. */
    public static Dispatching start(Baton.Builder settings, Duration lease, LogSink log) {
        return start(settings, lease, log, WorkerRows.NONE, null);
    }

    /**
     * Creates an engine with a dispatcher.
     *
     * @param settings the engine's settings
     * @param lease how long a worker may send no heartbeat before its runs go to other workers
     * @param log receives the lines that runs print
     * @param rows the rows about workers that servers share
     * @param reader reads the definitions that executions bring along; null for an engine that runs none of these
     */
    public static Dispatching start(
            Baton.Builder settings, Duration lease, LogSink log, WorkerRows rows, @Nullable DefinitionReader reader) {
        Survivors survivors = new Survivors();
        EngineWorker.Factory factory = new EngineWorker.Factory(lease, log, rows, survivors, reader);
        Baton baton = settings.worker(factory).build();
        factory.dispatcher().lookUpIn(new RunLeases(baton));
        return new Dispatching(baton, factory.dispatcher(), survivors);
    }
}

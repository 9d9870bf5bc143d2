package dev.baton.server.dispatch;

import dev.baton.Baton;
import java.time.Duration;

/**
 * An engine whose runs are executed by workers.
 *
 * @param baton the engine, not started
 * @param dispatcher what workers talk to
 * @param survivors the attempts that outlived the last server here
 */
public record Dispatching(Baton baton, Dispatcher dispatcher, Survivors survivors) {

    /** Makes one whose only worker is in this process. */
    public static Dispatching start(Baton.Builder settings, Duration lease, LogSink log) {
        return start(settings, lease, log, WorkerRows.NONE);
    }

    /**
     * Makes one.
     *
     * @param settings the engine's settings
     * @param lease after how long without a sign of life a worker's runs are given to others
     * @param log where the lines go that runs print
     * @param rows where servers keep what they have to know of workers
     */
    public static Dispatching start(Baton.Builder settings, Duration lease, LogSink log, WorkerRows rows) {
        Survivors survivors = new Survivors();
        EngineWorker.Factory factory = new EngineWorker.Factory(lease, log, rows, survivors);
        Baton baton = settings.worker(factory).build();
        factory.dispatcher().lookUpIn(new RunLeases(baton));
        return new Dispatching(baton, factory.dispatcher(), survivors);
    }
}

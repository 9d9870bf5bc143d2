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

    /**
     * Makes one.
     *
     * @param settings the engine's settings
     * @param lease after how long without a sign of life a worker's runs are given to others
     * @param log where the lines go that runs print
     */
    public static Dispatching start(Baton.Builder settings, Duration lease, LogSink log) {
        Survivors survivors = new Survivors();
        EngineWorker.Factory factory = new EngineWorker.Factory(lease, log, survivors);
        Baton baton = settings.worker(factory).build();
        return new Dispatching(baton, factory.dispatcher(), survivors);
    }
}

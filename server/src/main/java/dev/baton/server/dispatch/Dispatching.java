package dev.baton.server.dispatch;

import dev.baton.Baton;
import java.time.Duration;

/**
 * An engine whose runs are executed by workers.
 *
 * @param baton the engine, not started
 * @param dispatcher what workers talk to
 */
public record Dispatching(Baton baton, Dispatcher dispatcher) {

    /**
     * Makes one.
     *
     * @param settings the engine's settings
     * @param lease after how long without a sign of life a worker's runs are given to others
     * @param log where the lines go that runs print
     */
    public static Dispatching start(Baton.Builder settings, Duration lease, LogSink log) {
        EngineWorker.Factory factory = new EngineWorker.Factory(lease, log);
        Baton baton = settings.worker(factory).build();
        return new Dispatching(baton, factory.dispatcher());
    }
}

package dev.baton.internal.cluster;

import dev.baton.internal.journal.Outage;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Which fires of schedules have been dealt with, as the store keeps it. Safe from any thread. */
final class KeptFires {

    private final Store store;
    private final Time time;
    private final Executor executor;
    private final Outage outage;
    /** What was read when this node started, until it is asked for. */
    private final Map<String, Long> known = new ConcurrentHashMap<>();

    KeptFires(Store store, Time time, Executor executor, Outage outage) {
        this.store = store;
        this.time = time;
        this.executor = executor;
        this.outage = outage;
    }

    /** Asks the store once for all that is known of schedules: many are about to start. */
    void readAll(Collection<String> names) {
        known.clear();
        store.definitions(names, time.micros()).forEach((name, definition) -> known.put(name, definition.dealtWith()));
    }

    /** Fires of a schedule up to here have been dealt with, also by others and in former lives. */
    Instant dealtWith(String name) {
        Long read = known.remove(name);
        return Time.toInstant(
                read != null ? read : store.definition(name, time.micros()).dealtWith());
    }

    /** Fires of a schedule up to here have been dealt with. */
    void dealtWith(String name, Instant until) {
        executor.execute(() -> {
            try {
                store.dealtWith(name, Time.toMicros(until));
            } catch (StoreUnavailableException e) {
                // It only says how far to look back for missed fires; the next one will say it again.
                outage.noticed(e);
            }
        });
    }
}

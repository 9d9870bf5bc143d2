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

/** The handled fires of schedules, as recorded in the store. Safe from any thread. */
final class KeptFires {

    private final Store store;
    private final Time time;
    private final Executor executor;
    private final Outage outage;
    /** The values read when this node started, until they are used. */
    private final Map<String, Long> known = new ConcurrentHashMap<>();

    KeptFires(Store store, Time time, Executor executor, Outage outage) {
        this.store = store;
        this.time = time;
        this.executor = executor;
        this.outage = outage;
    }

    /** Reads the handled fires of all schedules at once, since many are about to start. */
    void readAll(Collection<String> names) {
        known.clear();
        store.definitions(names, time.micros()).forEach((name, definition) -> known.put(name, definition.dealtWith()));
    }

    /** The time up to which fires of a schedule have been handled, by any node and before any restart. */
    Instant dealtWith(String name) {
        Long read = known.remove(name);
        return Time.toInstant(
                read != null ? read : store.definition(name, time.micros()).dealtWith());
    }

    /**
     * Records the time up to which fires of a schedule have been handled, if those up to an earlier one are recorded.
     * Otherwise a fire waits for the store, which would refuse it as handled.
     */
    void dealtWith(String name, Instant after, Instant until) {
        executor.execute(() -> {
            try {
                if (store.definition(name, time.micros()).dealtWith() >= Time.toMicros(after)) {
                    store.dealtWith(name, Time.toMicros(until));
                }
            } catch (StoreUnavailableException e) {
                // The value only bounds the search for missed fires; the next fire records it again.
                outage.noticed(e);
            }
        });
    }
}

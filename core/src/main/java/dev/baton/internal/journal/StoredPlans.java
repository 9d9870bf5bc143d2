package dev.baton.internal.journal;

import dev.baton.graph.Plan;
import dev.baton.spi.Time;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The graphs that the store certainly has. Any other must be stored with its executions. All of them are forgotten from
 * time to time: a store removes those that nothing refers to and that no commit has included for a day, and each
 * submission after other executions has a graph of its own. Safe from any thread.
 */
public final class StoredPlans {

    private static final long KNOWN_MICROS = TimeUnit.MINUTES.toMicros(10);

    private final Time time;
    private final AtomicLong since;
    private final Set<UUID> known = ConcurrentHashMap.newKeySet();

    StoredPlans(Time time) {
        this.time = time;
        this.since = new AtomicLong(time.micros());
    }

    /** Whether the store may not have a graph yet. */
    public boolean isNew(UUID plan) {
        forgetFromTimeToTime();
        return !known.contains(plan);
    }

    private void forgetFromTimeToTime() {
        long now = time.micros();
        long before = since.get();
        // Also when the clock was set back.
        if (Math.abs(now - before) >= KNOWN_MICROS && since.compareAndSet(before, now)) {
            known.clear();
        }
    }

    /** Adds a graph to a batch if the store may not have it. */
    void addTo(Batch batch, Plan plan) {
        if (isNew(plan.id())) {
            batch.plan(plan.id(), plan.toBytes());
        }
    }

    /** The store has the graphs of a batch. */
    void written(Batch batch) {
        batch.plans().forEach(known::add);
    }
}

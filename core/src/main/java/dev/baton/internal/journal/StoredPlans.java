package dev.baton.internal.journal;

import dev.baton.graph.Plan;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The graphs that the store certainly has. Any other must be stored with its executions. Safe from any thread. */
public final class StoredPlans {

    private final Set<UUID> known = ConcurrentHashMap.newKeySet();

    StoredPlans() {}

    /** Whether the store may not have a graph yet. */
    public boolean isNew(UUID plan) {
        return !known.contains(plan);
    }

    /** Forgets all graphs: a store removes those that nothing refers to. */
    public void forget() {
        known.clear();
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

package dev.baton.server.api.definitions;

import dev.baton.Dependency;
import dev.baton.server.store.ApiDefinitions;
import dev.baton.server.store.ApiDefinitions.Stamp;
import dev.baton.server.store.ApiDependencies;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The versions of stored definitions that are in force on this server, to find the changes by other servers. For one
 * thread at a time.
 */
final class Kept {

    private static final long NEVER = -1;

    private final ApiDefinitions definitions;
    private final ApiDependencies dependencies;
    private long seen = NEVER;
    private Map<String, Stamp> inForce = new HashMap<>();
    private Set<Dependency> drawn = Set.of();

    Kept(ApiDefinitions definitions, ApiDependencies dependencies) {
        this.definitions = definitions;
        this.dependencies = dependencies;
    }

    /**
     * The changes since the last check.
     *
     * @param removed the names of removed definitions
     * @param changed the names of new and changed definitions
     * @param undrawn the dependencies that were removed or changed
     * @param drawn all dependencies
     */
    record News(Set<String> removed, Set<String> changed, Set<Dependency> undrawn, List<Dependency> drawn) {

        static final News NONE = new News(Set.of(), Set.of(), Set.of(), List.of());
    }

    /** Treats everything as new at the next check. */
    void forget() {
        seen = NEVER;
        inForce = new HashMap<>();
    }

    /** The changes of stored definitions since the last check. One short query if nothing has changed. */
    News look() {
        long number = definitions.changes();
        if (number == seen) {
            return News.NONE;
        }
        Map<String, Stamp> now = definitions.stamps();
        List<Dependency> edges = dependencies.list();
        Set<String> removed = new HashSet<>(inForce.keySet());
        removed.removeAll(now.keySet());
        Set<String> changed = new HashSet<>();
        now.forEach((name, stamp) -> {
            if (!stamp.equals(inForce.get(name))) {
                changed.add(name);
            }
        });
        Set<Dependency> undrawn = new HashSet<>(drawn);
        edges.forEach(undrawn::remove);
        seen = number;
        inForce = now;
        drawn = new HashSet<>(edges);
        return new News(removed, changed, undrawn, edges);
    }
}

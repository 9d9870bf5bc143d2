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
 * Which versions of what is kept are in force on this server, to find out what others have changed. For one thread at a
 * time.
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
     * What has changed since the last look.
     *
     * @param removed the names of what is not there any more
     * @param changed the names of what is new or another than it was
     * @param undrawn the dependencies that are not there any more, or not as they were
     * @param drawn all dependencies there are
     */
    record News(Set<String> removed, Set<String> changed, Set<Dependency> undrawn, List<Dependency> drawn) {

        static final News NONE = new News(Set.of(), Set.of(), Set.of(), List.of());
    }

    /** Takes all for new at the next look. */
    void forget() {
        seen = NEVER;
        inForce = new HashMap<>();
    }

    /** The kept definitions that changed since the last look. One short query when nothing has changed. */
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

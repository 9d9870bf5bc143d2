package dev.baton.internal.cluster;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The ids that came last, to recognise what arrives twice; older ids are forgotten. Safe from any thread. */
final class LatestIds {

    private final Set<UUID> ids;

    /** Remembers at most this many ids. */
    LatestIds(int most) {
        this.ids = Collections.newSetFromMap(new LinkedHashMap<>() {

            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<UUID, Boolean> eldest) {
                return size() > most;
            }
        });
    }

    /** Returns whether this id is new. */
    synchronized boolean add(UUID id) {
        return ids.add(id);
    }
}

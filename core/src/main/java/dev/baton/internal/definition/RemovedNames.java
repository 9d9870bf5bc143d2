package dev.baton.internal.definition;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What was removed here: executions of it that turn up are not somebody else's, their runs are skipped. Of what was
 * removed long ago nothing turns up any more, and it is forgotten. Safe from any thread.
 */
final class RemovedNames {

    private static final int MOST = 1_000;

    private final Set<String> names = new LinkedHashSet<>();

    synchronized void add(String name) {
        names.remove(name);
        names.add(name);
        if (names.size() > MOST) {
            names.remove(names.iterator().next());
        }
    }

    synchronized void remove(String name) {
        names.remove(name);
    }

    synchronized boolean contains(String name) {
        return names.contains(name);
    }

    synchronized List<String> names() {
        return List.copyOf(names);
    }
}

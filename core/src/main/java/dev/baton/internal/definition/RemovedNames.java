package dev.baton.internal.definition;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of definitions that were removed on this node: this node skips the runs of their executions rather than
 * leaving them to other nodes. Only the last {@value #MOST} names are kept, since executions of older ones have ended.
 * Safe from any thread.
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

package dev.baton.server.spec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds a cycle in a graph of names. Iterative, so that deep graphs do not overflow the stack. */
final class Cycle {

    private final Map<String, ? extends Collection<String>> edges;
    private final Set<String> done = new HashSet<>();
    private final Set<String> path = new LinkedHashSet<>();
    private final Deque<String> names = new ArrayDeque<>();
    private final Deque<Iterator<String>> open = new ArrayDeque<>();

    private Cycle(Map<String, ? extends Collection<String>> edges) {
        this.edges = edges;
    }

    /** A cycle that begins and ends with the same name; empty if there is none. */
    static List<String> find(Map<String, ? extends Collection<String>> edges) {
        Cycle search = new Cycle(edges);
        for (String name : edges.keySet()) {
            List<String> circle = search.from(name);
            if (!circle.isEmpty()) {
                return circle;
            }
        }
        return List.of();
    }

    private List<String> from(String start) {
        enter(start);
        while (!open.isEmpty()) {
            if (!open.peek().hasNext()) {
                leave();
                continue;
            }
            String next = open.peek().next();
            if (path.contains(next)) {
                return circle(next);
            }
            enter(next);
        }
        return List.of();
    }

    private void enter(String name) {
        Collection<String> targets = edges.get(name);
        if (targets != null && done.add(name)) {
            path.add(name);
            names.push(name);
            open.push(targets.iterator());
        }
    }

    private void leave() {
        open.pop();
        path.remove(names.pop());
    }

    private List<String> circle(String first) {
        List<String> circle = new ArrayList<>();
        boolean inside = false;
        for (String name : path) {
            inside |= name.equals(first);
            if (inside) {
                circle.add(name);
            }
        }
        circle.add(first);
        return circle;
    }
}

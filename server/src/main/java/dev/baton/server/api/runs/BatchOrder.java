package dev.baton.server.api.runs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sorts the members of a batch so that parents come first. */
final class BatchOrder {

    private BatchOrder() {}

    /**
     * The result.
     *
     * @param order all members, parents first; without those in cycles
     * @param cycle the path of a cycle that begins and ends with the same member; empty if there is none
     */
    record Ordered(List<Integer> order, List<Integer> cycle) {}

    /**
     * @param parents the parents of each member, by their indexes
     */
    static Ordered of(List<Set<Integer>> parents) {
        Map<Integer, List<Integer>> children = new HashMap<>();
        Map<Integer, Integer> missing = new LinkedHashMap<>();
        Deque<Integer> ready = new ArrayDeque<>();
        for (int member = 0; member < parents.size(); member++) {
            Set<Integer> own = parents.get(member);
            for (int parent : own) {
                children.computeIfAbsent(parent, any -> new ArrayList<>()).add(member);
            }
            if (own.isEmpty()) {
                ready.add(member);
            } else {
                missing.put(member, own.size());
            }
        }
        List<Integer> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            int next = ready.remove();
            order.add(next);
            for (int child : children.getOrDefault(next, List.of())) {
                if (missing.merge(child, -1, Integer::sum) == 0) {
                    missing.remove(child);
                    ready.add(child);
                }
            }
        }
        return new Ordered(order, missing.isEmpty() ? List.of() : cycle(parents, missing.keySet()));
    }

    /** Each of these waits for another of them, so following the parents leads into a cycle. */
    private static List<Integer> cycle(List<Set<Integer>> parents, Set<Integer> waiting) {
        Set<Integer> path = new LinkedHashSet<>();
        int member = waiting.iterator().next();
        while (path.add(member)) {
            member = parents.get(member).stream()
                    .filter(waiting::contains)
                    .findFirst()
                    .orElseThrow();
        }
        List<Integer> backwards = new ArrayList<>(path);
        List<Integer> cycle = new ArrayList<>(backwards.subList(backwards.indexOf(member), backwards.size()));
        cycle.add(member);
        Collections.reverse(cycle);
        return cycle;
    }
}

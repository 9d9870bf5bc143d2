package dev.baton.internal.cluster;

import dev.baton.internal.definition.Serving;
import dev.baton.spi.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The other nodes with free places for runs: which demands they serve, and how many places. Safe from any thread. */
final class Borrowers {

    private final Map<UUID, Map<Serving, Integer>> byNode = new ConcurrentHashMap<>();

    /** A node that would execute runs with these demands. */
    record Borrower(UUID node, Serving serving) {}

    /** Replaces the free places of a node; there may be none. */
    void put(UUID node, Map<Serving, Integer> places) {
        if (places.isEmpty()) {
            byNode.remove(node);
        } else {
            byNode.put(node, Map.copyOf(places));
        }
    }

    /** Adds a free place, because the node has returned a run. */
    void add(Borrower borrower) {
        byNode.merge(borrower.node, Map.of(borrower.serving, 1), (known, one) -> with(known, borrower.serving, 1));
    }

    /** Takes a free place. Returns false if there is none left. */
    boolean take(Borrower borrower) {
        AtomicBoolean taken = new AtomicBoolean();
        byNode.computeIfPresent(borrower.node, (node, known) -> {
            taken.set(known.containsKey(borrower.serving));
            Map<Serving, Integer> left = with(known, borrower.serving, -1);
            return left.isEmpty() ? null : left;
        });
        return taken.get();
    }

    private static Map<Serving, Integer> with(Map<Serving, Integer> known, Serving serving, int more) {
        Map<Serving, Integer> changed = new LinkedHashMap<>(known);
        int count = known.getOrDefault(serving, 0) + more;
        if (count > 0) {
            changed.put(serving, count);
        } else {
            changed.remove(serving);
        }
        return Map.copyOf(changed);
    }

    /** All nodes with free places, once for each kind of place. */
    List<Borrower> all() {
        List<Borrower> borrowers = new ArrayList<>();
        byNode.forEach(
                (node, places) -> places.keySet().forEach(serving -> borrowers.add(new Borrower(node, serving))));
        return borrowers;
    }

    boolean isEmpty() {
        return byNode.isEmpty();
    }

    /** Drops all nodes but these, which are alive. */
    void retain(Set<UUID> nodes) {
        byNode.keySet().retainAll(nodes);
    }

    /** The free places of a node as a message: its id, then the number, the queues and the labels of each kind of place. */
    static NodeMessage message(UUID node, Collection<Worker.FreePlaces> free) {
        List<String> fields = new ArrayList<>();
        fields.add(node.toString());
        for (Worker.FreePlaces places : free) {
            fields.add(Integer.toString(places.count()));
            fields.add(String.join(" ", places.queues()));
            fields.add(String.join(" ", places.labels()));
        }
        return new NodeMessage(Lending.WANT, fields);
    }

    static Map<Serving, Integer> read(NodeMessage message) {
        Map<Serving, Integer> places = new LinkedHashMap<>();
        for (int at = 1; at + 2 < message.fields().size(); at += 3) {
            Serving serving = new Serving(words(message.text(at + 1)), words(message.text(at + 2)), Map.of());
            places.merge(serving, message.number(at), Integer::sum);
        }
        return places;
    }

    private static Set<String> words(String text) {
        return text.isEmpty() ? Set.of() : new HashSet<>(Arrays.asList(text.split(" ")));
    }
}

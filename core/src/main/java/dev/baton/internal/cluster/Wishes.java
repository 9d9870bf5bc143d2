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

/** The runs that other nodes would execute: their demands and numbers. Safe from any thread. */
final class Wishes {

    private final Map<UUID, Map<Serving, Integer>> byNode = new ConcurrentHashMap<>();

    /** A node that would execute runs with these demands. */
    record Wisher(UUID node, Serving serving) {}

    /** Replaces the wishes of a node; there may be none. */
    void put(UUID node, Map<Serving, Integer> wishes) {
        if (wishes.isEmpty()) {
            byNode.remove(node);
        } else {
            byNode.put(node, Map.copyOf(wishes));
        }
    }

    /** Adds one to a wish. */
    void add(Wisher wisher) {
        byNode.merge(wisher.node, Map.of(wisher.serving, 1), (known, one) -> with(known, wisher.serving, 1));
    }

    /** Takes one off a wish, because the node got a run. */
    void fulfil(Wisher wisher) {
        byNode.computeIfPresent(wisher.node, (node, known) -> {
            Map<Serving, Integer> left = with(known, wisher.serving, -1);
            return left.isEmpty() ? null : left;
        });
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

    /** All current wishers. */
    List<Wisher> all() {
        List<Wisher> wishers = new ArrayList<>();
        byNode.forEach((node, wishes) -> wishes.keySet().forEach(serving -> wishers.add(new Wisher(node, serving))));
        return wishers;
    }

    boolean isEmpty() {
        return byNode.isEmpty();
    }

    /** Drops the wishes of nodes other than these, which are alive. */
    void retain(Set<UUID> nodes) {
        byNode.keySet().retainAll(nodes);
    }

    /** The wishes of a node as a message: its id, and for each wish the number, the queues and the labels. */
    static NodeMessage message(UUID node, Collection<Worker.Wish> wishes) {
        List<String> fields = new ArrayList<>();
        fields.add(node.toString());
        for (Worker.Wish wish : wishes) {
            fields.add(Integer.toString(wish.count()));
            fields.add(String.join(" ", wish.queues()));
            fields.add(String.join(" ", wish.labels()));
        }
        return new NodeMessage(Lending.WANT, fields);
    }

    static Map<Serving, Integer> read(NodeMessage message) {
        Map<Serving, Integer> wishes = new LinkedHashMap<>();
        for (int at = 1; at + 2 < message.fields().size(); at += 3) {
            Serving serving = new Serving(words(message.text(at + 1)), words(message.text(at + 2)), Map.of());
            wishes.merge(serving, message.number(at), Integer::sum);
        }
        return wishes;
    }

    private static Set<String> words(String text) {
        return text.isEmpty() ? Set.of() : new HashSet<>(Arrays.asList(text.split(" ")));
    }
}

package dev.baton.server.config;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Overrides the values of a document with environment variables. A variable is the key's whole path in capitals, joined
 * by underscores, after {@code BATON}: {@code BATON_SERVER_PORT}, {@code BATON_QUEUES_SLOW_LIMIT}, {@code
 * BATON_JOBS_NIGHTLY_SCHEDULE}. Characters in names that are neither letters nor digits become underscores.
 */
final class Overrides {

    private static final String ROOT = "BATON";

    private final NavigableMap<String, String> environment;

    Overrides(Map<String, String> environment) {
        this.environment = new TreeMap<>(environment);
    }

    Node apply(Node document, Section section) {
        return table(document, section, ROOT);
    }

    private Node table(Node node, Section section, String prefix) {
        if (!isPrefix(prefix) || !(node.value() instanceof Node.Table table)) {
            return node;
        }
        Map<String, Node> entries = new LinkedHashMap<>(table.entries());
        for (Key<?> key : section.keys()) {
            override(key, entries, prefix + "_" + word(key.name()));
            key.aliases().forEach((alias, type) -> replace(key, alias, type, entries, prefix + "_" + word(alias)));
        }
        return new Node(node.place(), new Node.Table(entries));
    }

    private void override(Key<?> key, Map<String, Node> entries, String variable) {
        boolean replaced = replace(key, key.name(), key.type(), entries, variable);
        if (!replaced && key.type().nested().isPresent() && isPrefix(variable)) {
            Type.Nested nested = key.type().nested().get();
            Node inside =
                    entries.getOrDefault(key.name(), new Node("environment", new Node.Table(new LinkedHashMap<>())));
            Node overridden = switch (nested.shape()) {
                case ONE -> table(inside, nested.section(), variable);
                case LIST -> list(inside, nested.section(), variable);
                case NAMED -> named(inside, nested.section(), variable);
            };
            if (entries.containsKey(key.name()) || nested.shape() == Type.Shape.ONE) {
                entries.put(key.name(), overridden);
            }
        }
    }

    /** Replaces a key and all its aliases by the value of its variable, if that is set. */
    private boolean replace(Key<?> key, String name, Type<?> type, Map<String, Node> entries, String variable) {
        String text = environment.get(variable);
        if (text == null) {
            return false;
        }
        entries.remove(key.name());
        key.aliases().keySet().forEach(entries::remove);
        entries.put(name, type.fromText("environment variable " + variable, text));
        return true;
    }

    private Node list(Node node, Section section, String prefix) {
        if (!(node.value() instanceof Node.Items items)) {
            return node;
        }
        List<Node> nodes = new ArrayList<>();
        for (Node element : items.nodes()) {
            Node id = element.value() instanceof Node.Table table
                    ? table.entries().get("id")
                    : null;
            String name = id == null ? "" : id.value().toString();
            nodes.add(name.isEmpty() ? element : table(element, section, prefix + "_" + word(name)));
        }
        return new Node(node.place(), new Node.Items(nodes));
    }

    private Node named(Node node, Section section, String prefix) {
        if (!(node.value() instanceof Node.Table table)) {
            return node;
        }
        Map<String, Node> entries = new LinkedHashMap<>();
        table.entries().forEach((name, entry) -> entries.put(name, table(entry, section, prefix + "_" + word(name))));
        return new Node(node.place(), new Node.Table(entries));
    }

    private boolean isPrefix(String path) {
        String next = environment.ceilingKey(path + "_");
        return next != null && next.startsWith(path + "_");
    }

    private static String word(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }
}

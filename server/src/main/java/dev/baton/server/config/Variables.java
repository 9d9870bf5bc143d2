package dev.baton.server.config;

import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${NAME}} and {@code ${NAME:-otherwise}} by environment variables, in the sections that may hold
 * secrets. Jobs are excluded, because their definitions are stored and shown.
 */
final class Variables {

    private static final Set<String> SECTIONS = Set.of("storage", "datasources", "notifications", "secrets", "worker");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?}");

    private final Map<String, String> environment;
    private final Problems problems;

    Variables(Map<String, String> environment, Problems problems) {
        this.environment = environment;
        this.problems = problems;
    }

    Node expand(Node document) {
        if (!(document.value() instanceof Node.Table table)) {
            return document;
        }
        Map<String, Node> entries = new LinkedHashMap<>(table.entries());
        entries.replaceAll((name, node) -> SECTIONS.contains(name) ? expanded(node) : node);
        return new Node(document.place(), new Node.Table(entries));
    }

    private Node expanded(Node node) {
        if (node.value() instanceof Node.Table table) {
            Map<String, Node> entries = new LinkedHashMap<>(table.entries());
            entries.replaceAll((name, entry) -> expanded(entry));
            return new Node(node.place(), new Node.Table(entries));
        }
        if (node.value() instanceof Node.Items items) {
            List<Node> nodes = new ArrayList<>();
            items.nodes().forEach(element -> nodes.add(expanded(element)));
            return new Node(node.place(), new Node.Items(nodes));
        }
        return node.value() instanceof String text ? new Node(node.place(), expanded(text, node)) : node;
    }

    private String expanded(String text, Node node) {
        return VARIABLE.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(value(match.group(1), match.group(3), node)));
    }

    private String value(String name, @Nullable String otherwise, Node node) {
        String value = environment.get(name);
        if (value == null && otherwise == null) {
            problems.add(
                    node.place(),
                    "",
                    "the environment variable " + name + " is not set.",
                    "Set it, or write ${" + name + ":-otherwise}.");
        }
        return value != null ? value : otherwise == null ? "" : otherwise;
    }
}

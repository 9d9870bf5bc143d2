package dev.baton.cli.convert;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A value of a document in YAML, with the line it stands on. No types are made of it, so that no file can make any.
 *
 * @param line from 1
 * @param value a {@code String}, a {@code List<Yaml>} or a {@code Map<String, Yaml>}
 */
record Yaml(int line, Object value) {

    static final Yaml NOTHING = new Yaml(0, "");

    /** The documents of a file; none for an empty one. */
    static List<Yaml> read(String text) {
        LoaderOptions limits = new LoaderOptions();
        limits.setMaxAliasesForCollections(100);
        limits.setNestingDepthLimit(50);
        try {
            List<Yaml> documents = new ArrayList<>();
            for (Node root : new org.yaml.snakeyaml.Yaml(limits).composeAll(new StringReader(text))) {
                documents.add(of(root));
            }
            return documents;
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            throw new BadImportException("line " + line + ": it is not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            throw new BadImportException("it is not YAML: " + e.getMessage());
        }
    }

    private static Yaml of(Node node) {
        int line = node.getStartMark().getLine() + 1;
        if (node instanceof MappingNode mapping) {
            Map<String, Yaml> entries = new LinkedHashMap<>();
            for (NodeTuple tuple : mapping.getValue()) {
                String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
                Yaml value = of(tuple.getValueNode());
                entries.put(key, new Yaml(tuple.getKeyNode().getStartMark().getLine() + 1, value.value));
            }
            return new Yaml(line, entries);
        }
        if (node instanceof SequenceNode sequence) {
            List<Yaml> items = new ArrayList<>();
            sequence.getValue().forEach(item -> items.add(of(item)));
            return new Yaml(line, items);
        }
        String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        return new Yaml(line, text.equals("null") || text.equals("~") ? "" : text);
    }

    /** The value of the first of these keys that exists. */
    Yaml get(String... keys) {
        for (String key : keys) {
            Yaml found = entries().get(key);
            if (found != null) {
                return found;
            }
        }
        return NOTHING;
    }

    boolean has(String... keys) {
        for (String key : keys) {
            if (entries().containsKey(key)) {
                return true;
            }
        }
        return false;
    }

    /** As a table; empty for anything else. */
    @SuppressWarnings("unchecked")
    Map<String, Yaml> entries() {
        return value instanceof Map<?, ?> ? (Map<String, Yaml>) value : Map.of();
    }

    /** As a list; a single text is a list of one, nothing is a list of none. */
    @SuppressWarnings("unchecked")
    List<Yaml> items() {
        if (value instanceof List<?>) {
            return (List<Yaml>) value;
        }
        return text().isEmpty() && !isTable() ? List.of() : List.of(this);
    }

    boolean isList() {
        return value instanceof List<?>;
    }

    boolean isTable() {
        return value instanceof Map<?, ?>;
    }

    /** As a text; a list is its texts with blanks between them. */
    String text() {
        if (value instanceof List<?>) {
            return items().stream().map(Yaml::text).collect(Collectors.joining(" "));
        }
        return value instanceof String text ? text : "";
    }

    boolean isTrue() {
        return text().equalsIgnoreCase("true") || text().equalsIgnoreCase("yes");
    }

    /** As a number, if it is one. */
    @Nullable Integer number() {
        return text().matches("-?\\d{1,9}") ? Integer.valueOf(text()) : null;
    }
}

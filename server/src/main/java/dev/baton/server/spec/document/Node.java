package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of a document, and its place.
 *
 * @param place file and line, or a JSON pointer
 * @param value a {@link Table}, a {@link Items}, a String, a Long, a Double, a Boolean, or a date or time of java.time
 */
public record Node(String place, Object value) {

    private static final int LONGEST_QUOTE = 60;

    /**
     * The value of a node that is a table.
     *
     * @param entries in the order of the document
     */
    public record Table(Map<String, Node> entries) {}

    /**
     * The value of a node that is a list.
     *
     * @param nodes in order
     */
    public record Items(List<Node> nodes) {}

    /** The same value with a single place for everything in it, for a text that is embedded in another document. */
    public Node at(String newPlace) {
        if (value instanceof Table table) {
            Map<String, Node> entries = new LinkedHashMap<>();
            table.entries().forEach((name, node) -> entries.put(name, node.at(newPlace)));
            return new Node(newPlace, new Table(entries));
        }
        if (value instanceof Items items) {
            return new Node(
                    newPlace,
                    new Items(items.nodes().stream()
                            .map(node -> node.at(newPlace))
                            .toList()));
        }
        return new Node(newPlace, value);
    }

    /** The value as maps, lists, strings, numbers and booleans, as in JSON. */
    public Object plain() {
        if (value instanceof Table table) {
            Map<String, Object> plain = new LinkedHashMap<>();
            table.entries().forEach((name, node) -> plain.put(name, node.plain()));
            return plain;
        }
        if (value instanceof Items items) {
            List<Object> plain = new ArrayList<>();
            items.nodes().forEach(node -> plain.add(node.plain()));
            return plain;
        }
        boolean isJson = value instanceof Number || value instanceof Boolean;
        return isJson ? value : value.toString();
    }

    /** The value as quoted in messages. */
    public String quoted() {
        if (value instanceof Table) {
            return "a table";
        }
        if (value instanceof Items) {
            return "a list";
        }
        return value instanceof String text ? quote(text) : value.toString();
    }

    /** A text in quotes, on one line, shortened if it is long. */
    public static String quote(String text) {
        String start = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text;
        return "\"" + start.replaceAll("\\p{Cntrl}", "?") + "\"";
    }
}

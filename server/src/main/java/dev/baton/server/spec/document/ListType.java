package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A list of values of one type; some lists accept a single value without brackets. */
record ListType<T>(Type<T> element, boolean bareElement) implements Type<List<T>> {

    @Override
    public @Nullable List<T> read(Node node, Reading reading) {
        if (!(node.value() instanceof Node.Items items)) {
            return readBare(node, reading);
        }
        List<T> values = new ArrayList<>();
        for (int i = 0; i < items.nodes().size(); i++) {
            T value = element.read(items.nodes().get(i), reading.element(i));
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private @Nullable List<T> readBare(Node node, Reading reading) {
        if (!bareElement) {
            reading.mustBe(node, "a list");
            return null;
        }
        T value = element.read(node, reading);
        return value == null ? null : List.of(value);
    }

    @Override
    public JsonNode write(List<T> values) {
        return Json.of(values.stream().map(element::write).toList());
    }

    @Override
    public ObjectNode schema() {
        ObjectNode list = Json.type("array");
        list.set("items", element.schema());
        return bareElement ? Json.anyOf(element.schema(), list) : list;
    }

    @Override
    public String label() {
        return (bareElement ? element.label() + ", or list of them" : "list of " + element.label());
    }

    /** Commas separate the elements. */
    @Override
    public Node fromText(String place, String text) {
        List<Node> nodes = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            if (!word.isBlank()) {
                nodes.add(element.fromText(place, word.strip()));
            }
        }
        return new Node(place, new Node.Items(nodes));
    }
}

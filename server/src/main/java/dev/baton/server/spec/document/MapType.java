package dev.baton.server.spec.document;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A table whose keys the user chooses. */
record MapType<T>(Type<T> value) implements Type<Map<String, T>> {

    @Override
    public @Nullable Map<String, T> read(Node node, Reading reading) {
        if (!(node.value() instanceof Node.Table table)) {
            reading.mustBe(node, "a table");
            return null;
        }
        Map<String, T> values = new LinkedHashMap<>();
        table.entries().forEach((name, entry) -> {
            T read = value.read(entry, reading.entry(name));
            if (read != null) {
                values.put(name, read);
            }
        });
        return values;
    }

    @Override
    public JsonNode write(Map<String, T> values) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        values.forEach((name, entry) -> json.set(name, value.write(entry)));
        return json;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.type("object");
        schema.set("additionalProperties", value.schema());
        return schema;
    }

    @Override
    public String label() {
        return "table of " + value.label() + "s";
    }
}

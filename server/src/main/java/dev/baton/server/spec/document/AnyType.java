package dev.baton.server.spec.document;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Any JSON value. */
record AnyType() implements Type<Object> {

    @Override
    public @Nullable Object read(Node node, Reading reading) {
        return node.plain();
    }

    @Override
    public JsonNode write(Object value) {
        return Json.of(value);
    }

    @Override
    public ObjectNode schema() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    public String label() {
        return "value";
    }
}

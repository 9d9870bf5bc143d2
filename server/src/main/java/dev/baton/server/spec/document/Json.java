package dev.baton.server.spec.document;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Converts plain values to JSON, and builds the schemas of types. */
public final class Json {

    private static final JsonNodeFactory FACTORY = JsonNodeFactory.instance;

    private Json() {}

    /** Converts the result of {@link Node#plain()} to JSON. */
    public static JsonNode of(Object plain) {
        if (plain instanceof Map<?, ?> map) {
            ObjectNode object = FACTORY.objectNode();
            map.forEach((name, value) -> object.set(String.valueOf(name), of(value)));
            return object;
        }
        if (plain instanceof Collection<?> list) {
            ArrayNode array = FACTORY.arrayNode();
            list.forEach(value -> array.add(of(value)));
            return array;
        }
        if (plain instanceof Boolean flag) {
            return FACTORY.booleanNode(flag);
        }
        if (plain instanceof Double number) {
            return FACTORY.numberNode(number);
        }
        if (plain instanceof JsonNode json) {
            return json;
        }
        return plain instanceof Number number
                ? FACTORY.numberNode(number.longValue())
                : FACTORY.stringNode(plain.toString());
    }

    /** {@code {"type": …}}. */
    public static ObjectNode type(String type) {
        return FACTORY.objectNode().put("type", type);
    }

    /** {@code {"anyOf": […]}}. */
    public static ObjectNode anyOf(ObjectNode... schemas) {
        ObjectNode any = FACTORY.objectNode();
        any.putArray("anyOf").addAll(List.of(schemas));
        return any;
    }
}

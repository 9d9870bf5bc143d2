package dev.baton.server.http;

import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Masks texts in JSON. Names of fields stay as they are. */
final class MaskedJson {

    private MaskedJson() {}

    /** A value as JSON, with every text in it masked. */
    static JsonNode of(Object value, UnaryOperator<String> mask) {
        return masked(Json.mapper().valueToTree(value), mask);
    }

    /** Recursive, because the depth of what the server writes is bounded by what it reads. */
    private static JsonNode masked(JsonNode node, UnaryOperator<String> mask) {
        if (node.isString()) {
            return StringNode.valueOf(mask.apply(node.stringValue()));
        }
        if (node instanceof ObjectNode object) {
            ObjectNode result = Json.mapper().createObjectNode();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                result.set(field.getKey(), masked(field.getValue(), mask));
            }
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = Json.mapper().createArrayNode();
            array.forEach(element -> result.add(masked(element, mask)));
            return result;
        }
        return node;
    }
}

package dev.baton.server.api.definitions;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A merge patch (RFC 7396): values replace, null removes, objects are merged. */
final class MergePatch {

    private MergePatch() {}

    static ObjectNode apply(ObjectNode original, JsonNode patch) {
        ObjectNode result = original.deepCopy();
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                result.remove(field.getKey());
            } else if (value.isObject()) {
                JsonNode old = result.path(field.getKey());
                ObjectNode inner = old instanceof ObjectNode object ? object : result.objectNode();
                result.set(field.getKey(), apply(inner, value));
            } else {
                result.set(field.getKey(), value);
            }
        }
        return result;
    }
}

package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON; places are JSON pointers. A null value counts as a missing key. */
public final class JsonDocument {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(200).build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonDocument() {}

    /** Reads a text, or adds a problem if it is not valid. */
    public static Optional<Node> read(String text, Problems problems) {
        try {
            return Optional.of(of(MAPPER.readTree(text)));
        } catch (JacksonException e) {
            long line =
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            problems.add("", "", "not JSON: line " + line + ": " + e.getOriginalMessage() + ".", "");
            return Optional.empty();
        }
    }

    /** Converts a tree to a document. */
    public static Node of(JsonNode tree) {
        return node(tree, "");
    }

    private static Node node(JsonNode tree, String pointer) {
        return new Node(pointer.isEmpty() ? "/" : pointer, value(tree, pointer));
    }

    private static Object value(JsonNode tree, String pointer) {
        if (tree.isObject()) {
            Map<String, Node> entries = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> entry : tree.properties()) {
                if (!entry.getValue().isNull()) {
                    entries.put(entry.getKey(), node(entry.getValue(), pointer + "/" + escaped(entry.getKey())));
                }
            }
            return new Node.Table(entries);
        }
        if (tree.isArray()) {
            List<Node> nodes = new ArrayList<>();
            for (int i = 0; i < tree.size(); i++) {
                nodes.add(node(tree.get(i), pointer + "/" + i));
            }
            return new Node.Items(nodes);
        }
        if (tree.isBoolean()) {
            return tree.booleanValue();
        }
        if (tree.isNumber()) {
            return tree.isIntegralNumber() && tree.canConvertToLong() ? (Object) tree.longValue() : tree.doubleValue();
        }
        return tree.isString() ? tree.stringValue() : tree.toString();
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}

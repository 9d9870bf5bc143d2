package dev.baton.server.spec.document;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One of a few values, each with its word.
 *
 * @param byWord the values by their words, in order
 * @param joint the separator in words of several parts; a reader accepts hyphen and underscore
 */
record ChoiceType<T>(Map<String, T> byWord, char joint) implements Type<T> {

    @Override
    public @Nullable T read(Node node, Reading reading) {
        T value = node.value() instanceof String text ? byWord.get(text.replace(otherJoint(), joint)) : null;
        if (value == null) {
            String hint = node.value() instanceof String text ? Types.didYouMean(text, byWord.keySet()) : "";
            reading.mustBe(node, "one of " + String.join(", ", byWord.keySet()), hint);
        }
        return value;
    }

    @Override
    public JsonNode write(T value) {
        return byWord.entrySet().stream()
                .filter(entry -> entry.getValue().equals(value))
                .findFirst()
                .map(entry -> Json.of(entry.getKey()))
                .orElseThrow(() -> new IllegalArgumentException(value + " is none of " + byWord.keySet()));
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.type("string");
        ArrayNode words = schema.putArray("enum");
        byWord.keySet().forEach(words::add);
        byWord.keySet().stream()
                .filter(word -> word.indexOf(joint) >= 0)
                .forEach(word -> words.add(word.replace(joint, otherJoint())));
        return schema;
    }

    @Override
    public String label() {
        return String.join(
                " \\| ", byWord.keySet().stream().map(word -> "`" + word + "`").toList());
    }

    private char otherJoint() {
        return joint == '-' ? '_' : '-';
    }
}

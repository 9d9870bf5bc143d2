package dev.baton.server.spec.document;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One of a few words. */
record ChoiceType<E extends Enum<E>>(List<E> constants, char joint) implements Type<E> {

    @Override
    public @Nullable E read(Node node, Reading reading) {
        for (E constant : constants) {
            if (node.value() instanceof String text && word(constant).equals(text.replace(otherJoint(), joint))) {
                return constant;
            }
        }
        List<String> words = constants.stream().map(this::word).toList();
        String hint = node.value() instanceof String text ? Types.didYouMean(text, words) : "";
        reading.mustBe(node, "one of " + String.join(", ", words), hint);
        return null;
    }

    @Override
    public JsonNode write(E value) {
        return Json.of(word(value));
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Json.type("string");
        ArrayNode words = schema.putArray("enum");
        constants.forEach(constant -> words.add(word(constant)));
        constants.stream()
                .map(this::word)
                .filter(word -> word.indexOf(joint) >= 0)
                .forEach(word -> words.add(word.replace(joint, otherJoint())));
        return schema;
    }

    @Override
    public String label() {
        return String.join(
                " \\| ",
                constants.stream().map(constant -> "`" + word(constant) + "`").toList());
    }

    private char otherJoint() {
        return joint == '-' ? '_' : '-';
    }

    private String word(E constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', joint);
    }
}

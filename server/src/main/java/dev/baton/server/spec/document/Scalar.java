package dev.baton.server.spec.document;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A type whose values are written as one word, number or sentence.
 *
 * @param label what the reference calls it
 * @param what what a message says it must be
 * @param parse from the node's value; empty when it is something else
 * @param format to what JSON can say
 * @param scheme makes the JSON Schema
 * @param <T> what it is read into
 */
record Scalar<T>(
        String label,
        String what,
        Function<Object, Optional<T>> parse,
        Function<T, Object> format,
        Supplier<ObjectNode> scheme)
        implements Type<T> {

    @Override
    public @Nullable T read(Node node, Reading reading) {
        Optional<T> value = parse.apply(node.value());
        if (value.isEmpty()) {
            reading.mustBe(node, what);
        }
        return value.orElse(null);
    }

    @Override
    public JsonNode write(T value) {
        return Json.of(format.apply(value));
    }

    @Override
    public ObjectNode schema() {
        return scheme.get();
    }

    /** A number or a flag stands in a variable as text; what is neither is left for {@link #read} to refuse. */
    @Override
    public Node fromText(String place, String text) {
        for (Object candidate : Texts.candidates(text)) {
            if (parse.apply(candidate).isPresent()) {
                return new Node(place, candidate);
            }
        }
        return new Node(place, text);
    }
}

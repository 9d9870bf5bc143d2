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
 * @param label the name of the type in the reference
 * @param what the description of the type in messages
 * @param parse reads the node's value; empty if it is of another type
 * @param format converts to a JSON value
 * @param scheme makes the JSON Schema
 * @param <T> the Java type
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
            reading.mustBe(node, what, hint(node.value()));
        }
        return value.orElse(null);
    }

    /** A number or a flag in quotes is a text in TOML and JSON. */
    private String hint(Object value) {
        return value instanceof String text
                        && Texts.candidates(text).stream()
                                .anyMatch(other -> !(other instanceof String)
                                        && parse.apply(other).isPresent())
                ? "Remove the quotes."
                : "";
    }

    @Override
    public JsonNode write(T value) {
        return Json.of(format.apply(value));
    }

    @Override
    public ObjectNode schema() {
        return scheme.get();
    }

    /** A variable contains a number or a flag as text; {@link #read} refuses other texts. */
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

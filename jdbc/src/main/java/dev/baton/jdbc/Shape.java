package dev.baton.jdbc;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The type information that a value's JSON lacks. Its text names every class that is needed to read the value, so that
 * the JSON itself names none: {@code java.util.Map<java.lang.String,com.acme.Row>}.
 */
sealed interface Shape {

    /** The JSON alone determines the value: text, booleans, Integer or Double numbers, and lists and maps of those. */
    record Natural() implements Shape {
        @Override
        public String toString() {
            return "?";
        }
    }

    /** One class: a record, an enum, a bean, a number, a time. */
    record Single(String name) implements Shape {
        @Override
        public String toString() {
            return name;
        }
    }

    /** An array. */
    record ArrayOf(Shape element) implements Shape {
        @Override
        public String toString() {
            return element + "[]";
        }
    }

    /**
     * A container whose elements share one shape: a collection, an optional, or a map, whose first shape is that of its
     * keys.
     */
    record Uniform(String container, List<Shape> arguments) implements Shape {
        @Override
        public String toString() {
            return container + arguments.stream().map(Shape::toString).collect(Collectors.joining(",", "<", ">"));
        }
    }

    /** A collection with a shape for each of its elements. */
    record Mixed(String container, List<Shape> elements) implements Shape {
        @Override
        public String toString() {
            return container + elements.stream().map(Shape::toString).collect(Collectors.joining(",", "(", ")"));
        }
    }

    /** A map with text keys and a shape for each of its values. */
    record MixedMap(String container, Map<String, Shape> values) implements Shape {
        @Override
        public String toString() {
            return container
                    + values.entrySet().stream()
                            .map(entry -> JsonCodec.quote(entry.getKey()) + ":" + entry.getValue())
                            .collect(Collectors.joining(",", "{", "}"));
        }
    }

    /** The shape of values that the JSON alone determines. */
    Shape NATURAL = new Natural();
}

package dev.baton.server.spec.document;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the value of a key may be: how it is read, written, and described. Stateless.
 *
 * @param <T> what it is read into
 */
public interface Type<T> {

    /** Reads a value; null when it is none of this type, after the mistake was reported. */
    @Nullable T read(Node node, Reading reading);

    /** Writes a value so that {@link #read} reads it. */
    JsonNode write(T value);

    /** The JSON Schema of a value. */
    ObjectNode schema();

    /** The name of the type in the reference: {@code duration}. */
    String label();

    /** The value of an environment variable as a file would hold it. */
    default Node fromText(String place, String text) {
        return new Node(place, text);
    }

    /** For tables, what stands in them. */
    default Optional<Nested> nested() {
        return Optional.empty();
    }

    /**
     * What stands in a table.
     *
     * @param section its keys
     * @param shape how many tables there are
     */
    record Nested(Section section, Shape shape) {}

    /** How many tables a key holds. */
    enum Shape {
        /** One: {@code [server]}. */
        ONE,
        /** A list of them: {@code [[jobs]]}. */
        LIST,
        /** One under each name: {@code [queues.NAME]}. */
        NAMED
    }
}

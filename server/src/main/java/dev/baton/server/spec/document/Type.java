package dev.baton.server.spec.document;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The type of a key's value: reads, writes and describes it. Stateless.
 *
 * @param <T> the Java type
 */
public interface Type<T> {

    /** Reads a value; reports a problem and returns null if the value is not of this type. */
    @Nullable T read(Node node, Reading reading);

    /** Writes a value in the form that {@link #read} accepts. */
    JsonNode write(T value);

    /** The JSON Schema of a value. */
    ObjectNode schema();

    /** The name of the type in the reference: {@code duration}. */
    String label();

    /** The value of an environment variable as a file would hold it. */
    default Node fromText(String place, String text) {
        return new Node(place, text);
    }

    /** The contents, for a table. */
    default Optional<Nested> nested() {
        return Optional.empty();
    }

    /**
     * The contents of a table.
     *
     * @param section its keys
     * @param shape the number of tables
     */
    record Nested(Section section, Shape shape) {}

    /** The number of tables under a key. */
    enum Shape {
        /** One table: {@code [server]}. */
        ONE,
        /** A list of tables: {@code [[jobs]]}. */
        LIST,
        /** One table under each name: {@code [queues.NAME]}. */
        NAMED
    }
}

package dev.baton.spi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns values that users give and bodies return into JSON, and back into what they were. Safe from any thread. */
public interface Codec {

    /**
     * Writes a value.
     *
     * @throws IllegalArgumentException when it cannot be written, or could not be read again
     */
    Encoded encode(Object value);

    /**
     * Reads a value.
     *
     * @param loader finds the classes of values
     * @throws IllegalArgumentException when it cannot be read, because its class is gone or is another now
     */
    Object decode(Encoded encoded, ClassLoader loader);

    /** Writes values under names into one text. */
    String encodeAll(Map<String, Object> values);

    /** Reads what {@link #encodeAll} wrote. */
    Map<String, Object> decodeAll(String text, ClassLoader loader);

    /**
     * A value as it is kept.
     *
     * @param json the value
     * @param type what it was; null when JSON says it all
     */
    record Encoded(String json, @Nullable String type) {}
}

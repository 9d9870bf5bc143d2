package dev.baton.spi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts parameters and outputs to JSON and back to the same values. Safe from any thread.
 *
 * <pre>{@code
 * Baton baton = Baton.on(Stores.postgres(dataSource, new MyCodec()));
 * }</pre>
 */
public interface Codec {

    /**
     * Encodes a value.
     *
     * @throws IllegalArgumentException when the value cannot be written, or could not be read back
     */
    Encoded encode(Object value);

    /**
     * Decodes a value.
     *
     * @param loader the loader of the values' classes
     * @throws IllegalArgumentException when the value cannot be read, because its class is gone or has changed
     */
    Object decode(Encoded encoded, ClassLoader loader);

    /**
     * Reads a value that was given as JSON, such as a parameter of the API, as a class. Asks {@link #decode} for the
     * class by its {@linkplain Class#getTypeName() name}; a codec that writes other types overrides this.
     *
     * @param value text, a number, a boolean, or a list or map of these
     * @throws IllegalArgumentException when the value cannot be read as the class
     */
    default <T> T convert(Object value, Class<T> type) {
        ClassLoader loader = type.getClassLoader();
        Encoded encoded = new Encoded(encode(value).json(), type.getTypeName());
        return type.cast(decode(encoded, loader != null ? loader : ClassLoader.getSystemClassLoader()));
    }

    /** Encodes named values into one text. */
    String encodeAll(Map<String, Object> values);

    /** Decodes the text that {@link #encodeAll} wrote. */
    Map<String, Object> decodeAll(String text, ClassLoader loader);

    /**
     * An encoded value.
     *
     * @param json the value as JSON
     * @param type the type of the value; null if the JSON alone determines it
     */
    record Encoded(String json, @Nullable String type) {}
}

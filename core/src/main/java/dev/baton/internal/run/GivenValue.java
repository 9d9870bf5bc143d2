package dev.baton.internal.run;

import dev.baton.spi.Codec;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value that a body asks for as a class. A value that came as JSON, from the API or the dashboard, is a map, a list, a
 * text or a number; the store's codec makes the class of it.
 *
 * @param asked who asks for what, in words: {@code charge asks for parameter "input"}
 * @param value the value as it was given
 */
record GivenValue(String asked, Object value) {

    /**
     * The value as a class. Calls the user's codec: not within a turn.
     *
     * @param codec null if the scheduler has no store
     * @throws IllegalArgumentException when it is not of the class, and cannot be read as one
     */
    <T> T as(Class<T> type, @Nullable Codec codec) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        if (!isJson() || type == String.class) {
            throw another(type);
        }
        if (codec == null) {
            throw new IllegalArgumentException(asked + " as a " + type.getName() + ", but it is a " + shape()
                    + ". Only the codec of a store makes a class of JSON: give it a " + type.getSimpleName()
                    + ", or run Baton on a store.");
        }
        T read;
        try {
            read = codec.convert(value, type);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    asked + " as a " + type.getName() + ", and its JSON cannot be read as one: " + words(e), e);
        }
        if (value instanceof Number given && read instanceof Number number && !isEqual(given, number)) {
            throw another(type);
        }
        return read;
    }

    private IllegalArgumentException another(Class<?> type) {
        return new IllegalArgumentException(asked + " as a " + type.getName() + ", but it is a "
                + value.getClass().getName());
    }

    private boolean isJson() {
        return value instanceof Map
                || value instanceof List
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean;
    }

    /** The name of a map or list for people; that of its class is one that nobody has heard of. */
    private String shape() {
        return value instanceof Map
                ? "Map"
                : value instanceof List ? "List" : value.getClass().getName();
    }

    /** A codec may cut off what does not fit: 42.7 as an integer. */
    private static boolean isEqual(Number given, Number read) {
        try {
            return new BigDecimal(given.toString()).compareTo(new BigDecimal(read.toString())) == 0;
        } catch (NumberFormatException notANumber) {
            return given.toString().equals(read.toString());
        }
    }

    /** The first line of what the codec's library says, which has the place of the mistake. */
    private static String words(RuntimeException failure) {
        Throwable cause = failure.getCause() != null ? failure.getCause() : failure;
        String message = cause.getMessage();
        return message == null || message.isBlank()
                ? cause.getClass().getSimpleName()
                : message.lines().findFirst().orElse(message);
    }
}

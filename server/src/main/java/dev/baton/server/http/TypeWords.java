package dev.baton.server.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The words for a Java type in messages to clients. */
final class TypeWords {

    private static final Map<Class<?>, String> WORDS = Map.ofEntries(
            Map.entry(String.class, "text"),
            Map.entry(boolean.class, "true or false"),
            Map.entry(Boolean.class, "true or false"),
            Map.entry(int.class, "a whole number"),
            Map.entry(Integer.class, "a whole number"),
            Map.entry(long.class, "a whole number"),
            Map.entry(Long.class, "a whole number"),
            Map.entry(double.class, "a number"),
            Map.entry(Double.class, "a number"),
            Map.entry(Instant.class, "a time such as \"2026-11-15T02:00:00Z\""),
            Map.entry(Duration.class, "a duration such as \"90s\""),
            Map.entry(UUID.class, "an id such as \"0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11\""));

    private TypeWords() {}

    static String of(Class<?> type) {
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(value -> EnumWords.of((Enum<?>) value))
                            .collect(Collectors.joining(", "));
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return WORDS.getOrDefault(type, "an object");
    }
}

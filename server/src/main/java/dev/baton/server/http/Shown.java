package dev.baton.server.http;

import dev.baton.worker.wire.JsonMappers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Outputs and parameters as answers show them. On a server they are JSON already; in a program that embeds Baton they
 * may be objects of any class, which are shown with the names of their own fields, or by the name of their class.
 */
public final class Shown {

    private Shown() {}

    /** A value as JSON. */
    public static @Nullable Object of(@Nullable Object value) {
        if (value == null || isPlain(value)) {
            return value;
        }
        try {
            return JsonMappers.plain().valueToTree(value);
        } catch (JacksonException | StackOverflowError noJson) {
            return value.getClass().getSimpleName();
        }
    }

    /** Named values as JSON; those that are null are left out. */
    public static Map<String, Object> all(Map<String, Object> values) {
        if (isPlain(values)) {
            return values;
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            Object json = of(value);
            if (json != null) {
                shown.put(name, json);
            }
        });
        return shown;
    }

    private static boolean isPlain(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().allMatch(Shown::isPlain);
        }
        if (value instanceof List<?> list) {
            return list.stream().allMatch(Shown::isPlain);
        }
        return value == null
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof JsonNode;
    }
}

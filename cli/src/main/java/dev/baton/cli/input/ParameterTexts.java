package dev.baton.cli.input;

import dev.baton.cli.output.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads parameters from the command line. */
public final class ParameterTexts {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private ParameterTexts() {}

    /**
     * The values of texts: a parameter whose default is not a text is read as JSON, so that a number stays a number.
     *
     * @throws IllegalArgumentException if a text does not have the type of its default
     */
    public static Map<String, Object> values(Map<String, String> texts, Map<String, Object> defaults) {
        Map<String, Object> values = new LinkedHashMap<>();
        texts.forEach((name, text) -> {
            Object usual = defaults.get(name);
            values.put(name, usual == null || usual instanceof String ? text : value(name, text, usual));
        });
        return values;
    }

    private static Object value(String name, String text, Object usual) {
        try {
            Object value = MAPPER.readValue(text, Object.class);
            if (value != null && isAlike(value, usual)) {
                return value;
            }
        } catch (JacksonException e) {
            // falls through to the one message for every bad value
        }
        throw new IllegalArgumentException(
                "\"" + text + "\" is not a value for " + name + ", whose default is " + Json.write(usual));
    }

    private static boolean isAlike(Object value, Object usual) {
        return Stream.of(Number.class, Boolean.class, List.class, Map.class)
                .anyMatch(type -> type.isInstance(value) && type.isInstance(usual));
    }
}

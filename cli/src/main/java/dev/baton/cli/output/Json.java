package dev.baton.cli.output;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, iterables, strings, numbers, booleans and nulls as JSON on one line. Everything beyond ASCII is escaped: what
 * it writes means the same whatever the terminal's charset is, and unpaired surrogates survive.
 */
public final class Json {

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /**
     * The value as JSON.
     *
     * @throws IllegalArgumentException when JSON has no way to say it
     */
    public static String write(@Nullable Object value) {
        Json json = new Json();
        json.value(value);
        return json.text.toString();
    }

    private void value(@Nullable Object value) {
        if (value == null || value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof CharSequence string) {
            string(string);
        } else if (value instanceof Number number) {
            number(number);
        } else if (value instanceof Map<?, ?> map) {
            object(map);
        } else if (value instanceof Iterable<?> list) {
            array(list);
        } else {
            throw new IllegalArgumentException("JSON has no " + value.getClass().getName());
        }
    }

    private void number(Number number) {
        if (!Double.isFinite(number.doubleValue()) && (number instanceof Double || number instanceof Float)) {
            throw new IllegalArgumentException("JSON has no " + number);
        }
        text.append(number);
    }

    private void object(Map<?, ?> map) {
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw new IllegalArgumentException("a name in JSON is a string, not " + entry.getKey());
            }
            text.append(separator);
            string(key);
            text.append(':');
            value(entry.getValue());
            separator = ",";
        }
        text.append(map.isEmpty() ? "{}" : "}");
    }

    private void array(Iterable<?> list) {
        text.append('[');
        String separator = "";
        for (Object element : list) {
            text.append(separator);
            value(element);
            separator = ",";
        }
        text.append(']');
    }

    private void string(CharSequence string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            character(string.charAt(i));
        }
        text.append('"');
    }

    private void character(char c) {
        switch (c) {
            case '"', '\\' -> text.append('\\').append(c);
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                if (c < ' ' || c > '~') {
                    text.append("\\u%04x".formatted((int) c));
                } else {
                    text.append(c);
                }
            }
        }
    }
}

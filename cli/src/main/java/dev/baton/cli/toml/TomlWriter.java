package dev.baton.cli.toml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes jobs and workflows as a configuration file: a table each, keys under one another, small tables inline, long
 * commands on lines of their own. Reading the result gives the same definitions. For one thread.
 */
public final class TomlWriter {

    private static final Pattern BARE_KEY = Pattern.compile("[A-Za-z0-9_-]+");
    private static final int LONG_LINE = 100;

    private final StringBuilder text = new StringBuilder();

    /** Writes a comment, perhaps of several lines. */
    public TomlWriter comment(String words) {
        words.lines()
                .forEach(line -> text.append(line.isEmpty() ? "#" : "# " + line).append('\n'));
        return this;
    }

    /** Leaves a line empty. */
    public TomlWriter gap() {
        if (text.length() > 0) {
            text.append('\n');
        }
        return this;
    }

    /**
     * Writes definitions.
     *
     * @param section {@code jobs} or {@code workflows}
     * @param all the definitions
     */
    public TomlWriter definitions(String section, List<? extends Map<String, ?>> all) {
        boolean first = true;
        for (Map<String, ?> definition : all) {
            if (!first) {
                gap();
            }
            first = false;
            definition(section, definition);
        }
        return this;
    }

    /** Writes one definition. */
    public TomlWriter definition(String section, Map<String, ?> definition) {
        Map<String, Object> keys = shortened(definition);
        Object steps = keys.remove("steps");
        table("[[" + section + "]]", keys);
        if (steps instanceof List<?> list) {
            for (Object step : list) {
                if (step instanceof Map<?, ?> map) {
                    table("[[" + section + ".steps]]", shortened(map));
                }
            }
        }
        return this;
    }

    /** The text written so far. */
    public String text() {
        return text.toString();
    }

    /** A command that is a line for the shell is written as the line alone. */
    private static Map<String, Object> shortened(Map<?, ?> definition) {
        Map<String, Object> keys = new LinkedHashMap<>();
        definition.forEach((key, value) -> {
            if (value != null) {
                keys.put(key.toString(), line(value) == null ? value : line(value));
            }
        });
        if (keys.get("command") instanceof String && "shell".equals(keys.get("kind"))) {
            keys.remove("kind");
        }
        return keys;
    }

    private static @Nullable Object line(Object value) {
        return value instanceof Map<?, ?> map && map.size() == 1 ? map.get("line") : null;
    }

    private void table(String heading, Map<String, Object> keys) {
        text.append(heading).append('\n');
        int width = keys.keySet().stream()
                .mapToInt(name -> key(name).length())
                .max()
                .orElse(0);
        keys.forEach((name, value) -> text.append(key(name))
                .append(" ".repeat(width - key(name).length()))
                .append(" = ")
                .append(value(value, true))
                .append('\n'));
    }

    private static String key(String name) {
        return BARE_KEY.matcher(name).matches() ? name : basic(name);
    }

    private static String value(Object value, boolean mayBreak) {
        if (value instanceof Map<?, ?> map) {
            return inline(map);
        }
        if (value instanceof List<?> list) {
            return array(list, mayBreak);
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        return string(value.toString(), mayBreak);
    }

    private static String inline(Map<?, ?> map) {
        List<String> entries = new ArrayList<>();
        map.forEach((name, value) -> {
            if (value != null) {
                entries.add(key(name.toString()) + " = " + value(value, false));
            }
        });
        return entries.isEmpty() ? "{}" : "{ " + String.join(", ", entries) + " }";
    }

    private static String array(List<?> list, boolean mayBreak) {
        List<String> values = list.stream()
                .filter(value -> value != null)
                .map(value -> value(value, false))
                .toList();
        String line = "[" + String.join(", ", values) + "]";
        return line.length() <= LONG_LINE || !mayBreak
                ? line
                : values.stream().map(value -> "  " + value + ",\n").collect(Collectors.joining("", "[\n", "]"));
    }

    private static String string(String value, boolean mayBreak) {
        boolean plain = value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f));
        boolean lines = value.indexOf('\n') >= 0
                && value.chars().allMatch(c -> c == '\n' || c == '\t' || (c >= ' ' && c != 0x7f));
        if (mayBreak && lines && !value.contains("'''") && !value.endsWith("'")) {
            return "'''\n" + value + "'''";
        }
        boolean quoted = value.indexOf('"') >= 0 || value.indexOf('\\') >= 0;
        return plain && quoted && value.indexOf('\'') < 0 ? "'" + value + "'" : basic(value);
    }

    private static String basic(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        value.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        quoted.append(String.format("\\u%04X", c));
                    } else {
                        quoted.appendCodePoint(c);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}

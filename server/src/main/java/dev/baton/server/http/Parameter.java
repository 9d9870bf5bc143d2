package dev.baton.server.http;

import dev.baton.error.DidYouMean;
import dev.baton.worker.wire.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A query parameter: declared once, for the document and for the handler.
 *
 * @param name its name
 * @param description its description
 * @param schema its JSON schema
 * @param parser reads a value, and throws {@link IllegalArgumentException} with a message for an invalid one
 * @param repeatable whether it may be repeated
 */
public record Parameter<T>(
        String name, String description, Map<String, Object> schema, Function<String, T> parser, boolean repeatable) {

    /** A parameter that occurs at most once. */
    public Parameter(String name, String description, Map<String, Object> schema, Function<String, T> parser) {
        this(name, description, schema, parser, false);
    }

    /** The same parameter, which may be repeated. */
    public Parameter<T> repeated() {
        return new Parameter<>(name, description + " May be repeated.", schema, parser, true);
    }

    /** The largest page of a list. */
    public static final int MOST_ITEMS = 1000;

    /** The default size of a page. */
    public static final int USUAL_ITEMS = 100;

    /** The size of a page. */
    public static final Parameter<Integer> LIMIT =
            integer("limit", 1, MOST_ITEMS, "The most items to return; " + USUAL_ITEMS + " when missing.");

    /** The cursor of a page. */
    public static final Parameter<Cursor> CURSOR = new Parameter<>(
            "cursor",
            "The cursor of the page: the value of next from the page before.",
            Map.of("type", "string"),
            Cursor::parse);

    /** Stands for parameters of any name: those of a page are for its scripts, and the server ignores them. */
    public static final Parameter<String> ANYTHING = text("*", "Parameters of the page's scripts.");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    private static final int LONGEST_TEXT = 1000;

    /** A text of limited length. */
    public static Parameter<String> text(String name, String description) {
        return new Parameter<>(name, description, Map.of("type", "string", "maxLength", LONGEST_TEXT), text -> {
            if (text.length() > LONGEST_TEXT) {
                throw new IllegalArgumentException("it is longer than " + LONGEST_TEXT + " characters");
            }
            return text;
        });
    }

    /** The name of a job, workflow or queue. */
    public static Parameter<String> name(String name, String description) {
        return new Parameter<>(
                name, description, Map.of("type", "string", "pattern", "^" + NAME.pattern() + "$"), Parameter::name);
    }

    static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new IllegalArgumentException("it is not a name: a letter or digit comes first, then up to 127"
                    + " letters, digits, dots, underscores or hyphens");
        }
        return text;
    }

    /** An integer in a range. */
    public static Parameter<Integer> integer(String name, int least, int most, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "integer");
        schema.put("minimum", least);
        schema.put("maximum", most);
        return new Parameter<>(name, description, schema, text -> {
            try {
                int value = Integer.parseInt(text);
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException notANumber) {
                // handled below
            }
            throw new IllegalArgumentException("it is not a whole number from " + least + " to " + most);
        });
    }

    /** A boolean. */
    public static Parameter<Boolean> bool(String name, String description) {
        return new Parameter<>(name, description, Map.of("type", "boolean"), text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("it is neither true nor false");
        });
    }

    /** A value of an enum, by name. */
    public static <E extends Enum<E>> Parameter<E> oneOf(String name, Class<E> type, String description) {
        Map<String, E> words = new LinkedHashMap<>();
        Arrays.stream(type.getEnumConstants()).forEach(value -> words.put(EnumWords.of(value), value));
        List<String> known = List.copyOf(words.keySet());
        return new Parameter<>(name, description, Map.of("type", "string", "enum", known), text -> {
            E value = words.get(text);
            if (value == null) {
                throw new IllegalArgumentException("\"" + text + "\" is none of " + String.join(", ", known)
                        + DidYouMean.nextSentence(text, known));
            }
            return value;
        });
    }

    /** A time. */
    public static Parameter<Instant> time(String name, String description) {
        return new Parameter<>(name, description, Map.of("type", "string", "format", "date-time"), Instants::parse);
    }

    /** A duration. */
    public static Parameter<Duration> duration(String name, String description) {
        return new Parameter<>(
                name, description, Map.of("type", "string", "pattern", Durations.PATTERN), Durations::require);
    }

    /** An id, such as that of an execution or a token. */
    public static Parameter<UUID> id(String name, String description) {
        return new Parameter<>(name, description, Map.of("type", "string", "format", "uuid"), Parameter::id);
    }

    static UUID id(String text) {
        // UUID.fromString accepts abbreviated groups, which would give one resource several addresses.
        if (text.length() == 36) {
            try {
                return UUID.fromString(text);
            } catch (IllegalArgumentException notAnId) {
                // handled below
            }
        }
        throw new IllegalArgumentException("it is not an id such as 0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11");
    }

    /**
     * Reads a value.
     *
     * @throws ProblemException if the value is invalid
     */
    T parse(String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException wrong) {
            throw ProblemException.badParameter(name, String.valueOf(wrong.getMessage()));
        }
    }
}

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
 * A query parameter: declared once, in the table for the document and in the handler for its value.
 *
 * @param name its name
 * @param description what it does
 * @param schema its JSON schema
 * @param parser reads it, and throws {@link IllegalArgumentException} with what is wrong about it
 * @param repeatable whether it may be there several times
 */
public record Parameter<T>(
        String name, String description, Map<String, Object> schema, Function<String, T> parser, boolean repeatable) {

    /** One that is there once at most. */
    public Parameter(String name, String description, Map<String, Object> schema, Function<String, T> parser) {
        this(name, description, schema, parser, false);
    }

    /** The same, that may be there several times. */
    public Parameter<T> repeated() {
        return new Parameter<>(name, description + " May be there several times.", schema, parser, true);
    }

    /** The longest list that is given at once. */
    public static final int MOST_ITEMS = 1000;

    /** How many items a list has when nobody says. */
    public static final int USUAL_ITEMS = 100;

    /** How many items to give. */
    public static final Parameter<Integer> LIMIT =
            integer("limit", 1, MOST_ITEMS, "How many items to give at most; " + USUAL_ITEMS + " when missing.");

    /** Where to go on. */
    public static final Parameter<Cursor> CURSOR = new Parameter<>(
            "cursor", "Where to go on: the next of the page before.", Map.of("type", "string"), Cursor::parse);

    /** Stands for parameters of any name: those of a page are for its scripts, and the server does not look at them. */
    public static final Parameter<String> ANYTHING = text("*", "Whatever the page's scripts keep in their address.");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    private static final int LONGEST_TEXT = 1000;

    /** Any text that is not too long. */
    public static Parameter<String> text(String name, String description) {
        return new Parameter<>(name, description, Map.of("type", "string", "maxLength", LONGEST_TEXT), text -> {
            if (text.length() > LONGEST_TEXT) {
                throw new IllegalArgumentException("it is longer than " + LONGEST_TEXT + " characters");
            }
            return text;
        });
    }

    /** The name of a job, a workflow, a queue… */
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

    /** A whole number of a range. */
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
                // the message below serves both
            }
            throw new IllegalArgumentException("it is not a whole number from " + least + " to " + most);
        });
    }

    /** Yes or no. */
    public static Parameter<Boolean> bool(String name, String description) {
        return new Parameter<>(name, description, Map.of("type", "boolean"), text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("it is neither true nor false");
        });
    }

    /** One of the words of an enum. */
    public static <E extends Enum<E>> Parameter<E> oneOf(String name, Class<E> type, String description) {
        Map<String, E> words = new LinkedHashMap<>();
        Arrays.stream(type.getEnumConstants()).forEach(value -> words.put(EnumWords.of(value), value));
        List<String> known = List.copyOf(words.keySet());
        return new Parameter<>(name, description, Map.of("type", "string", "enum", known), text -> {
            E value = words.get(text);
            if (value == null) {
                throw new IllegalArgumentException(
                        "it is none of " + String.join(", ", known) + DidYouMean.nextSentence(text, known));
            }
            return value;
        });
    }

    /** A time. */
    public static Parameter<Instant> time(String name, String description) {
        return new Parameter<>(name, description, Map.of("type", "string", "format", "date-time"), Instants::parse);
    }

    /** A length of time. */
    public static Parameter<Duration> duration(String name, String description) {
        return new Parameter<>(
                name, description, Map.of("type", "string", "pattern", Durations.PATTERN), Durations::require);
    }

    /** The id of an execution, a token… */
    public static Parameter<UUID> id(String name, String description) {
        return new Parameter<>(name, description, Map.of("type", "string", "format", "uuid"), Parameter::id);
    }

    static UUID id(String text) {
        // UUID.fromString takes abbreviated groups, which would give one thing two addresses.
        if (text.length() == 36) {
            try {
                return UUID.fromString(text);
            } catch (IllegalArgumentException notAnId) {
                // the message below serves both
            }
        }
        throw new IllegalArgumentException("it is not an id such as 0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11");
    }

    /**
     * Reads it.
     *
     * @throws ProblemException when it is not what it should be
     */
    T parse(String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException wrong) {
            throw ProblemException.badParameter(name, String.valueOf(wrong.getMessage()));
        }
    }
}

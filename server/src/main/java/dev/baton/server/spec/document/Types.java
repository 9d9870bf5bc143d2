package dev.baton.server.spec.document;

import dev.baton.error.DidYouMean;
import dev.baton.worker.wire.Durations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** The types of simple values. */
public final class Types {

    /** Any text. */
    public static final Type<String> TEXT =
            new Scalar<>("text", "a text", Types::text, value -> value, () -> Json.type("string"));

    /** A text that is not empty. */
    public static final Type<String> NON_EMPTY = new Scalar<>(
            "text",
            "a text that is not empty",
            value -> text(value).filter(text -> !text.isBlank()),
            value -> value,
            () -> Json.type("string").put("minLength", 1));

    /** The form of names of jobs, steps, queues and the like. */
    public static final Type<String> NAME = matching(
            "name",
            "a name (a letter or digit, then up to 127 letters, digits, dots, underscores or hyphens)",
            "[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    /** The form of names of environment variables. */
    public static final Type<String> VARIABLE =
            matching("variable", "the name of an environment variable", "[A-Za-z_][A-Za-z0-9_]{0,127}");

    /** True or false. */
    public static final Type<Boolean> FLAG = new Scalar<>(
            "flag",
            "true or false",
            value -> value instanceof Boolean flag ? Optional.of(flag) : Optional.empty(),
            value -> value,
            () -> Json.type("boolean"));

    /** A duration, zero included. */
    public static final Type<Duration> DURATION = new DurationType(Duration.ZERO);

    /** A duration longer than zero. */
    public static final Type<Duration> POSITIVE_DURATION = new DurationType(Duration.ofNanos(1));

    /** A number of seconds, for keys that end in {@code _sec}. */
    public static final Type<Duration> SECONDS = new Scalar<>(
            "seconds",
            "a number of seconds",
            value -> value instanceof Number number ? Durations.ofSeconds(number.doubleValue()) : Optional.empty(),
            value -> value.toMillis() / 1000.0,
            () -> Json.type("number").put("minimum", 0));

    /** An instant with its offset. */
    public static final Type<Instant> INSTANT = new Scalar<>(
            "time",
            "a time with its offset such as \"2026-12-24T18:00:00+01:00\"",
            Types::instant,
            Instant::toString,
            () -> Json.type("string").put("format", "date-time"));

    /** A date. */
    public static final Type<LocalDate> DATE = new Scalar<>(
            "date",
            "a date such as \"2026-12-24\"",
            Types::date,
            LocalDate::toString,
            () -> Json.type("string").put("format", "date"));

    /** A time zone of the tz database. */
    public static final Type<ZoneId> ZONE = new ZoneType();

    /** Anything that JSON can say. */
    public static final Type<Object> ANY = new AnyType();

    /** Tables of anything that JSON can say. */
    public static final Type<Map<String, Object>> VALUES = new MapType<>(ANY);

    private Types() {}

    /** A whole number in a range. */
    public static Type<Integer> integer(int least, int most) {
        String what = most == Integer.MAX_VALUE
                ? "a whole number from " + least + " up"
                : "a whole number from " + least + " to " + most;
        return new Scalar<>(
                "whole number",
                what,
                value -> value instanceof Long number && number >= least && number <= most
                        ? Optional.of(number.intValue())
                        : Optional.empty(),
                value -> value,
                () -> range(Json.type("integer"), least, most));
    }

    /** A number in a range. */
    public static Type<Double> number(double least, double most) {
        return new Scalar<>(
                "number",
                "a number from " + plain(least) + " to " + plain(most),
                value -> value instanceof Number number && number.doubleValue() >= least && number.doubleValue() <= most
                        ? Optional.of(number.doubleValue())
                        : Optional.empty(),
                value -> value,
                () -> Json.type("number").put("minimum", least).put("maximum", most));
    }

    /** A text that matches a pattern. */
    public static Type<String> matching(String label, String what, String regex) {
        Pattern pattern = Pattern.compile(regex);
        return new Scalar<>(
                label,
                what,
                value -> text(value).filter(text -> pattern.matcher(text).matches()),
                value -> value,
                () -> Json.type("string").put("pattern", "^" + regex + "$"));
    }

    /** A text that a function can parse. */
    public static <T> Type<T> parsed(
            String label, String what, Function<String, Optional<T>> parse, Function<T, String> format) {
        return new Scalar<>(
                label,
                what,
                value -> text(value).flatMap(parse),
                value -> (Object) format.apply(value),
                () -> Json.type("string"));
    }

    /** One of the constants of an enum, in lower case; hyphen and underscore are equivalent. */
    public static <E extends Enum<E>> Type<E> choice(Class<E> constants, char joint) {
        Map<String, E> byWord = new LinkedHashMap<>();
        for (E constant : constants.getEnumConstants()) {
            byWord.put(constant.name().toLowerCase(Locale.ROOT).replace('_', joint), constant);
        }
        return new ChoiceType<>(byWord, joint);
    }

    /** One of these values, each by its word. */
    public static <T> Type<T> choice(List<T> values, Function<T, String> word) {
        Map<String, T> byWord = new LinkedHashMap<>();
        values.forEach(value -> byWord.put(word.apply(value), value));
        return new ChoiceType<>(byWord, '_');
    }

    /** A list. */
    public static <T> Type<List<T>> list(Type<T> element) {
        return new ListType<>(element, false);
    }

    /** A list, or one element without brackets. */
    public static <T> Type<List<T>> oneOrMore(Type<T> element) {
        return new ListType<>(element, true);
    }

    /** A table of values with arbitrary keys. */
    public static <T> Type<Map<String, T>> map(Type<T> value) {
        return new MapType<>(value);
    }

    /** The "did you mean" part of a message, when a name is close to a known one. */
    public static String didYouMean(String given, Iterable<String> known) {
        return DidYouMean.sentence(given, known).strip();
    }

    private static Optional<String> text(Object value) {
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static Optional<Instant> instant(Object value) {
        if (value instanceof OffsetDateTime time) {
            return Optional.of(time.toInstant());
        }
        return text(value)
                .flatMap(text -> attempt(() -> OffsetDateTime.parse(text).toInstant()));
    }

    private static Optional<LocalDate> date(Object value) {
        return value instanceof LocalDate date
                ? Optional.of(date)
                : text(value).flatMap(text -> attempt(() -> LocalDate.parse(text)));
    }

    static <T> Optional<T> attempt(Supplier<T> parse) {
        try {
            return Optional.of(parse.get());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static ObjectNode range(ObjectNode schema, int least, int most) {
        schema.put("minimum", least);
        return most == Integer.MAX_VALUE ? schema : schema.put("maximum", most);
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }
}

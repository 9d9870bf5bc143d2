package dev.baton.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.baton.error.DidYouMean;
import dev.baton.server.http.Problem.Mistake;
import dev.baton.worker.wire.Durations;
import dev.baton.worker.wire.JsonMappers;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.type.LogicalType;

/**
 * The JSON of the API: snake_case, null values left out, times in ISO 8601 UTC, durations as text, enums by name.
 * Reading is strict: unknown, duplicate and missing fields and values of another type are errors.
 */
public final class Json {

    private static final JsonMapper MAPPER = JsonMappers.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .annotationIntrospector(new RecordIntrospector())
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .addModule(new SimpleModule("baton-durations")
                    .addSerializer(new DurationWriter())
                    .addDeserializer(Duration.class, new TextReader<>(Duration.class, Durations::require, "duration"))
                    .addDeserializer(Instant.class, new TextReader<>(Instant.class, Instants::parse, "time")))
            .build();

    /** The parts of the parser's messages that are meaningless to clients. */
    private static final Pattern INTERNALS =
            Pattern.compile(" \\(start marker at \\[.*?]\\)|: enable `[^`]*` to allow|, from `[^`]*`");

    private Json() {}

    /** The mapper, for JSON that is neither a request nor an answer. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** Writes an answer. */
    static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /**
     * Reads a request. An empty body counts as an object without fields.
     *
     * @throws ProblemException if the body is invalid
     */
    static <T> T read(byte[] body, Class<T> type) {
        String json = body.length == 0 ? "{}" : text(body);
        try {
            NumberRange.check(json);
            T value = MAPPER.readValue(json, type);
            if (value == null) {
                throw ProblemException.badField("", "it is null, and should be an object");
            }
            return value;
        } catch (JacksonException wrong) {
            throw refusal(wrong);
        }
    }

    /**
     * A body as text.
     *
     * @throws ProblemException if it is not UTF-8
     */
    public static String text(byte[] body) {
        try {
            return JsonMappers.text(body);
        } catch (CharacterCodingException notText) {
            throw ProblemException.badRequest("the body is not UTF-8, which JSON is written in");
        }
    }

    /** The message about an invalid body, in terms of the client rather than the parser. */
    public static ProblemException refusal(JacksonException wrong) {
        if (wrong instanceof StreamReadException malformed) {
            return ProblemException.badRequest("the body is not JSON: " + words(malformed) + ", at line "
                    + malformed.getLocation().getLineNr() + ", column "
                    + malformed.getLocation().getColumnNr());
        }
        Throwable cause = wrong.getCause();
        if (cause instanceof ProblemException problem) {
            return problem;
        }
        String pointer = pointer(wrong.getPath());
        String message = message(wrong);
        return ProblemException.badRequest(
                ProblemException.body(pointer, message), List.of(Mistake.at(pointer, message)));
    }

    private static String message(JacksonException wrong) {
        if (wrong instanceof UnrecognizedPropertyException unknown) {
            List<String> known =
                    unknown.getKnownPropertyIds().stream().map(String::valueOf).toList();
            return "there is no field \"" + unknown.getPropertyName() + "\"; the fields are "
                    + known.stream().sorted().collect(Collectors.joining(", "))
                    + DidYouMean.nextSentence(unknown.getPropertyName(), known);
        }
        if (wrong instanceof ValueInstantiationException refused && refused.getCause() != null) {
            // The message of the record's constructor.
            return String.valueOf(refused.getCause().getMessage());
        }
        if (wrong instanceof InvalidFormatException format && format.getTargetType() != null) {
            return "\"" + format.getValue() + "\" is not " + TypeWords.of(format.getTargetType());
        }
        if (wrong instanceof MismatchedInputException mismatch && isMissing(mismatch)) {
            return "it is missing";
        }
        if (wrong instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return "it is not " + TypeWords.of(mismatch.getTargetType());
        }
        if (wrong instanceof StreamConstraintsException tooMuch) {
            return words(tooMuch);
        }
        return "it is not what is expected here";
    }

    private static String words(JacksonException wrong) {
        return INTERNALS.matcher(wrong.getOriginalMessage()).replaceAll("");
    }

    private static boolean isMissing(MismatchedInputException mismatch) {
        String message = mismatch.getOriginalMessage().toLowerCase(Locale.ROOT);
        return message.startsWith("missing required") || message.startsWith("invalid `null`");
    }

    private static String pointer(List<Reference> path) {
        return path.stream()
                .map(step -> step.getPropertyName() == null
                        ? Integer.toString(step.getIndex())
                        : step.getPropertyName().replace("~", "~0").replace("/", "~1"))
                .map(step -> "/" + step)
                .collect(Collectors.joining());
    }

    private static final class DurationWriter extends StdSerializer<Duration> {
        DurationWriter() {
            super(Duration.class);
        }

        @Override
        public void serialize(Duration value, JsonGenerator json, SerializationContext context) {
            json.writeString(Durations.format(value));
        }
    }

    /** Reads a value that is written as text. */
    private static final class TextReader<T> extends StdDeserializer<T> {

        private final transient Function<String, T> parser;
        private final String what;

        /**
         * @param what the name of the expected value, for the message
         */
        TextReader(Class<T> type, Function<String, T> parser, String what) {
            super(type);
            this.parser = parser;
            this.what = what;
        }

        @Override
        public T deserialize(JsonParser json, DeserializationContext context) {
            String text = json.getString();
            try {
                return parser.apply(text);
            } catch (IllegalArgumentException wrong) {
                throw InvalidFormatException.from(json, "not a " + what, text, handledType());
            }
        }
    }
}

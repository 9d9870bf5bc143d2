package dev.baton.worker.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.baton.worker.Command;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * The JSON format of the records that workers and servers exchange: keys and constants in snake_case, durations as
 * text, times in ISO 8601, a {@link Command} as an object with its {@code kind}. Nulls are left out, a missing list is
 * empty, and unknown fields are ignored, so that either side can be the newer one.
 *
 * <pre>{@code
 * Assignment assignment = WireFormat.mapper().readValue(json, Assignment.class);
 * }</pre>
 */
public final class WireFormat {

    private static final JsonMapper MAPPER = newMapper();

    private WireFormat() {}

    /** The mapper. Immutable, safe from any thread. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    private static JsonMapper newMapper() {
        SimpleModule durations = new SimpleModule()
                .addSerializer(Duration.class, new DurationWriter())
                .addDeserializer(Duration.class, new DurationReader());
        JsonMapper.Builder builder = JsonMappers.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enumNamingStrategy(EnumNamingStrategies.SNAKE_CASE)
                .changeDefaultPropertyInclusion(any -> any.withValueInclusion(JsonInclude.Include.NON_NULL))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
                .addModule(durations);
        for (Class<?> collection : List.of(List.class, Set.class, Map.class)) {
            builder.withConfigOverride(
                    collection, override -> override.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
        }
        return builder.build();
    }

    private static final class DurationWriter extends StdScalarSerializer<Duration> {

        DurationWriter() {
            super(Duration.class);
        }

        @Override
        public void serialize(Duration value, JsonGenerator generator, SerializationContext context) {
            generator.writeString(Durations.format(value));
        }
    }

    private static final class DurationReader extends StdScalarDeserializer<Duration> {

        DurationReader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) {
            String text = parser.getValueAsString("");
            return Durations.ofAnyLength(text)
                    .orElseThrow(() -> context.weirdStringException(
                            text, Duration.class, "it is not a duration such as 90s, 2h30m or 250ms"));
        }
    }
}

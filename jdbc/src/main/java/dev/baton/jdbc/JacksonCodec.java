package dev.baton.jdbc;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.baton.spi.Codec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Encodes values as JSON and, where the JSON alone does not determine the value, its {@linkplain Shape shape} beside
 * it. The JSON itself names no class, and only the classes of the shape are loaded.
 */
final class JacksonCodec implements Codec {

    private static final String TYPES = "@types";

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    // Users choose the property names of outputs: a table of all names ever read would only grow, or
                    // collide.
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
            // A value whose shape names its class needs no type id.
            .disable(MapperFeature.REQUIRE_TYPE_ID_FOR_SUBTYPES)
            // The hidden fields of a bean are part of its value.
            .changeDefaultVisibility(visibility -> visibility.withFieldVisibility(Visibility.ANY))
            .build();

    /** Reads values that the JSON alone determines. */
    private static final ObjectReader NATURAL =
            MAPPER.readerFor(Object.class).without(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    @Override
    public Encoded encode(Object value) {
        Shape shape = ShapeOfValue.of(value);
        return new Encoded(write(value), shape.equals(Shape.NATURAL) ? null : shape.toString());
    }

    @Override
    public Object decode(Encoded encoded, ClassLoader loader) {
        String type = encoded.type();
        return Objects.requireNonNull(reading(
                type,
                () -> type == null
                        ? NATURAL.readValue(encoded.json())
                        : new ShapeReader(MAPPER, loader).read(encoded.json(), ShapeParser.parse(type))));
    }

    @Override
    public String encodeAll(Map<String, Object> values) {
        if (values.isEmpty()) {
            return "{}";
        }
        if (values.containsKey(TYPES)) {
            throw new IllegalArgumentException("no value can have the name " + TYPES + ": Baton uses it");
        }
        Map<String, String> types = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            Shape shape = ShapeOfValue.of(value);
            if (!shape.equals(Shape.NATURAL)) {
                types.put(name, shape.toString());
            }
        });
        if (types.isEmpty()) {
            return write(values);
        }
        Map<String, Object> all = new LinkedHashMap<>(values);
        all.put(TYPES, types);
        return write(all);
    }

    @Override
    public Map<String, Object> decodeAll(String text, ClassLoader loader) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (text.equals("{}")) {
            return values;
        }
        if (!(reading(null, () -> MAPPER.readTree(text)) instanceof ObjectNode all)) {
            throw new IllegalArgumentException("no JSON object of values by their names: " + text);
        }
        JsonNode types = all.path(TYPES);
        for (Map.Entry<String, JsonNode> entry : all.properties()) {
            if (!entry.getKey().equals(TYPES)) {
                JsonNode type = types.path(entry.getKey());
                Object value = read(entry.getValue(), type.asString("?"), loader);
                if (value != null) {
                    values.put(entry.getKey(), value);
                }
            }
        }
        return values;
    }

    static String quote(String text) {
        return MAPPER.writeValueAsString(text);
    }

    static String unquote(String json) {
        return MAPPER.readValue(json, String.class);
    }

    private static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JacksonException failure) {
            throw new IllegalArgumentException(
                    "a " + value.getClass().getName() + " cannot be written as JSON: " + failure.getMessage(), failure);
        }
    }

    private static @Nullable Object read(JsonNode json, String type, ClassLoader loader) {
        return reading(type, () -> new ShapeReader(MAPPER, loader).read(json, ShapeParser.parse(type)));
    }

    private static <T extends @Nullable Object> T reading(@Nullable String type, Supplier<T> read) {
        try {
            return read.get();
        } catch (JacksonException failure) {
            String what = type == null ? "JSON" : type;
            throw new IllegalArgumentException("this is no longer a " + what + ": " + failure.getMessage(), failure);
        }
    }
}

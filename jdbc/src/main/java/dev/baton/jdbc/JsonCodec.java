package dev.baton.jdbc;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.baton.spi.Codec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
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
 * Encodes values as JSON by Jackson and, where the JSON alone does not determine the value, its class beside it. The JSON
 * itself names no class. Immutable: each call returns a new codec. Safe from any thread.
 *
 * <pre>{@code
 * Codec codec = JsonCodec.standard()
 *         .renamed("com.acme.Bill", Invoice.class)
 *         .accepting(Money.class)
 *         .configured(mapper -> mapper.addModule(new MoneyModule()));
 * Baton baton = Baton.on(Stores.postgres(dataSource, codec));
 * }</pre>
 *
 * <p>Fields that a class has lost are ignored, fields that it has got since are null, 0 or false, and {@code @JsonAlias}
 * names what a field was called before.
 */
public final class JsonCodec implements Codec {

    private static final String TYPES = "@types";

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    // Users choose the property names of outputs: a table of all names ever read would only grow, or
                    // collide.
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    // What could be written can be read: the values are the program's own.
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
            // A class may have got a field since a value of it was written.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // A value whose shape names its class needs no type id.
            .disable(MapperFeature.REQUIRE_TYPE_ID_FOR_SUBTYPES)
            // The hidden fields of a bean are part of its value.
            .changeDefaultVisibility(visibility -> visibility.withFieldVisibility(Visibility.ANY))
            .build();

    private static final JsonCodec STANDARD = new JsonCodec(MAPPER, Map.of(), Set.of());

    private final JsonMapper mapper;
    /** The present names of classes that had another name when values of them were written. */
    private final Map<String, String> renamed;

    private final Set<Class<?>> accepted;
    private final ShapeOfValue shapes;
    /** Reads values that the JSON alone determines. */
    private final ObjectReader natural;

    private JsonCodec(JsonMapper mapper, Map<String, String> renamed, Set<Class<?>> accepted) {
        this.mapper = mapper;
        this.renamed = renamed;
        this.accepted = accepted;
        this.shapes = new ShapeOfValue(accepted);
        this.natural = mapper.readerFor(Object.class).without(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }

    /** The codec of a store that is given none. */
    public static JsonCodec standard() {
        return STANDARD;
    }

    /**
     * Configures Jackson: modules, mix-ins, features.
     *
     * @param change changes a builder that has the settings of this codec
     */
    public JsonCodec configured(UnaryOperator<JsonMapper.Builder> change) {
        return new JsonCodec(change.apply(mapper.rebuild()).build(), renamed, accepted);
    }

    /**
     * Reads values of a class that was renamed or moved since they were written.
     *
     * @param formerly its name at that time, as in {@link Class#getName()}
     * @param now the class
     */
    public JsonCodec renamed(String formerly, Class<?> now) {
        Map<String, String> more = new HashMap<>(renamed);
        more.put(formerly, now.getName());
        return new JsonCodec(mapper, Map.copyOf(more), accepted);
    }

    /**
     * Accepts classes that a store would refuse, because Jackson alone could not read them again: those that your {@link
     * #configured configuration} reads.
     */
    public JsonCodec accepting(Class<?>... classes) {
        Set<Class<?>> more = new HashSet<>(accepted);
        more.addAll(List.of(classes));
        return new JsonCodec(mapper, renamed, Set.copyOf(more));
    }

    @Override
    public Encoded encode(Object value) {
        Shape shape = shapes.of(value);
        return new Encoded(write(value), shape.equals(Shape.NATURAL) ? null : shape.toString());
    }

    @Override
    public Object decode(Encoded encoded, ClassLoader loader) {
        String type = encoded.type();
        return Objects.requireNonNull(reading(
                type,
                () -> type == null
                        ? natural.readValue(encoded.json())
                        : reader(loader).read(encoded.json(), ShapeParser.parse(type))));
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
            Shape shape = shapes.of(value);
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
        if (!(reading(null, () -> mapper.readTree(text)) instanceof ObjectNode all)) {
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

    private ShapeReader reader(ClassLoader loader) {
        return new ShapeReader(mapper, loader, renamed, accepted);
    }

    private String write(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JacksonException failure) {
            throw new IllegalArgumentException(
                    "a " + value.getClass().getName() + " cannot be written as JSON: " + failure.getMessage(), failure);
        }
    }

    private @Nullable Object read(JsonNode json, String type, ClassLoader loader) {
        return reading(type, () -> reader(loader).read(json, ShapeParser.parse(type)));
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

package dev.baton.jdbc;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Reads values by their shape, with the classes of one class loader. */
final class ShapeReader {

    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "boolean", boolean.class,
            "byte", byte.class,
            "short", short.class,
            "char", char.class,
            "int", int.class,
            "long", long.class,
            "float", float.class,
            "double", double.class);

    private static final Shape.Uniform NATURAL_LIST = new Shape.Uniform("java.util.List", List.of(Shape.NATURAL));
    private static final Shape.Uniform NATURAL_MAP =
            new Shape.Uniform("java.util.Map", List.of(new Shape.Single("java.lang.String"), Shape.NATURAL));

    private final ObjectMapper mapper;
    private final ClassLoader loader;
    private final Map<String, String> renamed;
    private final Set<Class<?>> accepted;

    /**
     * Reads with these.
     *
     * @param renamed the present names of classes, by their former names
     * @param accepted classes that may be named although they are of Java
     */
    ShapeReader(ObjectMapper mapper, ClassLoader loader, Map<String, String> renamed, Set<Class<?>> accepted) {
        this.mapper = mapper;
        this.loader = loader;
        this.renamed = renamed;
        this.accepted = accepted;
    }

    @Nullable Object read(String json, Shape shape) {
        return shape instanceof Shape.Single || shape instanceof Shape.ArrayOf
                ? mapper.readValue(json, typeOf(shape))
                : read(mapper.readTree(json), shape);
    }

    @Nullable Object read(JsonNode json, Shape shape) {
        if (shape instanceof Shape.Uniform uniform && uniform.container().equals("java.util.Optional")) {
            return Optional.ofNullable(read(json, uniform.arguments().get(0)));
        }
        if (json.isNull()) {
            return null;
        }
        if (shape instanceof Shape.Natural) {
            return natural(json);
        }
        if (shape instanceof Shape.Uniform uniform) {
            return Containers.isCollection(uniform.container()) ? collection(json, uniform) : map(json, uniform);
        }
        if (shape instanceof Shape.Mixed mixed) {
            return mixed(json, mixed);
        }
        if (shape instanceof Shape.MixedMap mixed) {
            return mixedMap(json, mixed);
        }
        return mapper.treeToValue(json, typeOf(shape));
    }

    private Collection<@Nullable Object> collection(JsonNode json, Shape.Uniform shape) {
        Collection<@Nullable Object> values = Containers.collection(shape.container());
        for (JsonNode element : json.values()) {
            values.add(read(element, shape.arguments().get(0)));
        }
        return values;
    }

    private Map<Object, @Nullable Object> map(JsonNode json, Shape.Uniform shape) {
        Map<Object, @Nullable Object> values = Containers.map(shape.container());
        Class<?> key = typeOf(shape.arguments().get(0));
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            values.put(
                    key(entry.getKey(), key),
                    read(entry.getValue(), shape.arguments().get(1)));
        }
        return values;
    }

    private Object key(String text, Class<?> type) {
        return type == String.class ? text : Objects.requireNonNull(mapper.convertValue(text, type));
    }

    private Collection<@Nullable Object> mixed(JsonNode json, Shape.Mixed shape) {
        Collection<@Nullable Object> values = Containers.collection(shape.container());
        Iterator<Shape> shapes = shape.elements().iterator();
        for (JsonNode element : json.values()) {
            values.add(read(element, shapes.next()));
        }
        return values;
    }

    private Map<Object, @Nullable Object> mixedMap(JsonNode json, Shape.MixedMap shape) {
        Map<Object, @Nullable Object> values = Containers.map(shape.container());
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            Shape value = shape.values().getOrDefault(entry.getKey(), Shape.NATURAL);
            values.put(entry.getKey(), read(entry.getValue(), value));
        }
        return values;
    }

    private @Nullable Object natural(JsonNode json) {
        if (json.isArray()) {
            return collection(json, NATURAL_LIST);
        }
        if (json.isObject()) {
            return map(json, NATURAL_MAP);
        }
        if (json.isIntegralNumber()) {
            return json.canConvertToInt() ? (Object) json.intValue() : (Object) json.longValue();
        }
        if (json.isNumber()) {
            return json.doubleValue();
        }
        return json.isBoolean() ? (Object) json.booleanValue() : json.stringValue();
    }

    private Class<?> typeOf(Shape shape) {
        if (shape instanceof Shape.ArrayOf array) {
            return Array.newInstance(typeOf(array.element()), 0).getClass();
        }
        String name = renamed.getOrDefault(shape.toString(), shape.toString());
        Class<?> primitive = PRIMITIVES.get(name);
        if (primitive != null) {
            return primitive;
        }
        if (!KeptClasses.mayBeNamed(name)
                && accepted.stream().noneMatch(type -> type.getName().equals(name))) {
            throw new IllegalArgumentException(name + " is not a class that Baton reads");
        }
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError gone) {
            throw new IllegalArgumentException("there is no class " + name + " here: was it renamed or removed?", gone);
        }
    }
}

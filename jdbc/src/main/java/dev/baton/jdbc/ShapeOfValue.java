package dev.baton.jdbc;

import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Determines the shape of a value. */
final class ShapeOfValue {

    private static final Shape TEXT = new Shape.Single("java.lang.String");

    private final Set<Class<?>> accepted;

    /** @param accepted the classes that are kept without a check */
    ShapeOfValue(Set<Class<?>> accepted) {
        this.accepted = accepted;
    }

    /**
     * The shape of a value.
     *
     * @throws IllegalArgumentException when the value could not be read back unchanged; the message says what to do
     */
    Shape of(@Nullable Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Integer) {
            return Shape.NATURAL;
        }
        if (value instanceof Double number && !number.isNaN() && !number.isInfinite()) {
            return Shape.NATURAL;
        }
        if (accepted.contains(value.getClass())) {
            return new Shape.Single(value.getClass().getName());
        }
        if (value instanceof Map<?, ?> map) {
            return ofMap(map);
        }
        if (value instanceof Collection<?> collection) {
            return ofCollection(collection);
        }
        if (value instanceof Optional<?> optional) {
            return new Shape.Uniform("java.util.Optional", List.of(of(optional.orElse(null))));
        }
        return value.getClass().isArray() ? ofArray(value) : new Shape.Single(nameOf(value));
    }

    private String nameOf(Object value) {
        if (value instanceof Enum<?> constant) {
            return checked(constant.getDeclaringClass());
        }
        // Implementation classes are hidden behind these interfaces.
        if (value instanceof Path) {
            return "java.nio.file.Path";
        }
        if (value instanceof ZoneId && !(value instanceof ZoneOffset)) {
            return "java.time.ZoneId";
        }
        return checked(value.getClass());
    }

    private String checked(Class<?> type) {
        if (!accepted.contains(type)) {
            KeptClasses.check(type);
        }
        return type.getName();
    }

    private Shape ofCollection(Collection<?> collection) {
        List<Shape> shapes = new ArrayList<>(collection.size());
        for (Object element : collection) {
            shapes.add(of(element));
        }
        String container = Containers.nameOf(collection);
        Shape element = common(collection, shapes);
        if (element == null) {
            return new Shape.Mixed(container, shapes);
        }
        return element.equals(Shape.NATURAL) && container.equals("java.util.List")
                ? Shape.NATURAL
                : new Shape.Uniform(container, List.of(element));
    }

    private Shape ofMap(Map<?, ?> map) {
        String container = Containers.nameOf(map);
        Shape key = ofKeys(map.keySet());
        List<Shape> shapes = new ArrayList<>(map.size());
        for (Object value : map.values()) {
            shapes.add(of(value));
        }
        Shape value = common(map.values(), shapes);
        if (value != null) {
            return value.equals(Shape.NATURAL) && key.equals(TEXT) && container.equals("java.util.Map")
                    ? Shape.NATURAL
                    : new Shape.Uniform(container, List.of(key, value));
        }
        if (!key.equals(TEXT)) {
            throw new IllegalArgumentException("the values of a map whose keys are not String must be of one class:"
                    + " return a record, or a map from String");
        }
        Map<String, Shape> values = new LinkedHashMap<>();
        int i = 0;
        for (Object name : map.keySet()) {
            values.put((String) name, shapes.get(i++));
        }
        return new Shape.MixedMap(container, values);
    }

    private static Shape ofKeys(Set<?> keys) {
        Set<Class<?>> classes = new HashSet<>();
        for (Object key : keys) {
            if (key == null) {
                throw new IllegalArgumentException("a map with the key null cannot be kept: use another key");
            }
            classes.add(key instanceof Enum<?> constant ? constant.getDeclaringClass() : key.getClass());
        }
        if (classes.size() > 1) {
            throw new IllegalArgumentException(
                    "the keys of a map must be of one class, not of several " + classes + ": use String");
        }
        Class<?> type = classes.isEmpty() ? String.class : classes.iterator().next();
        if (!KeptClasses.isKey(type)) {
            throw new IllegalArgumentException(type.getName() + " cannot be the key of a map that is kept: use String,"
                    + " or return a list of records");
        }
        return new Shape.Single(type.getName());
    }

    /** The shape that all values share, ignoring nulls; null if there is none. */
    private static @Nullable Shape common(Collection<?> values, List<Shape> shapes) {
        @Nullable Shape common = null;
        int i = 0;
        for (Object value : values) {
            Shape shape = shapes.get(i++);
            if (value != null && common != null && !common.equals(shape)) {
                return null;
            }
            common = value == null ? common : shape;
        }
        return common == null ? Shape.NATURAL : common;
    }

    private Shape ofArray(Object array) {
        Class<?> element = array.getClass().getComponentType();
        if (element.isPrimitive()) {
            return new Shape.ArrayOf(new Shape.Single(element.getName()));
        }
        for (Object value : (Object[]) array) {
            if (value != null && value.getClass() != element) {
                throw new IllegalArgumentException("an array of " + element.getName() + " with a "
                        + value.getClass().getName() + " in it cannot be kept: return a List");
            }
        }
        if (element.isArray()) {
            return new Shape.ArrayOf(ofArray(java.lang.reflect.Array.newInstance(element.getComponentType(), 0)));
        }
        return new Shape.ArrayOf(new Shape.Single(checked(element)));
    }
}

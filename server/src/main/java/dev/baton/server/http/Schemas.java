package dev.baton.server.http;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.baton.worker.wire.Durations;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON schemas of requests and responses, derived from their records. */
final class Schemas {

    private static final String PREFIX = "#/components/schemas/";
    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    private final Map<String, ObjectNode> components = new TreeMap<>();
    private final Set<String> documents = new HashSet<>();
    private final Set<String> opened = new HashSet<>();

    /** The schema of a type: inline, or a reference to one of the {@link #components()}. */
    ObjectNode of(Type type) {
        return of(type, Map.of());
    }

    /** A reference to a schema that does not come from a record. */
    ObjectNode of(Endpoint.Document document) {
        if (components.putIfAbsent(document.name(), document.schema()) == null) {
            documents.add(document.name());
        }
        return node().put("$ref", PREFIX + document.name());
    }

    /** The schemas that were referred to. */
    ObjectNode components() {
        ObjectNode all = node();
        components.forEach(all::set);
        return all;
    }

    /**
     * Opens the schemas that a schema refers to, at any depth, for fields that a newer server adds and clients ignore.
     * Documents stay closed, because they list everything that can be defined.
     */
    void open(JsonNode schema) {
        for (JsonNode reference : schema.findValues("$ref")) {
            String name = reference.asString().substring(PREFIX.length());
            ObjectNode component = components.get(name);
            if (component != null && !documents.contains(name) && opened.add(name)) {
                component.remove("additionalProperties");
                open(component);
            }
        }
    }

    /** Whether a record has required fields. */
    static boolean hasRequiredField(Class<?> type) {
        RecordComponent[] fields = type.getRecordComponents();
        return fields != null && Arrays.stream(fields).anyMatch(field -> !RecordIntrospector.isOptional(field));
    }

    private ObjectNode of(Type type, Map<String, Type> arguments) {
        if (type instanceof TypeVariable<?> variable) {
            return of(arguments.getOrDefault(variable.getName(), Object.class), Map.of());
        }
        if (type instanceof ParameterizedType generic) {
            return ofGeneric(generic, arguments);
        }
        if (type instanceof Documented documented) {
            return ofDocumented(documented);
        }
        return type instanceof Class<?> plain ? ofClass(plain) : node();
    }

    private ObjectNode ofDocumented(Documented type) {
        ObjectNode reference = reference(type.name(), type.record(), Map.of());
        ObjectNode properties =
                Objects.requireNonNull(components.get(type.name())).withObjectProperty("properties");
        ObjectNode field = of(type.document());
        JsonNode description = properties.path(type.field()).path("description");
        if (description.isString()) {
            field.set("description", description);
        }
        properties.set(type.field(), field);
        return reference;
    }

    private ObjectNode ofGeneric(ParameterizedType type, Map<String, Type> outer) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] given = type.getActualTypeArguments();
        if (Collection.class.isAssignableFrom(raw)) {
            ObjectNode schema = node().put("type", "array");
            schema.set("items", of(given[0], outer));
            return schema;
        }
        if (Map.class.isAssignableFrom(raw)) {
            ObjectNode schema = node().put("type", "object");
            schema.set("additionalProperties", of(given[1], outer));
            return schema;
        }
        Map<String, Type> arguments = new TreeMap<>();
        StringBuilder name = new StringBuilder(raw.getSimpleName());
        for (int i = 0; i < given.length; i++) {
            Type argument = given[i] instanceof TypeVariable<?> variable
                    ? outer.getOrDefault(variable.getName(), Object.class)
                    : given[i];
            arguments.put(raw.getTypeParameters()[i].getName(), argument);
            name.append("Of").append(argument instanceof Class<?> plain ? plain.getSimpleName() : "Values");
        }
        return reference(name.toString(), raw, arguments);
    }

    private ObjectNode ofClass(Class<?> type) {
        // Java after 17 seals ZoneId, which is a text in a document and no choice.
        if (type.isRecord() || (type.isSealed() && type != ZoneId.class)) {
            return reference(type.getSimpleName(), type, Map.of());
        }
        if (type.isEnum()) {
            ObjectNode schema = node().put("type", "string");
            ArrayNode words = schema.putArray("enum");
            Arrays.stream(type.getEnumConstants()).forEach(value -> words.add(EnumWords.of((Enum<?>) value)));
            return schema;
        }
        return ofSimple(type);
    }

    private static ObjectNode ofSimple(Class<?> type) {
        if (type == String.class) {
            return node().put("type", "string");
        }
        if (type == Instant.class) {
            return node().put("type", "string").put("format", "date-time");
        }
        if (type == UUID.class) {
            return node().put("type", "string").put("format", "uuid");
        }
        if (type == Duration.class) {
            return node().put("type", "string").put("pattern", Durations.PATTERN);
        }
        if (type == boolean.class || type == Boolean.class) {
            return node().put("type", "boolean");
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return node().put("type", "integer");
        }
        if (type == double.class || type == Double.class) {
            return node().put("type", "number");
        }
        // Any JSON, such as the output of a run or a definition.
        return node();
    }

    private ObjectNode reference(String name, Class<?> type, Map<String, Type> arguments) {
        if (!components.containsKey(name)) {
            ObjectNode schema = node();
            // Added before its fields are visited, because a type may contain itself.
            components.put(name, schema);
            if (type.isRecord()) {
                fill(schema, type, arguments);
            } else {
                ArrayNode choices = schema.putArray("oneOf");
                Arrays.stream(type.getPermittedSubclasses()).forEach(choice -> choices.add(of(choice)));
                JsonTypeInfo tag = type.getAnnotation(JsonTypeInfo.class);
                JsonSubTypes named = type.getAnnotation(JsonSubTypes.class);
                if (tag != null && named != null) {
                    tag(schema, tag.property(), named);
                }
            }
        }
        ObjectNode reference = node().put("$ref", PREFIX + name);
        if (!type.isAnnotationPresent(OrText.class)) {
            return reference;
        }
        ObjectNode either = node();
        either.putArray("anyOf").add(node().put("type", "string")).add(reference);
        return either;
    }

    /** The discriminator of the alternatives, which is not a field of the records. */
    private void tag(ObjectNode schema, String property, JsonSubTypes named) {
        ObjectNode discriminator = schema.putObject("discriminator").put("propertyName", property);
        ObjectNode mapping = discriminator.putObject("mapping");
        for (JsonSubTypes.Type choice : named.value()) {
            String component = choice.value().getSimpleName();
            mapping.put(choice.name(), PREFIX + component);
            ObjectNode known = components.get(component);
            if (known != null) {
                ObjectNode field = known.withObjectProperty("properties").putObject(property);
                field.put("type", "string").putArray("enum").add(choice.name());
                known.withArrayProperty("required").add(property);
            }
        }
    }

    private void fill(ObjectNode schema, Class<?> type, Map<String, Type> arguments) {
        schema.put("type", "object");
        describe(schema, type.getAnnotation(Doc.class));
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = node().putArray("required");
        for (RecordComponent component : type.getRecordComponents()) {
            String name =
                    WORD_START.matcher(component.getName()).replaceAll("_").toLowerCase(Locale.ROOT);
            ObjectNode property = of(component.getGenericType(), arguments);
            describe(property, component.getAnnotation(Doc.class));
            properties.set(name, property);
            if (!RecordIntrospector.isOptional(component)) {
                required.add(name);
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        schema.put("additionalProperties", false);
    }

    private static void describe(ObjectNode schema, @Nullable Doc doc) {
        if (doc != null) {
            schema.put("description", doc.value());
        }
    }

    private static ObjectNode node() {
        return Json.mapper().createObjectNode();
    }
}

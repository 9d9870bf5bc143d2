package dev.baton.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Writes the reference of the HTTP API in Markdown, from its OpenAPI document. */
final class ApiReference {

    private static final String HEAD = """
            # HTTP API

            Every request of the API, with its parameters and bodies, as the server's own OpenAPI document has them (`GET
            /api/v1/openapi.json`). [How the API works](../guide/api.md) has the rules that hold for all of them,
            [by example](../guide/http.md) has whole conversations.

            The role is the least that a token needs. A field with `*` is required. An error of any request is a
            [Problem](#problem).
            """;

    private final JsonNode document;
    private final StringBuilder page = new StringBuilder(HEAD);

    private ApiReference(JsonNode document) {
        this.document = document;
    }

    static String of(JsonNode document) {
        return new ApiReference(document).write();
    }

    private record Operation(String method, String path, JsonNode node) {}

    private String write() {
        Map<String, List<Operation>> byTag = new TreeMap<>();
        document.path("paths")
                .forEachEntry((path, methods) -> methods.forEachEntry((method, node) -> byTag.computeIfAbsent(
                                node.path("tags").path(0).asString(), tag -> new ArrayList<>())
                        .add(new Operation(method.toUpperCase(Locale.ROOT), path, node))));
        byTag.forEach((tag, operations) -> {
            page.append("\n## ").append(tag).append('\n');
            operations.forEach(this::write);
        });
        page.append("\n## Shapes\n\nThe objects that requests and answers hold.\n");
        document.path("components").path("schemas").forEachEntry((name, schema) -> {
            page.append("\n### ").append(name).append("\n\n");
            sentence(schema.path("description"));
            fields(schema);
        });
        return page.toString();
    }

    private void write(Operation operation) {
        JsonNode node = operation.node();
        page.append("\n### ")
                .append(operation.method())
                .append(' ')
                .append(operation.path())
                .append("\n\n");
        page.append(node.path("summary").asString()).append(". ");
        sentence(node.path("description"));
        page.append("Role: ").append(node.path("x-baton-role").asString()).append(".\n");
        if (node.has("parameters")) {
            page.append("\n| parameter | value | |\n| --- | --- | --- |\n");
            for (JsonNode parameter : node.path("parameters")) {
                String place = parameter.path("in").asString();
                page.append("| `").append(parameter.path("name").asString()).append('`');
                page.append(place.equals("query") ? "" : " (" + place + ")").append(" | ");
                page.append(type(parameter.path("schema"))).append(" | ");
                page.append(cell(parameter.path("description"))).append(" |\n");
            }
        }
        node.path("requestBody").path("content").forEachEntry((media, content) -> {
            page.append("\nBody (`")
                    .append(media)
                    .append("`): ")
                    .append(type(content.path("schema")))
                    .append("\n");
            if (media.equals("application/json")) {
                sketch(content.path("schema"));
            }
        });
        node.path("responses").forEachEntry((status, response) -> {
            if (!status.equals("default")) {
                page.append("\nAnswer ").append(status);
                response.path("content")
                        .forEachEntry((media, content) ->
                                page.append(" (`").append(media).append("`): ").append(type(content.path("schema"))));
                page.append('\n');
            }
        });
    }

    private void sentence(JsonNode text) {
        if (!text.asString("").isEmpty()) {
            page.append(text.asString()).append(' ');
        }
    }

    private void fields(JsonNode schema) {
        JsonNode properties = schema.path("properties");
        if (!properties.isEmpty()) {
            page.append("\n\n| field | value | |\n| --- | --- | --- |\n");
            List<String> required = schema.path("required")
                    .valueStream()
                    .map(JsonNode::asString)
                    .toList();
            properties.forEachEntry((name, field) -> page.append("| `")
                    .append(name)
                    .append(required.contains(name) ? "`\\* | " : "` | ")
                    .append(type(field))
                    .append(" | ")
                    .append(cell(field.path("description")))
                    .append(" |\n"));
        } else {
            page.append(type(schema)).append('\n');
        }
    }

    private static String cell(JsonNode text) {
        return text.asString("").replace("|", "\\|").replace("\n", " ");
    }

    /** The value of a schema in a few words, with a link where it is an object of its own. */
    private String type(JsonNode schema) {
        if (schema.has("$ref")) {
            String name = name(schema);
            return "[" + name + "](#" + name.toLowerCase(Locale.ROOT) + ")";
        }
        for (String choice : List.of("oneOf", "anyOf")) {
            if (schema.has(choice)) {
                List<String> types = schema.path(choice)
                        .valueStream()
                        .map(this::type)
                        .distinct()
                        .toList();
                return String.join(" or ", types);
            }
        }
        if (schema.has("enum")) {
            return String.join(
                    ", ",
                    schema.path("enum")
                            .valueStream()
                            .map(value -> "`" + value.asString() + "`")
                            .toList());
        }
        JsonNode type = schema.path("type");
        String word = type.isArray()
                ? String.join(" or ", type.valueStream().map(JsonNode::asString).toList())
                : type.asString("any value");
        if (schema.has("items")) {
            return "list of " + type(schema.path("items"));
        }
        if (schema.path("additionalProperties").isObject()
                && !schema.path("additionalProperties").isEmpty()) {
            return "object of " + type(schema.path("additionalProperties"));
        }
        return word + (schema.has("format") ? " (" + schema.path("format").asString() + ")" : "");
    }

    private static String name(JsonNode schema) {
        String reference = schema.path("$ref").asString();
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** A body as it may look, for shapes that are small enough to be seen at once. */
    private void sketch(JsonNode schema) {
        JsonNode shape = resolve(schema);
        if (shape.path("properties").isEmpty() || shape.path("properties").size() > 12) {
            return;
        }
        page.append("\n```json\n").append(sketch(shape, 0)).append("\n```\n");
    }

    private JsonNode resolve(JsonNode schema) {
        return schema.has("$ref") ? document.path("components").path("schemas").path(name(schema)) : schema;
    }

    private String sketch(JsonNode unresolved, int depth) {
        JsonNode schema = resolve(unresolved);
        if (schema.has("oneOf") || schema.has("anyOf")) {
            return sketch(schema.path(schema.has("oneOf") ? "oneOf" : "anyOf").path(0), depth);
        }
        if (schema.has("enum")) {
            return "\"" + schema.path("enum").path(0).asString() + "\"";
        }
        String type = schema.path("type").isArray()
                ? schema.path("type").path(0).asString()
                : schema.path("type").asString("string");
        return switch (type) {
            case "integer", "number" -> "1";
            case "boolean" -> "true";
            case "array" -> depth > 2 ? "[]" : "[" + sketch(schema.path("items"), depth + 1) + "]";
            case "object" -> object(schema, depth);
            default -> "\"…\"";
        };
    }

    private String object(JsonNode schema, int depth) {
        if (depth > 2
                || schema.path("properties").isEmpty()
                || schema.path("properties").size() > 12) {
            return "{}";
        }
        List<String> fields = new ArrayList<>();
        schema.path("properties")
                .forEachEntry((name, field) -> fields.add("\"" + name + "\": " + sketch(field, depth + 1)));
        String indent = "  ".repeat(depth + 1);
        return depth == 0
                ? "{\n" + indent + String.join(",\n" + indent, fields) + "\n}"
                : "{" + String.join(", ", fields) + "}";
    }
}

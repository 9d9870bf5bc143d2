package dev.baton.server.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Checks JSON against the part of JSON Schema that the OpenAPI document of this server uses. Made of the document itself,
 * so that what is checked is what clients are told.
 */
public final class SchemaCheck {

    private final JsonNode document;
    private final List<String> objections = new ArrayList<>();

    private SchemaCheck(JsonNode document) {
        this.document = document;
    }

    /** What is wrong about an answer of an endpoint with this status, empty when nothing is. */
    public static List<String> objections(JsonNode document, Endpoint endpoint, int status, String body) {
        JsonNode responses = document.path("paths")
                .path(endpoint.path())
                .path(endpoint.method().name().toLowerCase(Locale.ROOT))
                .path("responses");
        JsonNode response = responses.has(Integer.toString(status))
                ? responses.path(Integer.toString(status))
                : responses.path("default");
        if (response.isMissingNode()) {
            return List.of(endpoint + " is not in the document");
        }
        String type = status >= 400 ? Problem.MEDIA_TYPE : endpoint.signature().mediaType();
        JsonNode schema = response.path("content").path(type).path("schema");
        if (schema.isMissingNode()) {
            return body.isEmpty() ? List.of() : List.of(endpoint + " gives a body that the document does not have");
        }
        SchemaCheck check = new SchemaCheck(document);
        check.check("", schema, Json.mapper().readTree(body));
        return check.objections;
    }

    private void check(String place, JsonNode schema, JsonNode value) {
        if (schema.has("$ref")) {
            String name = schema.path("$ref").asString().replace("#/components/schemas/", "");
            JsonNode target = document.path("components").path("schemas").path(name);
            expect(!target.isMissingNode(), place, "refers to " + name + ", which is not there");
            check(place, target, value);
            return;
        }
        if (schema.has("oneOf")) {
            checkOneOf(place, schema, value);
            return;
        }
        checkType(place, schema, value);
        if (value.isObject()) {
            checkObject(place, schema, value);
        }
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            check(place + "/" + i, schema.path("items"), value.get(i));
        }
        if (value.isString()) {
            checkText(place, schema, value.asString());
        }
    }

    private void checkOneOf(String place, JsonNode schema, JsonNode value) {
        long fitting = schema.path("oneOf")
                .valueStream()
                .filter(choice -> {
                    SchemaCheck check = new SchemaCheck(document);
                    check.check(place, choice, value);
                    return check.objections.isEmpty();
                })
                .count();
        expect(fitting == 1, place, "fits " + fitting + " of the choices");
    }

    private void checkType(String place, JsonNode schema, JsonNode value) {
        String type = schema.path("type").asString("any");
        boolean fits = switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> true;
        };
        expect(fits, place, value + " is not of type " + type);
    }

    private void checkObject(String place, JsonNode schema, JsonNode value) {
        schema.path("required")
                .valueStream()
                .forEach(field -> expect(value.has(field.asString()), place, field + " is missing"));
        JsonNode others = schema.path("additionalProperties");
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode known = schema.path("properties").path(field.getKey());
            String inner = place + "/" + field.getKey();
            if (!known.isMissingNode()) {
                check(inner, known, field.getValue());
            } else if (others.isObject()) {
                check(inner, others, field.getValue());
            } else {
                // Clients are told to pass over what they do not know; the server is held to what it tells them.
                expect(others.asBoolean(!schema.has("properties")), inner, "is not in the schema");
            }
        }
    }

    private void checkText(String place, JsonNode schema, String text) {
        if (schema.has("enum")) {
            expect(
                    schema.path("enum")
                            .valueStream()
                            .anyMatch(word -> word.asString().equals(text)),
                    place,
                    text + " is not one of " + schema.path("enum"));
        }
        if (schema.has("pattern")) {
            Pattern pattern = Pattern.compile(schema.path("pattern").asString());
            expect(pattern.matcher(text).find(), place, text + " does not match " + pattern);
        }
        try {
            switch (schema.path("format").asString("")) {
                case "date-time" -> Instant.parse(text);
                case "uuid" -> UUID.fromString(text);
                default -> {}
            }
        } catch (RuntimeException wrong) {
            objections.add(place + ": " + wrong.getMessage());
        }
    }

    private void expect(boolean holds, String place, String objection) {
        if (!holds) {
            objections.add(place + ": " + objection);
        }
    }
}

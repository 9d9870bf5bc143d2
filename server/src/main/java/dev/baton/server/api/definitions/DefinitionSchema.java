package dev.baton.server.api.definitions;

import dev.baton.server.config.SpecSchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of a definition for API clients. It is the schema for editors of files with two differences. Where a value
 * has several forms, it has only the form that the API returns. Defaults are in the descriptions, because a client that
 * sends every default would send keys of other kinds.
 */
final class DefinitionSchema {

    /** The names of the tables inside a definition in generated clients. */
    private static final Map<String, String> TITLES = Map.of(
            "steps", "StepDefinition",
            "command", "CommandDefinition",
            "reducer", "ReducerDefinition",
            "retry", "RetryDefinition");

    private DefinitionSchema() {}

    /** The schema of the value of a key in a file. */
    static ObjectNode of(String key) {
        ObjectNode schema = ((ObjectNode) SpecSchema.json().at("/properties/" + key + "/items")).deepCopy();
        simplify(schema);
        return schema;
    }

    private static void simplify(ObjectNode schema) {
        JsonNode either = schema.path("anyOf");
        if (either.size() == 2 && either.get(1).path("items").equals(either.get(0))) {
            JsonNode list = either.get(1);
            schema.remove("anyOf");
            schema.setAll((ObjectNode) list);
        }
        JsonNode usual = schema.remove("default");
        if (usual != null) {
            schema.put("description", schema.path("description").asString("") + " When left out: " + usual + ".");
        }
        JsonNode properties = schema.path("properties");
        properties.propertyNames().forEach(name -> entitle(TITLES.get(name), (ObjectNode) properties.get(name)));
        properties.forEach(DefinitionSchema::simplifyInside);
        schema.path("anyOf").forEach(DefinitionSchema::simplifyInside);
        simplifyInside(schema.path("items"));
        simplifyInside(schema.path("additionalProperties"));
    }

    private static void simplifyInside(JsonNode node) {
        if (node instanceof ObjectNode inside) {
            simplify(inside);
        }
    }

    private static void entitle(@Nullable String title, ObjectNode schema) {
        if (title == null) {
            return;
        }
        if (schema.path("type").asString("").equals("object")) {
            schema.put("title", title);
        }
        schema.path("anyOf").forEach(choice -> entitle(title, (ObjectNode) choice));
        if (schema.path("items") instanceof ObjectNode item) {
            entitle(title, item);
        }
    }
}

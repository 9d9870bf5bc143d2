package dev.baton.server.api.definitions;

import dev.baton.server.config.SpecSchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of a definition for programs. It is the one for editors of files with less in it: of what may be written in
 * several ways it has the one that the API gives back, and what holds when a key is left out is said in words, as a client
 * that sends all of that would send keys of other kinds.
 */
final class DefinitionSchema {

    /** The names that generated clients give to the tables inside a definition. */
    private static final Map<String, String> TITLES = Map.of(
            "steps", "StepDefinition",
            "command", "CommandDefinition",
            "reducer", "ReducerDefinition",
            "retry", "RetryDefinition");

    private DefinitionSchema() {}

    /** The schema of what a file holds under this key. */
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

package dev.baton.server.spec.document;

import tools.jackson.databind.node.ObjectNode;

/** The JSON Schema of a section. */
public final class SectionSchema {

    private SectionSchema() {}

    /** A schema with every key and alias, and no other. */
    public static ObjectNode of(Section section) {
        ObjectNode schema = Json.type("object").put("description", section.description());
        ObjectNode properties = schema.putObject("properties");
        section.keys().forEach(key -> add(key, properties));
        return schema.put("additionalProperties", false);
    }

    private static <T> void add(Key<T> key, ObjectNode properties) {
        ObjectNode schema = key.type().schema().put("description", key.description());
        T fallback = key.fallback();
        if (fallback != null) {
            schema.set("default", key.type().write(fallback));
        }
        properties.set(key.name(), schema);
        key.aliases()
                .forEach((alias, type) ->
                        properties.set(alias, type.schema().put("description", "The same as " + key.name() + ".")));
    }
}

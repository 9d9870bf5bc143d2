package dev.baton.server.config;

import dev.baton.server.spec.document.SectionSchema;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON Schema of a configuration file, for editors. */
public final class SpecSchema {

    private SpecSchema() {}

    /** The whole schema, draft 2020-12. */
    public static ObjectNode json() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema").put("title", "Baton configuration");
        return schema.setAll(SectionSchema.of(RootKeys.SECTION));
    }
}

package dev.baton.server.spec.document;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a table as JSON, without default values. For one thread. */
public final class Out {

    private final ObjectNode json = JsonNodeFactory.instance.objectNode();

    /** Writes a value, unless it is null or the default. */
    public <T> Out put(Key<T> key, @Nullable T value) {
        if (value != null && !value.equals(key.fallback())) {
            json.set(key.name(), key.type().write(value));
        }
        return this;
    }

    /** Writes a value that is JSON already. */
    public Out set(Key<?> key, JsonNode value) {
        json.set(key.name(), value);
        return this;
    }

    /** The text written so far. */
    public ObjectNode json() {
        return json;
    }
}

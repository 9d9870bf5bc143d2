package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters and key of an execution to start.
 *
 * @param parameters parameters, over the defaults
 * @param key the idempotency key
 */
@Doc("The parameters and key of an execution to start.")
public record TriggerRequest(
        @Doc("Parameters, over the defaults.") @Nullable Map<String, Object> parameters,

        @Doc("The idempotency key: if an execution with this key exists, it is returned.") @Nullable String key) {

    /** The same request with a key from a header, unless it has one. */
    TriggerRequest withKey(Optional<String> header) {
        return key != null || header.isEmpty() ? this : new TriggerRequest(parameters, header.get());
    }

    private static final String RESERVED = "within:";

    /** Checks the key, and refuses keys that the server uses itself. */
    public TriggerRequest {
        if (key != null && key.startsWith(RESERVED)) {
            throw new IllegalArgumentException("keys that begin with \"" + RESERVED + "\" are the server's own");
        }
        if (key != null && (key.isEmpty() || key.length() > 200)) {
            throw new IllegalArgumentException("a key has 1 to 200 characters, not " + key.length());
        }
    }
}

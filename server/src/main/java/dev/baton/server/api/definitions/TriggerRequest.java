package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What to start an execution with.
 *
 * @param parameters parameters, over the defaults
 * @param key makes it safe to repeat
 */
@Doc("What to start an execution with.")
public record TriggerRequest(
        @Doc("Parameters, over the defaults.") @Nullable Map<String, Object> parameters,

        @Doc("Makes it safe to repeat: while an execution with this key is kept, it is the answer.") @Nullable String key) {

    /** The same with a key from elsewhere, unless it has one. */
    TriggerRequest withKey(Optional<String> header) {
        return key != null || header.isEmpty() ? this : new TriggerRequest(parameters, header.get());
    }

    private static final String RESERVED = "within:";

    /** Refuses keys that the server uses itself. */
    public TriggerRequest {
        if (key != null && key.startsWith(RESERVED)) {
            throw new IllegalArgumentException("keys that begin with \"" + RESERVED + "\" are the server's own");
        }
        if (key != null && (key.isEmpty() || key.length() > 200)) {
            throw new IllegalArgumentException("a key has 1 to 200 characters, not " + key.length());
        }
    }
}

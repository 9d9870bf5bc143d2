package dev.baton.server.api;

import dev.baton.server.http.Json;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Limits the size of an execution's parameters, which are sent to each of its runs. */
public final class ParameterLimit {

    /** The most bytes as JSON. */
    public static final int MOST_BYTES = 256 * 1024;

    private ParameterLimit() {}

    /** The problem with parameters that are too large; empty for others. */
    public static Optional<String> objection(@Nullable Map<String, Object> parameters) {
        if (parameters == null || parameters.isEmpty()) {
            return Optional.empty();
        }
        int bytes = Json.mapper().writeValueAsBytes(parameters).length;
        return bytes <= MOST_BYTES
                ? Optional.empty()
                : Optional.of("they have %,d bytes; at most %,d are taken. Hand over where to find the data instead"
                        .formatted(bytes, MOST_BYTES));
    }
}

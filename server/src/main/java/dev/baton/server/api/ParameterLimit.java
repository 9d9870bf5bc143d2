package dev.baton.server.api;

import dev.baton.server.http.Json;
import dev.baton.spi.HiddenParameters;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Limits the parameters of an execution: their size, because they are sent to each of its runs, and their names, because
 * some would change what the server runs.
 */
public final class ParameterLimit {

    /** The most bytes as JSON. */
    public static final int MOST_BYTES = 256 * 1024;

    private ParameterLimit() {}

    /** The problem with parameters that are too large, or have a name of the server; empty for others. */
    public static Optional<String> objection(@Nullable Map<String, Object> parameters) {
        if (parameters == null || parameters.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> hidden =
                parameters.keySet().stream().filter(HiddenParameters::isOne).findFirst();
        if (hidden.isPresent()) {
            return Optional.of("\"" + hidden.get() + "\" is a name that the server keeps for itself");
        }
        int bytes = Json.mapper().writeValueAsBytes(parameters).length;
        return bytes <= MOST_BYTES
                ? Optional.empty()
                : Optional.of("they have %,d bytes; at most %,d are taken. Hand over where to find the data instead"
                        .formatted(bytes, MOST_BYTES));
    }
}

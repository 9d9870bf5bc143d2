package dev.baton.server.event;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that happened.
 *
 * @param id what a client that comes back names as the last it saw; ids sort by time
 * @param type what happened, as {@code execution.started} or {@code run.finished}
 * @param time when
 * @param data to what, and what came of it; names as in JSON
 */
public record ServerEvent(String id, String type, Instant time, Map<String, Object> data) {

    /** Tells a client that it has missed something and should look at everything anew. */
    public static final String RESET = "reset";

    /** Takes a copy that keeps the order. */
    public ServerEvent {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /** Whether it goes to everybody, whatever they asked for. */
    boolean isReset() {
        return type.equals(RESET);
    }
}

package dev.baton.server.event;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event.
 *
 * @param id the id that a returning client names as the last it has seen; ids sort by time
 * @param type the type, such as {@code execution.started} or {@code run.finished}
 * @param time the time
 * @param data the subject and the result of the event; the keys as in JSON
 */
public record ServerEvent(String id, String type, Instant time, Map<String, Object> data) {

    /** Tells a client that it has missed events and should reload everything. */
    public static final String RESET = "reset";

    /** Takes a copy that keeps the order. */
    public ServerEvent {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /** Whether every subscriber gets the event, whatever its filter. */
    boolean isReset() {
        return type.equals(RESET);
    }
}

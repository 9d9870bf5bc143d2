package dev.baton.server.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A server-sent event.
 *
 * @param id the id that a returning client sends as Last-Event-ID; null if it cannot continue after this event
 * @param name the type of the event
 * @param data its data, usually JSON
 */
public record Event(@Nullable String id, String name, String data) {

    /** Refuses line breaks, which would end the event. */
    public Event {
        if (hasLineEnd(name) || (id != null && hasLineEnd(id))) {
            throw new IllegalArgumentException("the id and the name of an event are one line each");
        }
    }

    /** An event with a value as JSON. */
    public static Event of(@Nullable String id, String name, Object value) {
        return new Event(id, name, Json.mapper().writeValueAsString(value));
    }

    private static boolean hasLineEnd(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.indexOf('\0') >= 0;
    }

    byte[] bytes() {
        StringBuilder text = new StringBuilder();
        if (id != null) {
            text.append("id: ").append(id).append('\n');
        }
        text.append("event: ").append(name).append('\n');
        data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
        if (data.isEmpty()) {
            text.append("data: \n");
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}

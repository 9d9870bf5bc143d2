package dev.baton.cli.client;

import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes events of the lines of a stream of server-sent events. For one thread. */
public final class EventParser implements Consumer<String> {

    private final Consumer<Event> events;
    private final StringBuilder data = new StringBuilder();
    private String id = "";
    private String type = "";

    /**
     * An event.
     *
     * @param id what to go on after; may be empty
     * @param type what happened
     * @param data what belongs to it
     */
    public record Event(String id, String type, JsonNode data) {}

    /** Hands events on. */
    public EventParser(Consumer<Event> events) {
        this.events = events;
    }

    @Override
    public void accept(String line) {
        if (line.isEmpty()) {
            if (data.length() > 0) {
                events.accept(new Event(id, type, JsonMapper.shared().readTree(data.toString())));
            }
            data.setLength(0);
            type = "";
        } else if (line.startsWith("id:")) {
            id = value(line);
        } else if (line.startsWith("event:")) {
            type = value(line);
        } else if (line.startsWith("data:")) {
            data.append(data.length() > 0 ? "\n" : "").append(value(line));
        }
    }

    private static String value(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }
}

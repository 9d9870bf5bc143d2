package dev.baton.server.notify;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.worker.wire.JsonMappers;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/**
 * The message of a notification; as JSON, the body of a webhook.
 *
 * @param id the id, the same however often the message is sent, so that a receiver can drop repeats
 * @param event the event
 * @param type {@code job} or {@code workflow}
 * @param name its name
 * @param execution the id of the execution
 * @param status the status of the execution
 * @param time the time of the event
 * @param detail the error message, or empty
 */
record Message(
        @JsonProperty("id") UUID id,
        @JsonProperty("event") String event,
        @JsonProperty("type") String type,
        @JsonProperty("name") String name,
        @JsonProperty("execution_id") UUID execution,
        @JsonProperty("status") String status,
        @JsonProperty("time") Instant time,
        @JsonProperty("detail") String detail) {

    private static final JsonMapper JSON = JsonMappers.plain();

    /** The run has the full error, which would be too long for a mail or a chat. */
    private static final int LONGEST_DETAIL = 2_000;

    static Message of(UUID id, NotifyOn event, Occasion occasion) {
        String detail = occasion.detail();
        return new Message(
                id,
                event.toString(),
                occasion.type(),
                occasion.name(),
                occasion.execution(),
                occasion.status(),
                occasion.time(),
                detail.substring(0, Math.min(detail.length(), LONGEST_DETAIL)));
    }

    static Message parse(String json) {
        return JSON.readValue(json, Message.class);
    }

    String json() {
        return JSON.writeValueAsString(this);
    }

    /** The message in one line. */
    String headline() {
        String what = switch (event) {
            case "success" -> "succeeded";
            case "recovery" -> "succeeded again";
            case "deadline" -> "missed its deadline";
            default -> status.equals("timeout") ? "ran past its time limit" : "failed";
        };
        return "%s %s %s".formatted(type, name, what);
    }

    /** The full text. */
    String text() {
        return String.join(
                        "\n", headline(), "", "execution " + execution, "status    " + status, "time      " + time, "")
                + (detail.isEmpty() ? "" : "\n" + detail + "\n");
    }
}

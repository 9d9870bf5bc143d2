package dev.baton.server.notify;

import java.time.Instant;
import java.util.UUID;

/**
 * An event to notify about, before the channels are known and whether it is a recovery.
 *
 * @param kind the kind of event
 * @param type {@code job} or {@code workflow}
 * @param name its name
 * @param execution the id of the execution
 * @param status the status of the execution
 * @param time the time of the event
 * @param detail the error message, or empty
 */
record Occasion(Kind kind, String type, String name, UUID execution, String status, Instant time, String detail) {

    /** The kinds of occasions. */
    enum Kind {
        SUCCESS,
        FAILURE,
        DEADLINE
    }

    /** The event as a channel reports it. */
    NotifyOn tellAs(boolean recovered, Channel channel) {
        return switch (kind) {
            case FAILURE -> NotifyOn.FAILURE;
            case DEADLINE -> NotifyOn.DEADLINE;
            case SUCCESS ->
                recovered && channel.on().contains(NotifyOn.RECOVERY) ? NotifyOn.RECOVERY : NotifyOn.SUCCESS;
        };
    }
}

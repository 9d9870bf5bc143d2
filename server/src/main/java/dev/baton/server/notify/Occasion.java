package dev.baton.server.notify;

import java.time.Instant;
import java.util.UUID;

/**
 * What there is to tell, before it is known whom and whether as a recovery.
 *
 * @param kind what happened
 * @param type {@code job} or {@code workflow}
 * @param name its name
 * @param execution in which execution
 * @param status where it is now
 * @param time when
 * @param detail the error in words, or empty
 */
record Occasion(Kind kind, String type, String name, UUID execution, String status, Instant time, String detail) {

    /** The kinds of occasions. */
    enum Kind {
        SUCCESS,
        FAILURE,
        DEADLINE
    }

    /** As what a channel is told of it. */
    NotifyOn tellAs(boolean recovered, Channel channel) {
        return switch (kind) {
            case FAILURE -> NotifyOn.FAILURE;
            case DEADLINE -> NotifyOn.DEADLINE;
            case SUCCESS ->
                recovered && channel.on().contains(NotifyOn.RECOVERY) ? NotifyOn.RECOVERY : NotifyOn.SUCCESS;
        };
    }
}

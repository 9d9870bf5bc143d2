package dev.baton.server.notify;

import java.util.Set;

/**
 * A notification channel, as configured in {@code [notifications.NAME]}.
 *
 * @param name its name
 * @param on the events that it reports
 * @param target the destination
 */
public record Channel(String name, Set<NotifyOn> on, Target target) {

    /** The default events of a channel: all but success. */
    public static final Set<NotifyOn> DEFAULT_ON = Set.of(NotifyOn.FAILURE, NotifyOn.RECOVERY, NotifyOn.DEADLINE);

    /** Copies the events. */
    public Channel {
        on = Set.copyOf(on);
    }
}

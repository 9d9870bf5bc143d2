package dev.baton.server.notify;

import java.util.Set;

/**
 * A way to tell somebody, as {@code [notifications.NAME]} says it.
 *
 * @param name what jobs and workflows call it
 * @param on what it is told of
 * @param target who is told, and how
 */
public record Channel(String name, Set<NotifyOn> on, Target target) {

    /** The events of a channel that names none: everything but plain success. */
    public static final Set<NotifyOn> DEFAULT_ON = Set.of(NotifyOn.FAILURE, NotifyOn.RECOVERY, NotifyOn.DEADLINE);

    /** Takes a copy. */
    public Channel {
        on = Set.copyOf(on);
    }
}

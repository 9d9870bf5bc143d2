package dev.baton.server.spec;

import dev.baton.Calendar;
import java.util.Map;
import java.util.Set;

/**
 * What definitions may refer to.
 *
 * @param queues the queues; {@code default} is always there
 * @param calendars the calendars by name
 * @param notifications the notifications
 * @param datasources the data sources
 * @param definitions jobs and workflows that stand elsewhere
 */
public record References(
        Set<String> queues,
        Map<String, Calendar> calendars,
        Set<String> notifications,
        Set<String> datasources,
        Set<String> definitions) {

    /** Nothing but what is always there. */
    public static final References NONE = new References(Set.of(), Map.of(), Set.of(), Set.of(), Set.of());
}

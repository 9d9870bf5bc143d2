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
 * @param secrets the names of secrets
 * @param definitions jobs and workflows that stand elsewhere
 * @param reach what they may reach
 */
public record References(
        Set<String> queues,
        Map<String, Calendar> calendars,
        Set<String> notifications,
        Set<String> datasources,
        Set<String> secrets,
        Set<String> definitions,
        Reach reach) {

    /** Nothing but what is always there. */
    public static final References NONE =
            new References(Set.of(), Map.of(), Set.of(), Set.of(), Set.of(), Set.of(), Reach.ANYTHING);

    /** The same for definitions that are made over the API. */
    public References overApi() {
        return with(reach.overApi());
    }

    /** The same for definitions that were accepted before: what they cannot reach, their runs will say. */
    public References ofKept() {
        return with(Reach.ANYTHING);
    }

    private References with(Reach other) {
        return new References(queues, calendars, notifications, datasources, secrets, definitions, other);
    }
}

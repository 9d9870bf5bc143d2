package dev.baton.server.spec;

import dev.baton.Calendar;
import java.util.Map;
import java.util.Set;

/**
 * The names that definitions may refer to.
 *
 * @param queues the queues; {@code default} is always there
 * @param calendars the calendars by name
 * @param notifications the notifications
 * @param datasources the data sources
 * @param secrets the names of secrets
 * @param definitions jobs and workflows defined elsewhere
 * @param reach the hosts and files that they may reach
 */
public record References(
        Set<String> queues,
        Map<String, Calendar> calendars,
        Set<String> notifications,
        Set<String> datasources,
        Set<String> secrets,
        Set<String> definitions,
        Reach reach) {

    /** Only the names that always exist. */
    public static final References NONE =
            new References(Set.of(), Map.of(), Set.of(), Set.of(), Set.of(), Set.of(), Reach.ANYTHING);

    /** The same references for definitions made through the API. */
    public References overApi() {
        return with(reach.overApi());
    }

    /**
     * The same references for definitions that were accepted earlier: their runs will report what they cannot reach.
     */
    public References ofKept() {
        return with(Reach.ANYTHING);
    }

    private References with(Reach other) {
        return new References(queues, calendars, notifications, datasources, secrets, definitions, other);
    }
}

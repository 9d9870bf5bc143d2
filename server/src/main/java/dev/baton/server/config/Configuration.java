package dev.baton.server.config;

import dev.baton.Calendar;
import dev.baton.policy.Limit;
import dev.baton.server.spec.Definitions;
import dev.baton.server.spec.Reach;
import dev.baton.server.spec.References;
import java.util.Map;
import java.util.Set;

/**
 * The configuration of a server, from a file and the environment.
 *
 * @param server the server's address, and its limits
 * @param storage the database, and how long data is kept
 * @param worker the worker inside the server
 * @param named the parts that definitions refer to by name
 * @param definitions the jobs and workflows
 */
public record Configuration(
        ServerSettings server, StorageSettings storage, WorkerSettings worker, Named named, Definitions definitions) {

    /**
     * The parts of a configuration that definitions refer to by name.
     *
     * @param queues the limits of queues on runs at a time and starts in a period
     * @param datasources the databases of items
     * @param calendars the dates on which schedules do not fire
     * @param notifications the notifications
     * @param secrets the values that jobs get by name, and that are masked everywhere
     * @param reach the hosts and files that definitions may reach
     */
    public record Named(
            Map<String, Limit> queues,
            Map<String, DatasourceSettings> datasources,
            Map<String, Calendar> calendars,
            Map<String, NotificationSettings> notifications,
            Map<String, String> secrets,
            Reach reach) {

        /** Creates the parts without limits on what definitions may reach. */
        public Named(
                Map<String, Limit> queues,
                Map<String, DatasourceSettings> datasources,
                Map<String, Calendar> calendars,
                Map<String, NotificationSettings> notifications,
                Map<String, String> secrets) {
            this(queues, datasources, calendars, notifications, secrets, Reach.ANYTHING);
        }

        /** The names that definitions may refer to, including jobs and workflows defined elsewhere. */
        public References references(Set<String> definitions) {
            return new References(
                    queues.keySet(),
                    calendars,
                    notifications.keySet(),
                    datasources.keySet(),
                    secrets.keySet(),
                    definitions,
                    reach);
        }

        /** Secrets stay out of logs. */
        @Override
        public String toString() {
            return "Named" + queues.keySet() + datasources.keySet() + calendars.keySet() + notifications.keySet()
                    + secrets.keySet();
        }
    }
}

package dev.baton.server.config;

import dev.baton.Calendar;
import dev.baton.policy.Limit;
import dev.baton.server.spec.Definitions;
import dev.baton.server.spec.Reach;
import dev.baton.server.spec.References;
import java.util.Map;
import java.util.Set;

/**
 * Everything that a file and the environment say.
 *
 * @param server how the server is reached, and what it allows
 * @param storage where it keeps things, and for how long
 * @param worker the worker inside the server
 * @param named what definitions refer to by a name
 * @param definitions the jobs and workflows
 */
public record Configuration(
        ServerSettings server, StorageSettings storage, WorkerSettings worker, Named named, Definitions definitions) {

    /**
     * What definitions refer to by a name.
     *
     * @param queues how many runs of a queue may run at a time, and start in a time
     * @param datasources databases that items may come from
     * @param calendars dates on which schedules do not fire
     * @param notifications who is told what
     * @param secrets values that jobs are given by name, and that nobody is shown
     * @param reach what definitions may reach
     */
    public record Named(
            Map<String, Limit> queues,
            Map<String, DatasourceSettings> datasources,
            Map<String, Calendar> calendars,
            Map<String, NotificationSettings> notifications,
            Map<String, String> secrets,
            Reach reach) {

        /** Of definitions that may reach everything. */
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

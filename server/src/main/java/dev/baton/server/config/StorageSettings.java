package dev.baton.server.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The server's database, and how long data is kept.
 *
 * @param database the database
 * @param poolSize the number of connections
 * @param lease how long a worker may send no heartbeat before its runs go to another worker
 * @param retention how long data is kept
 */
public record StorageSettings(Database database, int poolSize, Duration lease, Retention retention) {

    /**
     * A database.
     *
     * @param url {@code jdbc:sqlite:…} or {@code jdbc:postgresql:…}
     * @param user null for what the url says
     * @param password null for what the url says
     */
    public record Database(
            String url, @Nullable String user, @Nullable String password) {

        /** The password stays out of logs. */
        @Override
        public String toString() {
            return url.replaceAll("(?i)(password=)[^&]*", "$1…").replaceAll("//[^/@]*@", "//…@");
        }
    }

    /**
     * How long data is kept.
     *
     * @param executions how many ended executions of each job or workflow
     * @param executionAge how long ended executions are kept, with their runs
     * @param inAll how many ended executions of all jobs and workflows together
     * @param logAge how long logs are kept
     * @param auditAge how long audit entries are kept
     */
    public record Retention(int executions, Duration executionAge, int inAll, Duration logAge, Duration auditAge) {}
}

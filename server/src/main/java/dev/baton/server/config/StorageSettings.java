package dev.baton.server.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The server's database, and how long data is kept.
 *
 * @param database which database
 * @param poolSize how many connections
 * @param lease after how long without a sign of life a run is given to others
 * @param retention how long things are kept
 */
public record StorageSettings(Database database, int poolSize, Duration lease, Retention retention) {

    /**
     * Which database.
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
     * How long things are kept.
     *
     * @param executions how many ended executions of each job or workflow
     * @param executionAge how long ended executions, with their runs
     * @param inAll how many ended executions of all jobs and workflows together
     * @param logAge how long logs
     * @param auditAge how long the audit
     */
    public record Retention(int executions, Duration executionAge, int inAll, Duration logAge, Duration auditAge) {}
}

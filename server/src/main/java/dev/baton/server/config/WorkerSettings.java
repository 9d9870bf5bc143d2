package dev.baton.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The worker inside the server.
 *
 * @param enabled whether the server has a worker
 * @param capacity how many runs it executes at a time
 * @param queues the queues it serves; empty for all
 * @param labels the labels it has
 * @param commands the settings of commands
 * @param limits the limits of each run
 */
public record WorkerSettings(
        boolean enabled, int capacity, List<String> queues, List<String> labels, Commands commands, Limits limits) {

    /**
     * The settings of commands.
     *
     * @param claude the program that receives prompts, and its arguments
     * @param environment environment variables of all commands, besides ordinary ones
     * @param user the user that runs them; null for the user of the server
     * @param leftAtStop whether commands that are running when the server stops go on and are adopted at its next start
     */
    public record Commands(
            List<String> claude,
            Map<String, String> environment,
            @Nullable String user,
            boolean leftAtStop) {

        /** Values may be secret. */
        @Override
        public String toString() {
            return "Commands[" + claude + ", " + environment.keySet() + ", " + user + "]";
        }
    }

    /**
     * The limits of each run.
     *
     * @param shutdownGrace how long running work may go on when the server stops
     * @param maxLogBytes the longest log of a run
     * @param maxOutputBytes the longest output of a run
     */
    public record Limits(Duration shutdownGrace, int maxLogBytes, int maxOutputBytes) {}
}

package dev.baton.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The worker inside the server.
 *
 * @param enabled whether there is one
 * @param capacity how many runs it executes at a time
 * @param queues the queues it serves; empty for all
 * @param labels the labels it has
 * @param commands how it starts commands
 * @param limits what it allows a run
 */
public record WorkerSettings(
        boolean enabled, int capacity, List<String> queues, List<String> labels, Commands commands, Limits limits) {

    /**
     * How commands are started.
     *
     * @param claude the program that prompts are handed to, and its arguments
     * @param environment variables for all of them, beside ordinary ones
     * @param user who they run as; null for the user of the server
     * @param leftAtStop whether commands that run when the server stops are left to its next start
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
     * What a worker allows a run.
     *
     * @param shutdownGrace how long running work may go on when the server stops
     * @param maxLogBytes the longest log of a run
     * @param maxOutputBytes the longest output of a run
     */
    public record Limits(Duration shutdownGrace, int maxLogBytes, int maxOutputBytes) {}
}

package dev.baton.server.config;

import java.time.Duration;
import java.util.List;

/**
 * The worker inside the server.
 *
 * @param enabled whether there is one
 * @param capacity how many runs it executes at a time
 * @param queues the queues it serves; empty for all
 * @param labels the labels it has
 * @param claude the program that prompts are handed to, and its arguments
 * @param limits what it allows a run
 */
public record WorkerSettings(
        boolean enabled, int capacity, List<String> queues, List<String> labels, List<String> claude, Limits limits) {

    /**
     * What a worker allows a run.
     *
     * @param shutdownGrace how long running work may go on when the server stops
     * @param maxLogBytes the longest log of a run
     * @param maxOutputBytes the longest output of a run
     */
    public record Limits(Duration shutdownGrace, int maxLogBytes, int maxOutputBytes) {}
}

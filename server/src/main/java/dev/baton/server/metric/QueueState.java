package dev.baton.server.metric;

import java.time.Duration;

/**
 * The state of a queue.
 *
 * @param queue its name
 * @param depth how many runs are ready in it
 * @param oldest how long the oldest ready run has waited; zero if there is none
 */
public record QueueState(String queue, int depth, Duration oldest) {}

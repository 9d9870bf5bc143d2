package dev.baton.server.metric;

import java.time.Duration;

/**
 * How full a queue is.
 *
 * @param queue its name
 * @param depth how many runs are ready in it
 * @param oldest for how long the one that waits longest has been ready; zero when none is
 */
public record QueueState(String queue, int depth, Duration oldest) {}

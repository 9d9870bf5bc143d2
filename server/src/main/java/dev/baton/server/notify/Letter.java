package dev.baton.server.notify;

import java.time.Instant;

/**
 * A message to one channel.
 *
 * @param id its id
 * @param channel the name of the channel
 * @param payload the {@link Message} as JSON
 * @param attempts the number of attempts so far
 * @param created the time at which it was written
 */
record Letter(String id, String channel, String payload, int attempts, Instant created) {}

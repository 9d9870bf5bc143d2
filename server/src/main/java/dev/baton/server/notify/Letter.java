package dev.baton.server.notify;

import java.time.Instant;

/**
 * A message on its way to one channel.
 *
 * @param id names it
 * @param channel the name of the channel
 * @param payload the {@link Message} as JSON
 * @param attempts how often it was tried
 * @param created when it was written
 */
record Letter(String id, String channel, String payload, int attempts, Instant created) {}

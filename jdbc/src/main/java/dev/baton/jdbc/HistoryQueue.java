package dev.baton.jdbc;

import java.time.Instant;

/**
 * What waits in a queue for a node to take it.
 *
 * @param name the queue
 * @param waiting how many executions wait
 * @param since since when the first of them could have been taken
 */
public record HistoryQueue(String name, long waiting, Instant since) {}

package dev.baton.jdbc;

import java.time.Instant;

/**
 * The executions that wait in a queue for a node to claim them.
 *
 * <pre>{@code
 * for (HistoryQueue queue : history.unowned(Instant.now())) {
 *     System.out.println(queue.waiting() + " wait in " + queue.name() + " since " + queue.since());
 * }
 * }</pre>
 *
 * @param name the queue
 * @param waiting how many executions wait
 * @param since when the first of them became due
 */
public record HistoryQueue(String name, long waiting, Instant since) {}

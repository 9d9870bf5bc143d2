package dev.baton.server.log;

import dev.baton.worker.Dispatch.LogEntry;

/**
 * A line of a run's log, or a part of a very long one. The log is thought of as one text in UTF-8, each line ending
 * with a line break; offsets are bytes in there and never change, even when a part of the log is dropped.
 *
 * @param offset where it begins
 * @param next where the next one begins: what a reader goes on with
 * @param number which one of the log it is, from 0
 * @param attempt which attempt of the run said it
 * @param entry what was said, when and where; the time in microseconds
 * @param isContinued whether the next one is a part of the same line
 */
public record LogLine(long offset, long next, long number, int attempt, LogEntry entry, boolean isContinued) {}

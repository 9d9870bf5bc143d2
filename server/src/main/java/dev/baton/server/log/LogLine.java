package dev.baton.server.log;

import dev.baton.worker.Dispatch.LogEntry;

/**
 * A line of a run's log, or a part of a very long one. The log is one text in UTF-8 in which each line ends with a line
 * break. Offsets count the bytes of this text, and never change, even if a part of the log is dropped.
 *
 * @param offset the offset of the line
 * @param next the offset of the next line, with which a reader continues
 * @param number the number of the line in the log, from 0
 * @param attempt the attempt of the run that printed it
 * @param entry the text, its time in microseconds, and its stream
 * @param isContinued whether the next one is a part of the same line
 */
public record LogLine(long offset, long next, long number, int attempt, LogEntry entry, boolean isContinued) {}

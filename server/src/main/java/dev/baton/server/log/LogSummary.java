package dev.baton.server.log;

/**
 * The size of a run's log.
 *
 * @param bytes the bytes of the text, including dropped ones
 * @param lines the lines, including dropped ones
 * @param dropped how many of the bytes were dropped because the log is too long
 * @param isClosed whether the log is closed, so that no more lines follow
 */
public record LogSummary(long bytes, long lines, long dropped, boolean isClosed) {

    static final LogSummary NOTHING = new LogSummary(0, 0, 0, false);
}

package dev.baton.server.log;

/**
 * How much a run has said.
 *
 * @param bytes all it ever said, as text
 * @param lines the same in lines
 * @param dropped how many of the bytes are not kept, because they were too many
 * @param isClosed whether nothing more is to come
 */
public record LogSummary(long bytes, long lines, long dropped, boolean isClosed) {

    static final LogSummary NOTHING = new LogSummary(0, 0, 0, false);
}

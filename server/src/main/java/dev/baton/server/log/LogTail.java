package dev.baton.server.log;

import dev.baton.RunId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows the log of a run from an offset on: first the existing lines, then new ones, each line once and in order,
 * until the log is closed. A client that was disconnected continues with the {@link LogLine#next()} of the last line it
 * has seen. For one thread at a time; a tail needs no closing.
 */
public final class LogTail implements Logs.Tail {

    private final String run;
    private final LogReader reader;
    private final OpenLogs open;
    private final long pollNanos;
    private long position;
    private boolean isOver;

    LogTail(RunId run, long position, LogReader reader, OpenLogs open, Duration poll) {
        this.run = run.toString();
        this.position = position;
        this.reader = reader;
        this.open = open;
        this.pollNanos = poll.toNanos();
    }

    /**
     * Returns the next lines, and waits for some if there are none.
     *
     * @param patience how long to wait for lines
     * @return no lines if the time is up, or if the log is closed and was read to its end
     */
    @Override
    public List<LogLine> next(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!isOver) {
            long opened = open.opened();
            @Nullable LogBuffer buffer = open.find(run);
            // Queried before reading: a log that is closed by then has no line that the read misses.
            boolean closed = buffer == null
                    && reader.summary(run)
                            .map(summary -> summary.isClosed() && position >= summary.bytes())
                            .orElse(false);
            LogPage page = reader.page(run, position, LogReader.PAGE);
            position = page.next();
            if (!page.lines().isEmpty()) {
                return page.lines();
            }
            isOver = closed;
            long left = deadline - System.nanoTime();
            if (isOver || left <= 0) {
                break;
            }
            if (buffer != null) {
                buffer.awaitBehind(position, left);
            } else {
                // Another node may be writing the log, or this one may begin to.
                open.awaitAnother(opened, Math.min(left, pollNanos));
            }
        }
        return List.of();
    }

    /** The offset after the last line that was returned. */
    public long position() {
        return position;
    }

    /** Whether the log is closed and was read to its end. */
    public boolean isOver() {
        return isOver;
    }
}

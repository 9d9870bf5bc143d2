package dev.baton.server.log;

import dev.baton.RunId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows the log of a run: first what there is from an offset on, then what comes, each line once and in order, until
 * the log is closed. Who was cut off goes on with the {@link LogLine#next()} of the last line seen. For one thread at a
 * time; there is nothing to close.
 */
public final class LogTail {

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
     * The next lines: at once when there are some, and otherwise as soon as there are.
     *
     * @param patience how long to wait for some
     * @return no lines when the time is up, or the log is closed and has been read to its end
     */
    public List<LogLine> next(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!isOver) {
            long opened = open.opened();
            @Nullable LogBuffer buffer = open.find(run);
            // Asked before reading: what was closed by then has no line that the reading does not see.
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
                // Another node may be writing it, or this one may begin to.
                open.awaitAnother(opened, Math.min(left, pollNanos));
            }
        }
        return List.of();
    }

    /** The offset behind the last line that was given out. */
    public long position() {
        return position;
    }

    /** Whether the log is closed and has been read to its end. */
    public boolean isOver() {
        return isOver;
    }
}

package dev.baton.server.log;

import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads logs: first the part in the database, then the part that is still in memory. Safe from any thread. */
final class LogReader {

    /** A page may exceed its size by the rest of its last line. */
    static final int PAGE = 256 * 1024;

    private final LogDatabase database;
    private final LogTables tables;
    private final OpenLogs open;

    LogReader(LogDatabase database, LogTables tables, OpenLogs open) {
        this.database = database;
        this.tables = tables;
        this.open = open;
    }

    LogPage page(String run, long position, int most) {
        @Nullable LogBuffer buffer = open.find(run);
        List<LogLine> inMemory = buffer == null ? null : buffer.from(position, most);
        if (inMemory != null) {
            return LogPage.of(inMemory, position);
        }
        // Every line that is not in the buffer was written before this query.
        long writtenUntil = buffer == null ? 0 : buffer.start();
        LogPage written = written(run, position, most);
        return written.lines().isEmpty() && written.next() < writtenUntil
                ? LogPage.of(List.of(gap(written.next(), writtenUntil, null)), position)
                : written;
    }

    private LogPage written(String run, long position, int most) {
        List<Chunk> chunks =
                database.read("read the log of " + run, connection -> tables.from(connection, run, position));
        List<LogLine> lines = new ArrayList<>();
        long at = position;
        for (Chunk chunk : chunks) {
            if (at - position >= most) {
                break;
            }
            if (chunk.next() <= position) {
                continue;
            }
            if (chunk.offset() > at) {
                lines.add(gap(at, chunk.offset(), chunk));
            }
            for (LogLine line : chunk.lines()) {
                if (line.next() > position && at - position < most) {
                    at = line.next();
                    if (line.offset() >= position) {
                        lines.add(line);
                    }
                }
            }
        }
        return new LogPage(lines, at);
    }

    /** A line in place of the dropped ones. */
    private static LogLine gap(long from, long to, @Nullable Chunk behind) {
        long number = behind == null ? 0 : Math.max(0, behind.number() - 1);
        int attempt = behind == null ? 1 : behind.attempt();
        Instant time =
                behind == null ? Instant.EPOCH : behind.lines().get(0).entry().time();
        String text = String.format(
                Locale.ROOT, "… %,d bytes were dropped here: the log is longer than what is kept of it …", to - from);
        return new LogLine(from, to, number, attempt, new LogEntry(time, Stream.SYSTEM, text), false);
    }

    long offsetOf(String run, long number) {
        @Nullable LogBuffer buffer = open.find(run);
        long inMemory = buffer == null ? -1 : buffer.offsetOf(number);
        if (inMemory >= 0) {
            return inMemory;
        }
        Optional<Chunk> chunk =
                database.read("read the log of " + run, connection -> tables.ofLine(connection, run, number));
        return chunk.map(there -> there.lines().stream()
                        .filter(line -> line.number() == number)
                        .findFirst()
                        .map(LogLine::offset)
                        .orElse(there.next()))
                .orElse(0L);
    }

    Optional<LogSummary> summary(String run) {
        @Nullable LogBuffer buffer = open.find(run);
        Optional<LogSummary> written =
                database.read("read how long a log is", connection -> tables.summary(connection, run));
        if (buffer == null) {
            return written;
        }
        LogSummary all = buffer.summary(written.orElse(LogSummary.NOTHING));
        return written.isEmpty() && all.bytes() == 0 ? Optional.empty() : Optional.of(all);
    }
}

package dev.baton.server.log;

import dev.baton.RunId;
import dev.baton.worker.Dispatch.LogEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * The logs of all runs. What is appended can be read at once, and is written down within a moment; what was written
 * down survives. Whoever reads or follows sees the same lines at the same offsets.
 *
 * <p>Reading throws {@link dev.baton.spi.StoreUnavailableException} when the database cannot be reached; appending does
 * so for the first entry of a run only, and otherwise keeps what it is given until the database is back. Safe from any
 * thread.
 */
public final class RunLogs implements AutoCloseable {

    /** How long a line of another node's run may take to be seen. */
    private static final Duration POLL = Duration.ofMillis(500);

    /** More than a worker sends at a time. */
    private static final long TAIL = 1_000_000;

    private final LogDatabase database;
    private final LogLimits limits;
    private final OpenLogs open;
    private final LogReader reader;
    private final LogWriter writer;
    private final LogPruning pruning;
    private final Thread thread;
    private volatile boolean closed;

    private RunLogs(LogDatabase database, LogLimits limits) {
        this.database = database;
        this.limits = limits;
        LogTables tables = new LogTables(limits);
        this.open = new OpenLogs(run -> database.read(
                "read how long a log is",
                connection -> tables.summary(connection, run).orElse(LogSummary.NOTHING)));
        this.reader = new LogReader(database, tables, open);
        this.writer = new LogWriter(database, tables, limits, open::forget);
        this.pruning = new LogPruning(database);
        this.thread = new Thread(writer, "baton-logs");
    }

    /** Logs in tables of a database, which any number of nodes share. */
    public static RunLogs postgres(DataSource dataSource, LogLimits limits) {
        return started(LogDatabase.postgres(dataSource), limits);
    }

    /** Logs in a file of their own, so that writing them holds up nothing else. */
    public static RunLogs sqlite(Path file, LogLimits limits) {
        return started(LogDatabase.sqlite(file), limits);
    }

    private static RunLogs started(LogDatabase database, LogLimits limits) {
        RunLogs logs = new RunLogs(database, limits);
        logs.thread.setDaemon(true);
        logs.thread.start();
        return logs;
    }

    /**
     * Adds to the log of a run, which is open again if it was closed. Waits while the run has too much in memory: who
     * logs for another run is not held up by that.
     *
     * @param attempt which attempt of the run says it
     */
    public void append(RunId run, int attempt, List<LogEntry> entries) throws InterruptedException {
        for (LogEntry entry : entries) {
            for (Piece piece : Piece.of(attempt, entry)) {
                LogBuffer buffer = open(run);
                while (!buffer.add(piece, () -> limits.ofEach(open.count()))) {
                    buffer = open(run);
                }
                writer.notice(buffer, piece.size());
            }
        }
    }

    /**
     * The entries that the end of a run's log does not hold yet. Of entries that are sent again, those that arrived the
     * first time stand there, in order, with the same times.
     */
    public List<LogEntry> without(RunId run, List<LogEntry> entries) {
        long end = summary(run).map(LogSummary::bytes).orElse(0L);
        LogPage tail = read(run, Math.max(0, end - TAIL), (int) TAIL);
        Set<LogEntry> kept = new HashSet<>();
        tail.lines().forEach(line -> kept.add(line.entry()));
        int first = 0;
        while (first < entries.size() && isKept(entries.get(first), kept)) {
            first++;
        }
        return entries.subList(first, entries.size());
    }

    /** A long line is kept in pieces, and times are kept in microseconds. */
    private static boolean isKept(LogEntry entry, Set<LogEntry> kept) {
        return Piece.of(0, entry).stream()
                .allMatch(piece -> kept.contains(piece.line(0, 0).entry()));
    }

    /**
     * Nothing more is to come: those who follow the run are told so once they have read it all. A run that has said
     * nothing here lately has nothing to close, and costs nothing.
     */
    public void close(RunId run) {
        LogBuffer buffer = open.find(run.toString());
        if (buffer != null && buffer.close()) {
            writer.notice(buffer, limits.written());
        }
    }

    /** This node has nothing more to say for now, and another may have: what it said is written down, and then forgotten. */
    public void leave(RunId run) {
        LogBuffer buffer = open.find(run.toString());
        if (buffer != null) {
            buffer.leave();
            writer.notice(buffer, limits.written());
        }
    }

    private LogBuffer open(RunId run) {
        if (closed) {
            throw new IllegalStateException("the log of run " + run + " cannot grow: logs are closed");
        }
        return open.open(run.toString());
    }

    /** Waits until what a run has said so far is written down. */
    public void flush(RunId run) throws InterruptedException {
        LogBuffer buffer = open.find(run.toString());
        if (buffer != null) {
            writer.notice(buffer, limits.written());
            buffer.awaitWritten();
        }
    }

    /** How much a run has said; empty when it has said nothing, or that is not kept any more. */
    public Optional<LogSummary> summary(RunId run) {
        return reader.summary(run.toString());
    }

    /**
     * A part of a log. Where a part was dropped, a line of Baton's own stands for it.
     *
     * @param offset the first line is one that begins here or later
     * @param most how many bytes, about; a page never has more than a megabyte
     */
    public LogPage read(RunId run, long offset, int most) {
        return reader.page(run.toString(), offset, Math.max(1, most));
    }

    /** The same from a line on, counted from 0. */
    public LogPage readFromLine(RunId run, long number, int most) {
        return read(run, reader.offsetOf(run.toString(), number), most);
    }

    /** Writes a log out as text in UTF-8, from an offset on, a page at a time. */
    public void copy(RunId run, long offset, OutputStream out) throws IOException {
        LogPage page = read(run, offset, LogReader.PAGE);
        while (!page.lines().isEmpty()) {
            for (LogLine line : page.lines()) {
                out.write(line.entry().text().getBytes(StandardCharsets.UTF_8));
                if (!line.isContinued()) {
                    out.write('\n');
                }
            }
            page = read(run, page.next(), LogReader.PAGE);
        }
    }

    /** Lines that contain a text, whatever their case, from an offset on. Reads the log page by page. */
    public List<LogLine> search(RunId run, String text, long offset, int most) {
        String wanted = text.toLowerCase(Locale.ROOT);
        List<LogLine> found = new ArrayList<>();
        LogPage page = read(run, offset, LogReader.PAGE);
        while (!page.lines().isEmpty() && found.size() < most) {
            page.lines().stream()
                    .filter(line -> line.entry().text().toLowerCase(Locale.ROOT).contains(wanted))
                    .limit(most - found.size())
                    .forEach(found::add);
            page = read(run, page.next(), LogReader.PAGE);
        }
        return found;
    }

    /** Follows a log from an offset on. */
    public LogTail tail(RunId run, long offset) {
        return new LogTail(run, offset, reader, open, POLL);
    }

    /**
     * Removes the logs of runs that have said nothing since an instant, and those whose executions are gone. Looks at
     * all logs, a few at a time.
     *
     * @param existing tells which of some executions are there
     * @return how many logs were removed
     */
    public int prune(Instant olderThan, Function<Collection<UUID>, Set<UUID>> existing) {
        return pruning.prune(olderThan, existing);
    }

    /** How many transactions have been written. */
    long commits() {
        return writer.commits();
    }

    /** How many bytes of a run waited in memory at most since its log was opened here. */
    long mostWaiting(RunId run) {
        LogBuffer buffer = open.find(run.toString());
        return buffer == null ? 0 : buffer.mostCost();
    }

    /** Writes down what was appended, and ends. */
    @Override
    public void close() {
        closed = true;
        writer.stop();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        open.forgetAll();
        database.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

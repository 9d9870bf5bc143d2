package dev.baton.server.log;

import dev.baton.RunId;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Logged;
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
 * The logs of all runs. Appended lines can be read at once, and are written to the database within a moment; written
 * lines survive a crash. All readers see the same lines at the same offsets.
 *
 * <p>Reading throws {@link dev.baton.spi.StoreUnavailableException} if the database cannot be reached. Appending throws
 * it only for the first entry of a run, and otherwise keeps the entries until the database is back. Safe from any
 * thread.
 */
public final class RunLogs implements Logs, AutoCloseable {

    /** The longest delay with which the lines of another node's run appear. */
    private static final Duration POLL = Duration.ofMillis(500);

    /** More bytes than a worker sends in one request. */
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

    /** Opens logs in the tables of a database that any number of nodes share. */
    public static RunLogs postgres(DataSource dataSource, LogLimits limits) {
        return started(LogDatabase.postgres(dataSource), limits);
    }

    /** Opens logs in their own SQLite file, so that writing them delays nothing else. */
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
     * Appends to the log of a run, and reopens it if it was closed. Blocks while the run has too much in memory; other
     * runs are not delayed.
     *
     * @param attempt the attempt of the run that printed the lines
     */
    @Override
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
     * The entries that are not at the end of a run's log yet. If a worker sends entries again, those that arrived the
     * first time are there, in order and with the same times.
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

    /** How many lines of each stream the log of an attempt has. Reads the log page by page. */
    public Logged count(RunId run, int attempt) {
        long stdout = 0;
        long stderr = 0;
        LogPage page = read(run, 0, LogReader.PAGE);
        while (!page.lines().isEmpty()) {
            for (LogLine line : page.lines()) {
                if (line.attempt() == attempt && !line.isContinued()) {
                    switch (line.entry().stream()) {
                        case STDOUT -> stdout++;
                        case STDERR -> stderr++;
                        case SYSTEM -> {}
                    }
                }
            }
            page = read(run, page.next(), LogReader.PAGE);
        }
        return new Logged(stdout, stderr);
    }

    /**
     * Closes the log of a run; readers that follow it reach the end once they have read everything. Closing costs
     * nothing for a run that has printed nothing here lately.
     */
    @Override
    public void close(RunId run) {
        LogBuffer buffer = open.find(run.toString());
        if (buffer != null && buffer.close()) {
            writer.notice(buffer, limits.written());
        }
    }

    /** Writes the log of a run that another node may continue, and then removes it from memory. */
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

    /** Waits until the log of a run is written as far as it goes now. */
    public void flush(RunId run) throws InterruptedException {
        LogBuffer buffer = open.find(run.toString());
        if (buffer != null) {
            writer.notice(buffer, limits.written());
            buffer.awaitWritten();
        }
    }

    /** The size of a run's log; empty if the run has printed nothing, or the log was removed. */
    @Override
    public Optional<LogSummary> summary(RunId run) {
        return reader.summary(run.toString());
    }

    /**
     * Reads a part of a log. A line by Baton takes the place of a dropped part.
     *
     * @param offset the first line begins at this offset or later
     * @param most the approximate number of bytes; a page never has more than a megabyte
     */
    @Override
    public LogPage read(RunId run, long offset, int most) {
        return reader.page(run.toString(), offset, Math.max(1, most));
    }

    /** Reads a part of a log from a line on, counted from 0. */
    public LogPage readFromLine(RunId run, long number, int most) {
        return read(run, reader.offsetOf(run.toString(), number), most);
    }

    /** Copies a log as UTF-8 text, from an offset on, a page at a time. */
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

    /** Finds the lines that contain a text, ignoring case, from an offset on. Reads the log page by page. */
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
    @Override
    public LogTail tail(RunId run, long offset) {
        return new LogTail(run, offset, reader, open, POLL);
    }

    /**
     * Removes the logs of runs that have printed nothing since an instant, and the logs of removed executions. Visits
     * all logs, a few at a time.
     *
     * @param existing tells which of the given executions exist
     * @return how many logs were removed
     */
    public int prune(Instant olderThan, Function<Collection<UUID>, Set<UUID>> existing) {
        return pruning.prune(olderThan, existing);
    }

    /** The number of transactions so far. */
    long commits() {
        return writer.commits();
    }

    /** The most bytes of a run that waited in memory since its log was opened here. */
    long mostWaiting(RunId run) {
        LogBuffer buffer = open.find(run.toString());
        return buffer == null ? 0 : buffer.mostCost();
    }

    /** Writes what was appended, and closes the logs. */
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

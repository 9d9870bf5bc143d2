package dev.baton.worker.log;

import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The log entries of a run that have not been sent yet. Writing never blocks the run. If a run logs more than the
 * limit, the beginning is kept and sent at once, the end is kept until the run is over, and the middle is dropped and
 * counted. A run thus takes no more memory than the limit, even while the server is unreachable. Safe from any thread.
 *
 * <pre>{@code
 * RunLog log = new RunLog(Masker.of(secrets), RunLog.DEFAULT_LIMIT, Clock.systemUTC());
 * log.add(Dispatch.Stream.STDOUT, "42 rows\n");
 * List<Dispatch.LogEntry> batch = log.next(100_000);
 * server.log(worker, lease, batch);
 * log.sent(batch.size());
 * }</pre>
 */
public final class RunLog {

    /** The default limit of a run's log. */
    public static final int DEFAULT_LIMIT = 10_000_000;

    /** The longest line; longer lines are cut. */
    static final int LONGEST_LINE = 16_000;

    /** The cost of an entry in addition to its text: a million empty lines are not free. */
    private static final int COST_OF_ENTRY = 40;

    private static final int PART_FOR_THE_END = 8;

    private final Masker masker;
    private final Clock clock;
    private final int headLimit;
    private final int tailLimit;

    private final Deque<LogEntry> unsent = new ArrayDeque<>();
    private final Deque<LogEntry> tail = new ArrayDeque<>();
    private long headSize;
    private long tailSize;
    private long dropped;
    private boolean full;

    /** How many lines of each stream the server has already. */
    private final Map<Stream, Long> known = new EnumMap<>(Stream.class);

    /** A log of at most about this many characters. */
    public RunLog(Masker masker, int limit, Clock clock) {
        this.masker = masker;
        this.clock = clock;
        this.tailLimit = limit / PART_FOR_THE_END;
        this.headLimit = limit - tailLimit;
    }

    /** Passes over the first lines of a stream, those that wait included: an earlier process of the worker sent them. */
    public synchronized void skip(Stream stream, long lines) {
        long left = lines;
        Iterator<LogEntry> waiting = unsent.iterator();
        while (left > 0 && waiting.hasNext()) {
            if (waiting.next().stream() == stream) {
                waiting.remove();
                left--;
            }
        }
        known.put(stream, left);
    }

    /** More was said than is kept, so that only the end of what follows is of interest. */
    public synchronized void setFull() {
        full = true;
    }

    /** Whether more was said than is kept: only the end of what follows will be sent. */
    public synchronized boolean isFull() {
        return full;
    }

    /** Adds complete text, as one entry per line. */
    public void add(Stream stream, String text) {
        Writer writer = writer(stream);
        writer.write(text);
        writer.end();
    }

    /** A writer for text that arrives in pieces. Each writer is for one thread at a time. */
    public Writer writer(Stream stream) {
        return new Writer(line -> add(new LogEntry(clock.instant(), stream, line)));
    }

    /** The oldest unsent entries, up to this many characters; they stay until {@link #sent}. */
    public synchronized List<LogEntry> next(int size) {
        List<LogEntry> batch = new ArrayList<>();
        int left = size;
        for (LogEntry entry : unsent) {
            if (!batch.isEmpty() && cost(entry) > left) {
                break;
            }
            batch.add(entry);
            left -= cost(entry);
        }
        return batch;
    }

    /** Removes the oldest entries, which have been sent. */
    public synchronized void sent(int entries) {
        for (int i = 0; i < entries; i++) {
            unsent.removeFirst();
        }
    }

    /** Marks the run as over, so that the kept end of its log can be sent too. */
    public synchronized void end() {
        if (dropped > 0) {
            unsent.add(new LogEntry(
                    clock.instant(),
                    Stream.SYSTEM,
                    "%,d characters of output were dropped here, because the log is longer than the limit of %,d; the end follows"
                            .formatted(dropped, headLimit + tailLimit)));
        }
        tail.forEach(this::send);
        tail.clear();
    }

    private synchronized void add(LogEntry entry) {
        if (!full && headSize + cost(entry) <= headLimit) {
            headSize += cost(entry);
            send(entry);
            return;
        }
        full = true;
        tail.add(entry);
        tailSize += cost(entry);
        while (tailSize > tailLimit && tail.size() > 1) {
            LogEntry oldest = tail.removeFirst();
            tailSize -= cost(oldest);
            dropped += oldest.text().length() + 1;
        }
    }

    private void send(LogEntry entry) {
        long before = known.getOrDefault(entry.stream(), 0L);
        if (before > 0) {
            known.put(entry.stream(), before - 1);
        } else {
            unsent.add(entry);
        }
    }

    private static int cost(LogEntry entry) {
        return entry.text().length() + COST_OF_ENTRY;
    }

    /** Takes text in pieces, and masks it before it splits it into lines. */
    public final class Writer {

        private final Lines lines;
        private final Masker.Stream masked;

        private Writer(Consumer<String> next) {
            this.lines = new Lines(LONGEST_LINE, next);
            this.masked = masker.stream(lines::write);
        }

        /** Adds a piece. */
        public void write(CharSequence piece) {
            masked.write(piece);
        }

        /** Completes the last line: no piece follows. */
        public void end() {
            masked.end();
            lines.end();
        }
    }
}

package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.server.http.Event;
import dev.baton.server.http.EventStream;
import dev.baton.server.log.LogLine;
import dev.baton.server.log.Logs;
import dev.baton.worker.Dispatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client that follows the log of a run. Served by one thread at a time. */
final class LogFollower {

    private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);
    private static final long IDLE_MILLIS = 150;
    private static final long BUSY_MILLIS = 20;
    private static final long OVER = -1;

    private final EventStream stream;
    private final Logs.Tail tail;
    private final Execution execution;
    private final int run;
    private final Queue<LogLine> unsent = new ArrayDeque<>();
    private final AtomicBoolean gone = new AtomicBoolean();

    /** A line as an event. */
    record LineEvent(Instant time, int attempt, Dispatch.Stream stream, String text, boolean continued) {

        static LineEvent of(LogLine line) {
            Dispatch.LogEntry entry = line.entry();
            return new LineEvent(entry.time(), line.attempt(), entry.stream(), entry.text(), line.isContinued());
        }
    }

    /** The end of a log. */
    private record EndEvent(RunStatus status) {}

    LogFollower(EventStream stream, Logs.Tail tail, Execution execution, int run) {
        this.stream = stream;
        this.tail = tail;
        this.execution = execution;
        this.run = run;
        stream.onClose(() -> gone.set(true));
    }

    /** Sends the lines so far. Returns the milliseconds until the next call; a negative number at the end. */
    long look() {
        try {
            return gone.get() ? OVER : sendSome();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            stream.close();
            return OVER;
        } catch (RuntimeException failure) {
            // The client reconnects, and continues after the last line that it has seen.
            LOG.warn("the log of run {} of {} cannot be followed: {}", run, execution, failure.toString());
            stream.close();
            return OVER;
        }
    }

    private long sendSome() throws InterruptedException {
        // Queried before reading: a run that has ended by then has no line that the read misses.
        RunStatus status = execution.run(run).status();
        if (unsent.isEmpty()) {
            unsent.addAll(tail.next(Duration.ZERO));
        }
        if (unsent.isEmpty()) {
            if (status.isTerminal()) {
                stream.finish(Event.of(null, "end", new EndEvent(status)));
                return OVER;
            }
            return IDLE_MILLIS;
        }
        while (!unsent.isEmpty() && stream.hasRoom()) {
            send(unsent.remove());
        }
        return unsent.isEmpty() ? 0 : BUSY_MILLIS;
    }

    private void send(LogLine line) {
        stream.send(Event.of(Long.toString(line.next()), "line", LineEvent.of(line)));
    }
}

package dev.baton.server;

import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryQueue;
import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.metric.QueueState;
import dev.baton.server.metric.Remembered;
import dev.baton.server.store.QueueTable;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Counts the runs that wait in each queue over all servers: those that wait here, those that other servers have written
 * down, and executions that no server has taken. Safe from any thread.
 */
final class QueueBoard implements AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(1);

    /** The interval at which an unchanged count is written again, so that others see that its server lives. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    /** The age from which a count belongs to a server that is gone. */
    private static final Duration LATELY = Duration.ofSeconds(30);

    private final String server = UUID.randomUUID().toString();
    private final QueueTable table;
    private final History history;
    private final Dispatcher dispatcher;
    private final Remembered<List<Worker.Waiting>> elsewhere = new Remembered<>(EVERY, this::elsewhereNow);
    private final Periodic writing;
    private List<Worker.Waiting> written = List.of();
    private Instant writtenAt = Instant.EPOCH;

    QueueBoard(QueueTable table, History history, Dispatcher dispatcher) {
        this.table = table;
        this.history = history;
        this.dispatcher = dispatcher;
        this.writing = new Periodic("baton-queues", EVERY, this::write);
    }

    private void write() {
        if (!table.isShared()) {
            return;
        }
        Instant now = dispatcher.time().now();
        List<Worker.Waiting> waiting = dispatcher.waiting();
        boolean isDue = !waiting.isEmpty() && writtenAt.isBefore(now.minus(AGAIN));
        if (isDue || !waiting.equals(written)) {
            table.put(server, waiting, now);
            written = waiting;
            writtenAt = now;
        }
    }

    private List<Worker.Waiting> elsewhereNow() {
        Instant now = dispatcher.time().now();
        List<Worker.Waiting> all = new ArrayList<>();
        for (HistoryQueue unowned : history.unowned(now)) {
            all.add(new Worker.Waiting(
                    unowned.name(),
                    (int) Math.min(Integer.MAX_VALUE, unowned.waiting()),
                    Time.toMicros(unowned.since())));
        }
        if (table.isShared()) {
            all.addAll(table.others(server, now.minus(LATELY)));
        }
        return all;
    }

    /**
     * All queues, by name.
     *
     * @param names those that are shown even when nothing waits in them
     * @param here what waits at this server
     */
    List<QueueState> states(Set<String> names, Supplier<List<Worker.Waiting>> here) {
        Map<String, Worker.Waiting> sums = new TreeMap<>();
        here.get().forEach(one -> add(sums, one));
        elsewhere.get().forEach(one -> add(sums, one));
        Map<String, QueueState> states = new TreeMap<>();
        names.forEach(queue -> states.put(queue, new QueueState(queue, 0, Duration.ZERO)));
        long now = dispatcher.time().micros();
        for (Worker.Waiting one : sums.values()) {
            Duration age = Duration.of(Math.max(0, now - one.sinceMicros()), ChronoUnit.MICROS);
            states.put(one.queue(), new QueueState(one.queue(), one.runs(), age));
        }
        return List.copyOf(states.values());
    }

    private static void add(Map<String, Worker.Waiting> sums, Worker.Waiting one) {
        sums.merge(
                one.queue(),
                one,
                (a, b) ->
                        new Worker.Waiting(a.queue(), a.runs() + b.runs(), Math.min(a.sinceMicros(), b.sinceMicros())));
    }

    /** Forgets servers that are gone. */
    void prune() {
        table.prune(dispatcher.time().now().minus(LATELY.multipliedBy(10)));
    }

    /** Nothing waits here any more: other servers take it. */
    @Override
    public void close() {
        writing.close();
        if (table.isShared()) {
            Periodic.tryOnce(
                    "baton-queues",
                    () -> table.put(server, List.of(), dispatcher.time().now()));
        }
    }
}

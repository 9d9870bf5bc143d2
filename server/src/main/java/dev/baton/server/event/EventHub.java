package dev.baton.server.event;

import dev.baton.Listener;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the events of this server, in order, to subscribers. Publishing never blocks. The hub keeps the newest
 * events in memory, so that a subscriber that was disconnected can continue where it was. Safe from any thread.
 *
 * <p>The events are those of this server's engine and, in a cluster and while there are subscribers, those of the other
 * servers: see {@link EventExchange}.
 */
public final class EventHub implements Listener, AutoCloseable {

    /** How many events are kept by default. */
    public static final int KEPT = 20_000;

    /** Errors are shortened so that thousands of them fit in memory; the run has the full text. */
    private static final int LONGEST_DETAIL = 1_000;

    /** Events seldom come alone; those of one moment are delivered together. */
    private static final long MOMENT_MILLIS = 1;

    private final Clock clock;
    private final EventRing ring;
    private final FanoutProgress fanouts = new FanoutProgress(this);
    private final Set<EventSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private volatile Consumer<ServerEvent> exchange = event -> {};
    private volatile UnaryOperator<String> mask = UnaryOperator.identity();
    private volatile Function<String, @Nullable String> questions = job -> null;

    private final AtomicLong approvals = new AtomicLong();

    /** The number of the event from which on the ring contains the events of other servers too. */
    private volatile long completeFrom;

    private final Thread teller = new Thread(this::tellOfNews, "baton-events");

    /** A hub that keeps {@value #KEPT} events. */
    public EventHub(Clock clock) {
        this(clock, KEPT);
    }

    /** A hub that keeps this many events. */
    public EventHub(Clock clock, int kept) {
        this.clock = clock;
        this.ring = new EventRing(clock.instant(), kept);
        teller.setDaemon(true);
        teller.start();
    }

    /** Publishes an event from outside the engine: a definition changed, a worker registered. */
    public void publish(String type, Map<String, Object> data) {
        add(type, clock.instant(), data);
    }

    /** Publishes an event of a known type from outside the engine. */
    public void publish(EventType type, Map<String, Object> data) {
        publish(type.word(), data);
    }

    /** Sets the function that masks secrets in the texts of events. */
    public void mask(UnaryOperator<String> newMask) {
        mask = newMask;
    }

    /** Sets the function that returns the question of an approval job; null for other jobs. */
    public void questions(Function<String, @Nullable String> newQuestions) {
        questions = newQuestions;
    }

    private void add(String type, Instant time, Map<String, Object> data) {
        Map<String, Object> masked = new LinkedHashMap<>(data);
        UnaryOperator<String> now = mask;
        masked.replaceAll((name, value) -> value instanceof String text ? now.apply(text) : value);
        exchange.accept(ring.add(type, time, masked));
        noteApproval(type, data);
        wakeTeller();
    }

    private void noteApproval(String type, Map<String, Object> data) {
        if (type.startsWith("run.") && data.get("name") instanceof String job && questions.apply(job) != null) {
            approvals.incrementAndGet();
        }
    }

    /** A number that grows when a run begins or ceases to wait for a person, on whichever server. */
    public long approvals() {
        return approvals.get();
    }

    /** New subscribers read the ring themselves, so a publisher wakes no one while there are none. */
    private void wakeTeller() {
        if (!subscriptions.isEmpty()) {
            LockSupport.unpark(teller);
        }
    }

    /** Sets the action that sends this server's events to other servers; it must not block. */
    void exchange(Consumer<ServerEvent> newExchange) {
        exchange = newExchange;
        completeFrom = Long.MAX_VALUE;
    }

    /** Sets whether the events of all servers arrive here. */
    void setComplete(boolean complete) {
        completeFrom = complete ? ring.newest() : Long.MAX_VALUE;
    }

    /** Publishes an event of another server. */
    void addForeign(String type, Instant time, Map<String, Object> data) {
        ring.add(type, time, data);
        noteApproval(type, data);
        wakeTeller();
    }

    /** Publishes a reset, because events of other servers were missed. */
    void missedForeign(String reason) {
        addForeign(ServerEvent.RESET, clock.instant(), Map.of("reason", reason));
    }

    /**
     * Subscribes to new events.
     *
     * @param lastSeen the id of the last event that the subscriber has seen, after which it continues; if that is not
     *     possible, the first event is a {@link ServerEvent#RESET}
     */
    public EventSubscription subscribe(EventFilter filter, @Nullable String lastSeen) {
        EventSubscription subscription = new EventSubscription(ring, filter, clock::instant, subscriptions::remove);
        if (lastSeen != null) {
            subscription.after(lastSeen, completeFrom);
        }
        subscriptions.add(subscription);
        return subscription;
    }

    /** Publishes the progress of fan-outs. */
    public FanoutProgress fanouts() {
        return fanouts;
    }

    /** The number of subscriptions. */
    public int subscriptions() {
        return subscriptions.size();
    }

    @Override
    public void executionStarted(ExecutionEvent event) {
        add(EventType.EXECUTION_STARTED, event);
        fanouts.started(event.execution(), event.name());
    }

    @Override
    public void executionFinished(ExecutionEvent event) {
        fanouts.finished(event.execution());
        add(EventType.EXECUTION_FINISHED, event);
    }

    @Override
    public void executionHeld(ExecutionEvent event) {
        add(EventType.EXECUTION_HELD, event);
    }

    @Override
    public void executionReleased(ExecutionEvent event) {
        add(EventType.EXECUTION_RELEASED, event);
    }

    @Override
    public void deadlineMissed(ExecutionEvent event) {
        add(EventType.EXECUTION_DEADLINE_MISSED, event);
    }

    @Override
    public void runScheduled(RunEvent event) {
        add(EventType.RUN_SCHEDULED, event);
    }

    @Override
    public void runStarted(RunEvent event) {
        add(EventType.RUN_STARTED, event);
        String asked = questions.apply(event.job());
        if (asked != null) {
            Map<String, Object> data = data(event);
            data.put("detail", asked);
            add(EventType.RUN_ASKS.word(), event.at(), data);
        }
    }

    @Override
    public void runRetried(RunEvent event) {
        add(EventType.RUN_RETRIED, event);
    }

    @Override
    public void runFinished(RunEvent event) {
        add(EventType.RUN_FINISHED, event);
        fanouts.ended(event.run().execution());
    }

    @Override
    public void runSkipped(RunEvent event) {
        add(EventType.RUN_SKIPPED, event);
        fanouts.ended(event.run().execution());
    }

    @Override
    public void eventsLost(long count) {
        publish(ServerEvent.RESET, Map.of("reason", count + " events came too fast to be told"));
    }

    private void add(EventType type, ExecutionEvent event) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", event.name());
        data.put("execution_id", event.execution().toString());
        data.put("trigger", event.trigger().toString());
        data.put("status", event.status().toString());
        add(type.word(), event.at(), data);
    }

    private void add(EventType type, RunEvent event) {
        add(type.word(), event.at(), data(event));
    }

    private static Map<String, Object> data(RunEvent event) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", event.job());
        data.put("execution_id", event.run().execution().toString());
        data.put("run_id", event.run().toString());
        data.put("attempt", event.attempt());
        data.put("status", event.status().toString());
        String detail = event.detail();
        if (!detail.isEmpty()) {
            data.put("detail", detail.substring(0, Math.min(detail.length(), LONGEST_DETAIL)));
        }
        return data;
    }

    private void tellOfNews() {
        try {
            long told = 0;
            while (!Thread.currentThread().isInterrupted()) {
                long newest = ring.newest();
                if (newest > told) {
                    told = newest;
                    subscriptions.forEach(EventSubscription::tell);
                    Thread.sleep(MOMENT_MILLIS);
                } else {
                    LockSupport.park(this);
                }
            }
        } catch (InterruptedException closed) {
            // Ends all subscriptions.
        }
    }

    /** Ends all subscriptions. */
    @Override
    public void close() {
        teller.interrupt();
        subscriptions.clear();
    }
}

package dev.baton.server.event;

import dev.baton.Listener;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Everything that happens on this server, in order, for those who subscribe. Publishing never waits. The newest events
 * are kept in memory, so that who was away for a while can go on where it was. Safe from any thread.
 *
 * <p>It tells what this server's own engine does, and on a cluster what those of the others do, while somebody follows:
 * see {@link EventExchange}.
 */
public final class EventHub implements Listener, AutoCloseable {

    /** How many events are kept by default. */
    public static final int KEPT = 20_000;

    /** So that the errors of thousands of runs do not fill the memory; the whole text is in the run. */
    private static final int LONGEST_DETAIL = 1_000;

    /** Events seldom come alone: those of one moment are told together. */
    private static final long MOMENT_MILLIS = 1;

    private final Clock clock;
    private final EventRing ring;
    private final FanoutProgress fanouts = new FanoutProgress(this);
    private final Set<EventSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private volatile Consumer<ServerEvent> exchange = event -> {};
    private volatile UnaryOperator<String> mask = UnaryOperator.identity();
    private volatile Function<String, @Nullable String> questions = job -> null;

    /** The number of the event after which those of other servers are in the ring too. */
    private volatile long completeFrom;

    private final Thread teller = new Thread(this::tellOfNews, "baton-events");

    /** A hub that keeps {@value #KEPT} events. */
    public EventHub(Clock clock) {
        this(clock, KEPT);
    }

    /** A hub that keeps so many events. */
    public EventHub(Clock clock, int kept) {
        this.clock = clock;
        this.ring = new EventRing(clock.instant(), kept);
        teller.setDaemon(true);
        teller.start();
    }

    /** Publishes something that the engine does not know of: that definitions changed, that a worker came. */
    public void publish(String type, Map<String, Object> data) {
        add(type, clock.instant(), data);
    }

    /** The same for what is one of the known types. */
    public void publish(EventType type, Map<String, Object> data) {
        publish(type.word(), data);
    }

    /** Has this done to every text of an event from now on, to keep secrets out of it. */
    public void mask(UnaryOperator<String> newMask) {
        mask = newMask;
    }

    /** Says what a person is asked by a job's runs; null for a job that asks nobody. */
    public void questions(Function<String, @Nullable String> newQuestions) {
        questions = newQuestions;
    }

    private void add(String type, Instant time, Map<String, Object> data) {
        Map<String, Object> masked = new LinkedHashMap<>(data);
        UnaryOperator<String> now = mask;
        masked.replaceAll((name, value) -> value instanceof String text ? now.apply(text) : value);
        exchange.accept(ring.add(type, time, masked));
        wakeTeller();
    }

    /** New subscribers read the ring themselves, so no publisher has to wake anyone while there are none. */
    private void wakeTeller() {
        if (!subscriptions.isEmpty()) {
            LockSupport.unpark(teller);
        }
    }

    /** Has this server's events told to others by this, which must not wait. */
    void exchange(Consumer<ServerEvent> newExchange) {
        exchange = newExchange;
        completeFrom = Long.MAX_VALUE;
    }

    /** From now on events of all servers come here, or no longer. */
    void setComplete(boolean complete) {
        completeFrom = complete ? ring.newest() : Long.MAX_VALUE;
    }

    /** Publishes an event of another server. */
    void addForeign(String type, Instant time, Map<String, Object> data) {
        ring.add(type, time, data);
        wakeTeller();
    }

    /** Events of other servers were missed: who follows has to look at everything anew. */
    void missedForeign(String reason) {
        addForeign(ServerEvent.RESET, clock.instant(), Map.of("reason", reason));
    }

    /**
     * Subscribes to what happens from now on.
     *
     * @param lastSeen the id of the last event that the subscriber saw before, to go on after it; when that is not
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

    /** Tells how far fan-outs are. */
    public FanoutProgress fanouts() {
        return fanouts;
    }

    /** How many subscribe at the moment. */
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
            // Nobody is told any more.
        }
    }

    /** Tells nobody any more. */
    @Override
    public void close() {
        teller.interrupt();
        subscriptions.clear();
    }
}

package dev.baton.micrometer;

import dev.baton.Baton;
import dev.baton.Listener;
import dev.baton.Registered;
import dev.baton.RunId;
import dev.baton.Trigger;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a scheduler does, in a Micrometer registry. It is a listener, so it costs the engine nothing that
 * matters; when it cannot keep up, {@code baton.metric.events.lost} says how many events are missing.
 *
 * <pre>{@code
 * BatonMetrics metrics = new BatonMetrics(registry);
 * Baton baton = Baton.builder().listen(metrics).build();
 * metrics.bindTo(baton); // the gauges
 * }</pre>
 *
 * <p>Names are those that a Baton server gives to the same numbers. The tag {@code job} has the names of jobs and steps
 * that the program registered, up to {@value #MOST_JOBS}; later ones are counted as {@code other}.
 */
public final class BatonMetrics implements Listener {

    /** How many jobs and steps have a tag of their own. */
    public static final int MOST_JOBS = 1_000;

    private static final int MOST_REMEMBERED = 100_000;

    private final MeterRegistry registry;
    private final Map<String, Boolean> jobs = new ConcurrentHashMap<>();
    private final Map<RunId, Instant> ready = new ConcurrentHashMap<>();
    private final Map<RunId, Instant> started = new ConcurrentHashMap<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicReference<@Nullable Baton> scheduler = new AtomicReference<>();

    private final Timer wait;
    private final Timer time;
    private final Counter firesMissed;
    private final Counter firesCaughtUp;
    private final Counter deadlinesMissed;
    private final Counter eventsLost;

    /** Counts in this registry. */
    public BatonMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.wait = Timer.builder("baton.run.wait")
                .description("Time from ready to started, for each attempt")
                .register(registry);
        this.time = Timer.builder("baton.run.time")
                .description("From the start of an attempt to its end")
                .register(registry);
        this.firesMissed = counter("baton.fires.missed", "Missed fires that were skipped");
        this.firesCaughtUp = counter("baton.fires.caught.up", "Missed fires that were caught up");
        this.deadlinesMissed = counter("baton.deadlines.missed", "Executions that missed their deadline");
        this.eventsLost = counter("baton.metric.events.lost", "Events that these metrics do not count");
        Gauge.builder("baton.runs.running", running, AtomicInteger::get)
                .description("Attempts that run on this node")
                .register(registry);
    }

    /** Adds the gauges that ask a scheduler: how many jobs and workflows it has, and how many of them are paused. */
    public BatonMetrics bindTo(Baton baton) {
        scheduler.set(baton);
        Gauge.builder("baton.definitions", this, metrics -> metrics.count(false))
                .description("Registered jobs and workflows")
                .register(registry);
        Gauge.builder("baton.definitions.paused", this, metrics -> metrics.count(true))
                .description("Registered jobs and workflows that are paused")
                .register(registry);
        return this;
    }

    private double count(boolean pausedAlone) {
        Baton baton = scheduler.get();
        return baton == null
                ? Double.NaN
                : baton.list().stream()
                        .filter(definition -> !pausedAlone || definition.isPaused())
                        .map(Registered::name)
                        .count();
    }

    @Override
    public void firesMissed(FiresEvent event) {
        firesMissed.increment(event.count());
    }

    @Override
    public void executionStarted(ExecutionEvent event) {
        if (event.trigger() == Trigger.CATCH_UP) {
            firesCaughtUp.increment();
        }
    }

    @Override
    public void executionFinished(ExecutionEvent event) {
        registry.counter("baton.executions", "status", event.status().toString())
                .increment();
    }

    @Override
    public void deadlineMissed(ExecutionEvent event) {
        deadlinesMissed.increment();
    }

    @Override
    public void runScheduled(RunEvent event) {
        remember(ready, event);
    }

    @Override
    public void runStarted(RunEvent event) {
        measure(wait, ready.remove(event.run()), event.at());
        if (remember(started, event)) {
            running.incrementAndGet();
        }
    }

    @Override
    public void runRetried(RunEvent event) {
        attemptEnded(event);
        registry.counter("baton.run.retries", "job", job(event)).increment();
    }

    @Override
    public void runFinished(RunEvent event) {
        attemptEnded(event);
        end(event);
    }

    @Override
    public void runSkipped(RunEvent event) {
        attemptEnded(event);
        end(event);
    }

    @Override
    public void eventsLost(long count) {
        eventsLost.increment((double) count);
        // What began may have ended unseen.
        ready.clear();
        started.clear();
        running.set(0);
    }

    private void attemptEnded(RunEvent event) {
        ready.remove(event.run());
        Instant since = started.remove(event.run());
        if (since != null) {
            running.decrementAndGet();
            measure(time, since, event.at());
        }
    }

    private void end(RunEvent event) {
        registry.counter(
                        "baton.runs",
                        Tags.of("job", job(event), "status", event.status().toString()))
                .increment();
    }

    private static boolean remember(Map<RunId, Instant> moments, RunEvent event) {
        return moments.size() < MOST_REMEMBERED && moments.put(event.run(), event.at()) == null;
    }

    private static void measure(Timer timer, @Nullable Instant from, Instant to) {
        if (from != null) {
            Duration passed = Duration.between(from, to);
            timer.record(passed.isNegative() ? Duration.ZERO : passed);
        }
    }

    /** Names of jobs that a program makes up as it goes must not become series without end. */
    private String job(RunEvent event) {
        String name = event.job();
        if (jobs.containsKey(name)) {
            return name;
        }
        if (jobs.size() >= MOST_JOBS) {
            return "other";
        }
        jobs.put(name, true);
        return name;
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }
}

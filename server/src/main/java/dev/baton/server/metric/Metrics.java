package dev.baton.server.metric;

import dev.baton.Listener;
import dev.baton.RunId;
import dev.baton.Trigger;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The metrics of this server, for Prometheus. Counters and timers follow the engine's events; gauges are queried when
 * metrics are read. Only counters carry the names of jobs: a histogram for each job would be dozens of series each.
 * Reading is safe from any thread.
 */
public final class Metrics implements Listener, AutoCloseable {

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(30),
        Duration.ofHours(2),
        Duration.ofHours(12)
    };

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MetricSources sources;
    private final JobLabels labels;
    private final ServerGauges gauges;
    private final JvmMeters jvm;
    private final DatabaseProbe database;
    private final Moments scheduled = new Moments();
    private final Moments started = new Moments();

    private final Timer wait = timer("baton.run.wait", "Time from ready to started, for each attempt");
    private final Timer time = timer("baton.run.time", "Time from the start of the last attempt to the end of the run");
    private final Timer lateness = timer("baton.execution.lateness", "Time from the scheduled time to the start");
    private final Counter firesMissed = counter("baton.fires.missed", "Missed fires that were skipped");
    private final Counter firesCaughtUp = counter("baton.fires.caught.up", "Missed fires that were caught up");
    private final Counter deadlinesMissed = counter("baton.deadlines.missed", "Executions that missed their deadline");
    private final Counter eventsLost = counter("baton.metric.events.lost", "Events that these metrics do not count");

    /**
     * Starts to measure.
     *
     * @param database the database whose latency is measured
     */
    public Metrics(MetricSources sources, DataSource database) {
        this.sources = sources;
        this.labels = new JobLabels(sources.isRegistered());
        this.gauges = new ServerGauges(sources, registry);
        this.jvm = new JvmMeters(registry);
        this.database = new DatabaseProbe(database, registry, BUCKETS);
    }

    /** All metrics, in the text format of Prometheus. */
    public String scrape() {
        gauges.refresh();
        return registry.scrape();
    }

    @Override
    public void firesMissed(FiresEvent event) {
        firesMissed.increment(event.count());
    }

    @Override
    public void executionStarted(ExecutionEvent event) {
        if (event.trigger() == Trigger.CATCH_UP) {
            firesCaughtUp.increment();
        } else if (event.trigger() == Trigger.SCHEDULE) {
            measure(lateness, sources.scheduledTime().apply(event.execution()), event.at());
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
        scheduled.put(event.run(), event.at());
    }

    @Override
    public void runStarted(RunEvent event) {
        measure(wait, scheduled.take(event.run()), event.at());
        started.put(event.run(), event.at());
    }

    @Override
    public void runRetried(RunEvent event) {
        forget(event.run());
        registry.counter("baton.run.retries", "job", labels.of(event.job())).increment();
    }

    @Override
    public void runFinished(RunEvent event) {
        measure(time, started.take(event.run()), event.at());
        end(event);
    }

    @Override
    public void runSkipped(RunEvent event) {
        end(event);
    }

    @Override
    public void eventsLost(long count) {
        eventsLost.increment((double) count);
        scheduled.clear();
        started.clear();
    }

    private void end(RunEvent event) {
        forget(event.run());
        registry.counter(
                        "baton.runs",
                        "job",
                        labels.of(event.job()),
                        "status",
                        event.status().toString())
                .increment();
    }

    private void forget(RunId run) {
        scheduled.take(run);
        started.take(run);
    }

    private static void measure(Timer timer, Optional<Instant> from, Instant to) {
        // The clocks of two nodes may differ, and a timer ignores negative durations.
        from.ifPresent(moment -> timer.record(Duration.between(moment, to)));
    }

    private Timer timer(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    /** Stops measuring. */
    @Override
    public void close() {
        database.close();
        jvm.close();
        registry.close();
    }
}

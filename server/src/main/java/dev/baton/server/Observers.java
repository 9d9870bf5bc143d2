package dev.baton.server;

import dev.baton.Baton;
import dev.baton.RunPolicy;
import dev.baton.server.api.Services;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.OutgoingReach;
import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.server.event.EventHub;
import dev.baton.server.event.FanoutProgress;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.metric.MetricSources;
import dev.baton.server.metric.Metrics;
import dev.baton.server.metric.QueueState;
import dev.baton.server.metric.Remembered;
import dev.baton.server.metric.SpanExporter;
import dev.baton.server.metric.Spans;
import dev.baton.server.notify.Notifications;
import dev.baton.server.notify.Sender;
import dev.baton.spi.Worker;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.GuardedHttp;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of the engine: the event stream, notifications, metrics and traces. The engine is built with its
 * listeners, which need the engine to answer queries: until {@link #attach} their answers are empty.
 */
final class Observers implements AutoCloseable {

    private static final Duration SPANS_EVERY = Duration.ofSeconds(5);
    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(1);

    /** Limits what frequent scrapes cost. */
    private static final Duration WAITING_FRESH = Duration.ofMillis(500);

    private static final Duration ACTIVE_FRESH = Duration.ofSeconds(2);

    private final EventHub events;
    private final ConfiguredChannels channels = new ConfiguredChannels();
    private final Notifications notifications;
    private final Metrics metrics;
    private final @Nullable SpanExporter exporter;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "baton-notify");
        thread.setDaemon(true);
        return thread;
    });
    private final Periodic fanouts;
    /** Visits every ready run. */
    private final Remembered<List<Worker.Waiting>> waiting = new Remembered<>(WAITING_FRESH, this::waitingNow);
    /** Queries the database. */
    private final Remembered<Integer> active = new Remembered<>(ACTIVE_FRESH, this::activeNow);

    private volatile Set<String> queueNames = Set.of();
    private volatile @Nullable Services services;

    Observers(Configuration configuration, Storage storage, Clock clock) {
        this.events = new EventHub(clock);
        events.fanouts().ask(this::items);
        this.fanouts = new Periodic("baton-fanouts", PROGRESS_EVERY, events.fanouts()::tell);
        GuardedHttp http = new GuardedHttp(
                new AddressGuard(OutgoingReach.allowed(configuration.server().outgoing())), threads);
        use(configuration);
        this.notifications = new Notifications(
                storage.source(),
                channels,
                new Sender(http, (SSLSocketFactory) SSLSocketFactory.getDefault(), clock),
                clock);
        this.metrics = new Metrics(
                new MetricSources(
                        this::isRegistered,
                        this::scheduledTime,
                        active::get,
                        this::queues,
                        this::workers,
                        this::leasesLost),
                storage.source());
        String tracing = configuration.server().tracing();
        this.exporter = tracing == null ? null : new SpanExporter(URI.create(tracing), Map.of(), "baton", SPANS_EVERY);
    }

    /** Registers the listeners with an engine that is being built. */
    Baton.Builder listen(Baton.Builder settings) {
        Baton.Builder listening = settings.listen(events).listen(notifications).listen(metrics);
        return exporter == null ? listening : listening.listen(new Spans(exporter));
    }

    /** Connects the listeners to the engine, and starts sending notifications. */
    void attach(Services newServices) {
        services = newServices;
        channels.ask(newServices.catalog());
        events.questions(job ->
                newServices.catalog().work(job).flatMap(WorkSpec::question).orElse(null));
        notifications.start();
    }

    /** Switches to another configuration. */
    void use(Configuration configuration) {
        channels.use(configuration);
        Set<String> names = new HashSet<>(configuration.named().queues().keySet());
        names.add(RunPolicy.Demand.DEFAULT_QUEUE);
        queueNames = Set.copyOf(names);
    }

    EventHub events() {
        return events;
    }

    Metrics metrics() {
        return metrics;
    }

    private boolean isRegistered(String job) {
        Services known = services;
        String name = job.contains("/") ? job.substring(0, job.indexOf('/')) : job;
        return known != null && known.catalog().names().contains(name);
    }

    private Optional<Instant> scheduledTime(UUID execution) {
        Services known = services;
        return known == null
                ? Optional.empty()
                : Optional.of(known.baton().execution(execution).scheduledTime());
    }

    private Optional<FanoutProgress.Items> items(UUID id) {
        Services known = services;
        return known == null ? Optional.empty() : FanoutProgress.items(known.baton(), id);
    }

    private List<Worker.Waiting> waitingNow() {
        Services known = services;
        return known == null ? List.of() : known.dispatcher().waiting();
    }

    private int activeNow() {
        Services known = services;
        return known == null
                ? 0
                : (int) known.history().activeByName().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }

    /** The same as {@link #queues}, over all servers. */
    List<QueueState> queuesOf(QueueBoard board) {
        return board.states(queueNames, waiting);
    }

    /**
     * The queues of this server with waiting runs, and the configured queues, which are shown even when nothing waits in
     * them.
     */
    List<QueueState> queues() {
        Services known = services;
        if (known == null) {
            return List.of();
        }
        Map<String, QueueState> states = new TreeMap<>();
        queueNames.forEach(queue -> states.put(queue, new QueueState(queue, 0, Duration.ZERO)));
        long now = known.dispatcher().time().micros();
        for (Worker.Waiting one : waiting.get()) {
            Duration age = Duration.of(Math.max(0, now - one.sinceMicros()), ChronoUnit.MICROS);
            states.put(one.queue(), new QueueState(one.queue(), one.runs(), age));
        }
        return List.copyOf(states.values());
    }

    private long leasesLost() {
        Services known = services;
        return known == null ? 0 : known.dispatcher().leasesLost();
    }

    private List<WorkerInfo> workers() {
        Services known = services;
        return known == null ? List.of() : known.dispatcher().workersHere();
    }

    @Override
    public void close() {
        fanouts.close();
        events.close();
        notifications.close();
        metrics.close();
        if (exporter != null) {
            exporter.close();
        }
        threads.shutdownNow();
    }
}

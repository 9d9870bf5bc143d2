package dev.baton.server.metric;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Sends a trivial query to the database at intervals, and measures how long the answer takes, including the wait for a
 * connection. The probe has its own thread, so that a database that does not answer does not block the reading of
 * metrics.
 */
final class DatabaseProbe implements AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(15);

    private final DataSource source;
    private final Timer latency;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "baton-database-probe");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean up = true;

    DatabaseProbe(DataSource source, MeterRegistry registry, Duration[] buckets) {
        this.source = source;
        this.latency = Timer.builder("baton.database.latency")
                .description("Time of a trivial query, including the wait for a connection")
                .serviceLevelObjectives(buckets)
                .register(registry);
        Gauge.builder("baton.database.up", () -> up ? 1 : 0)
                .description("Whether the last query was answered")
                .register(registry);
        var unused = thread.scheduleWithFixedDelay(this::probe, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void probe() {
        long begin = System.nanoTime();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            up = true;
            latency.record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
        } catch (SQLException | RuntimeException away) {
            up = false;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

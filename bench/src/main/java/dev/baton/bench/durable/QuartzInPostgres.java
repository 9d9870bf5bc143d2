package dev.baton.bench.durable;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/** Quartz with its JDBC store, in a cluster of one. Takes triggers in batches, which is faster than its default. */
final class QuartzInPostgres implements DurableContender {

    private static final String DATA_SOURCE = "bench";
    private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
    // It asks for a few connections more than threads.
    private static final int THREADS = Workplace.CONNECTIONS - 3;

    private final AtomicLong triggers = new AtomicLong();

    @Override
    public String name() {
        return "Quartz";
    }

    @Override
    public void createTables(Workplace workplace) throws IOException, SQLException {
        try (InputStream file = Objects.requireNonNull(Scheduler.class.getResourceAsStream(TABLES), TABLES)) {
            workplace.execute(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Override
    public DurableScheduler open(Workplace workplace, Runnable body) throws SchedulerException {
        HikariDataSource pool = workplace.newPool();
        DBConnectionManager.getInstance().addConnectionProvider(DATA_SOURCE, new Pooled(pool));
        Scheduler scheduler = new StdSchedulerFactory(settings()).getScheduler();
        scheduler.setJobFactory((fired, itself) -> context -> body.run());
        return new Opened(pool, scheduler);
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "bench");
        settings.setProperty("org.quartz.scheduler.instanceId", "AUTO");
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        settings.setProperty("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", Integer.toString(THREADS));
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", Integer.toString(THREADS));
        settings.setProperty("org.quartz.jobStore.class", JobStoreTX.class.getName());
        settings.setProperty("org.quartz.jobStore.driverDelegateClass", PostgreSQLDelegate.class.getName());
        settings.setProperty("org.quartz.jobStore.dataSource", DATA_SOURCE);
        settings.setProperty("org.quartz.jobStore.isClustered", "true");
        settings.setProperty("org.quartz.jobStore.acquireTriggersWithinLock", "true");
        settings.setProperty("org.quartz.jobStore.misfireThreshold", "3600000");
        return settings;
    }

    private final class Opened implements DurableScheduler {

        private final HikariDataSource pool;
        private final Scheduler scheduler;
        private final JobDetail job = JobBuilder.newJob(Job.class)
                .withIdentity("no-op")
                .storeDurably()
                .build();

        Opened(HikariDataSource pool, Scheduler scheduler) throws SchedulerException {
            this.pool = pool;
            this.scheduler = scheduler;
            scheduler.addJob(job, true);
        }

        @Override
        public void enqueueAll(int jobs) throws SchedulerException {
            for (int size : EnqueueBatches.sizes(jobs)) {
                Set<Trigger> batch = new HashSet<>();
                for (int i = 0; i < size; i++) {
                    batch.add(newTrigger());
                }
                scheduler.scheduleJobs(Map.of(job, batch), true);
            }
        }

        @Override
        public void enqueue() throws SchedulerException {
            scheduler.scheduleJob(newTrigger());
        }

        private Trigger newTrigger() {
            return TriggerBuilder.newTrigger()
                    .withIdentity(Long.toString(triggers.incrementAndGet()))
                    .forJob(job)
                    .startNow()
                    .build();
        }

        @Override
        public void start() throws SchedulerException {
            scheduler.start();
        }

        @Override
        public long unfinished() throws SQLException {
            try (Connection connection = pool.getConnection()) {
                return Sql.count(connection, "SELECT count(*) FROM qrtz_triggers")
                        + Sql.count(connection, "SELECT count(*) FROM qrtz_fired_triggers");
            }
        }

        @Override
        public void close() {
            try {
                scheduler.shutdown(true);
            } catch (SchedulerException e) {
                throw new IllegalStateException("Quartz does not stop", e);
            }
            pool.close();
        }
    }

    private record Pooled(HikariDataSource pool) implements ConnectionProvider {

        @Override
        public Connection getConnection() throws SQLException {
            return pool.getConnection();
        }

        @Override
        public void initialize() {}

        @Override
        public void shutdown() {
            pool.close();
        }
    }
}

package dev.baton.bench.durable;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/** JobRunr with many workers: it looks for jobs when a worker is done, and otherwise every five seconds. */
final class JobRunrInPostgres implements DurableContender {

    // The fastest of 20, 50, 100, 200 and 400 with the connections that everybody has.
    private static final int WORKERS = 200;
    /** The least that it allows. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

    private static final String UNFINISHED = """
            SELECT count(*)
            FROM jobrunr_jobs
            WHERE state <> 'SUCCEEDED'
            """;

    @Override
    public String name() {
        return "JobRunr";
    }

    @Override
    public Duration pollInterval() {
        return POLL_INTERVAL;
    }

    @Override
    public void createTables(Workplace workplace) {
        try (HikariDataSource pool = workplace.newPool()) {
            new PostgresStorageProvider(pool).close();
        }
    }

    @Override
    public DurableScheduler open(Workplace workplace, Runnable body) {
        HikariDataSource pool = workplace.newPool();
        JsonMapper json = new Jackson3JsonMapper();
        StorageProvider storage = new PostgresStorageProvider(pool);
        storage.setJobMapper(new JobMapper(json));
        BackgroundJobServer server = new BackgroundJobServer(
                storage,
                json,
                activator(new NoOp(body)),
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andPollInterval(POLL_INTERVAL)
                        .andWorkerCount(WORKERS));
        return new Opened(pool, storage, server);
    }

    private static JobActivator activator(NoOp noOp) {
        return new JobActivator() {
            @Override
            public <T> T activateJob(Class<T> type) {
                return type.cast(noOp);
            }
        };
    }

    private static final class Opened implements DurableScheduler {

        private final HikariDataSource pool;
        private final StorageProvider storage;
        private final BackgroundJobServer server;
        private final JobScheduler scheduler;

        Opened(HikariDataSource pool, StorageProvider storage, BackgroundJobServer server) {
            this.pool = pool;
            this.storage = storage;
            this.server = server;
            scheduler = new JobScheduler(storage);
        }

        @Override
        public void enqueueAll(int jobs) {
            scheduler.<NoOp, Integer>enqueue(IntStream.range(0, jobs).boxed(), (noOp, number) -> noOp.run());
        }

        @Override
        public void enqueue() {
            scheduler.<NoOp>enqueue(noOp -> noOp.run());
        }

        @Override
        public void start() {
            server.start();
        }

        @Override
        public long unfinished() throws SQLException {
            try (Connection connection = pool.getConnection()) {
                return Sql.count(connection, UNFINISHED);
            }
        }

        @Override
        public void close() {
            server.stop();
            storage.close();
            pool.close();
        }
    }

    /** The job. Public, as JobRunr calls it by reflection. */
    public static final class NoOp {

        private final Runnable body;

        NoOp(Runnable body) {
            this.body = body;
        }

        /** Runs once for each job. */
        public void run() {
            body.run();
        }
    }
}

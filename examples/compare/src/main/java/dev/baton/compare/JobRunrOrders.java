package dev.baton.compare;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.context.JobContext;
import org.jobrunr.jobs.filters.JobServerFilter;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/**
 * The order processing with JobRunr, the free edition: jobs that follow jobs, batches, transactions and timeouts are
 * in the paid one. A job starts the next, and the join is a table.
 */
public final class JobRunrOrders implements Orders {

    private final DataSource database;
    private final World world;
    private final JobScheduler scheduler;
    private final BackgroundJobServer server;

    JobRunrOrders(DataSource database, World world) {
        this.database = database;
        this.world = world;
        JsonMapper json = new Jackson3JsonMapper();
        StorageProvider storage = new PostgresStorageProvider(database);
        storage.setJobMapper(new JobMapper(json));
        scheduler = new JobScheduler(storage);
        Steps steps = new Steps();
        server = new BackgroundJobServer(
                storage,
                json,
                new JobActivator() {
                    @Override
                    public <T> T activateJob(Class<T> type) {
                        return type.cast(steps);
                    }
                },
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andPollInterval(Duration.ofSeconds(5))
                        .andWorkerCount(10));
        server.setJobFilters(List.of(new ApologyFilter()));
    }

    /** What the jobs do. Public, as JobRunr calls it by reflection. */
    public final class Steps {

        /** Charges, and has the items packed. */
        @org.jobrunr.jobs.annotations.Job(retries = 2)
        public void charge(int order, JobContext context) {
            world.charge(order, 1 + context.currentRetry());
            for (int item : World.items(order)) {
                scheduler.<Steps>enqueue(id("pack", order, item), steps -> steps.pack(order, item));
            }
        }

        /** Packs an item; the last one has the order shipped. */
        public void pack(int order, int item) throws SQLException {
            world.pack(order, item);
            if (isLastPacked(order, item)) {
                scheduler.<Steps>enqueue(id("ship", order, 0), steps -> steps.ship(order));
            }
        }

        /** Ships. */
        public void ship(int order) {
            world.ship(order);
            scheduler.<Steps>enqueue(id("close", order, 0), steps -> steps.close(order));
        }

        /** Apologises. */
        public void apologise(int order) {
            world.apologise(order);
            scheduler.<Steps>enqueue(id("close", order, 0), steps -> steps.close(order));
        }

        /** Closes. */
        public void close(int order) {
            world.close(order);
        }
    }

    /** The branch after a failure: told after the last attempt, and not in the same transaction. */
    private final class ApologyFilter implements JobServerFilter {

        @Override
        public void onFailedAfterRetries(Job job) {
            if (job.getJobDetails().getMethodName().equals("charge")) {
                int order = (Integer) job.getJobDetails().getJobParameterValues()[0];
                scheduler.<Steps>enqueue(id("apologise", order, 0), steps -> steps.apologise(order));
            }
        }
    }

    private boolean isLastPacked(int order, int item) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement note =
                        connection.prepareStatement("INSERT INTO packed VALUES (?, ?) ON CONFLICT DO NOTHING");
                PreparedStatement count = connection.prepareStatement("SELECT count(*) FROM packed WHERE number = ?")) {
            note.setInt(1, order);
            note.setInt(2, item);
            note.executeUpdate();
            count.setInt(1, order);
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1) == World.items(order).size();
            }
        }
    }

    private static UUID id(String step, int order, int item) {
        return UUID.nameUUIDFromBytes((step + order + "/" + item).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void createTables() throws SQLException {
        world.execute("CREATE TABLE packed (number int, item int, PRIMARY KEY (number, item))");
    }

    @Override
    public void start() {
        server.start();
    }

    @Override
    public void inTransaction(Connection transaction, int order) {}

    /** A process that dies before this line has an order that nobody processes. */
    @Override
    public void afterCommit(int order) {
        scheduler.<Steps>enqueue(id("charge", order, 0), steps -> steps.charge(order, JobContext.Null));
    }
}

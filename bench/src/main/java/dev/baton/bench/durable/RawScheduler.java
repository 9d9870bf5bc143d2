package dev.baton.bench.durable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/** The least that runs jobs from a table: a connection that stores them, and workers. */
final class RawScheduler implements DurableScheduler {

    private static final String UNFINISHED = """
            SELECT count(*)
            FROM raw_job
            WHERE state <> 2
            """;

    private final Connection connection;
    private final PreparedStatement insert;
    private final AtomicLong ids;
    private final RawWorkers workers;

    /** Stores jobs with a statement whose parameters are the first and the last id. */
    RawScheduler(Connection connection, String insert, AtomicLong ids, RawWorkers workers) throws SQLException {
        this.connection = connection;
        this.insert = connection.prepareStatement(insert);
        this.ids = ids;
        this.workers = workers;
    }

    @Override
    public void enqueueAll(int jobs) throws SQLException {
        for (int size : EnqueueBatches.sizes(jobs)) {
            insert(size);
        }
    }

    @Override
    public void enqueue() throws SQLException {
        insert(1);
        workers.wake();
    }

    private void insert(int jobs) throws SQLException {
        long last = ids.addAndGet(jobs);
        insert.setLong(1, last - jobs + 1);
        insert.setLong(2, last);
        insert.executeUpdate();
    }

    @Override
    public void start() {
        workers.start();
    }

    @Override
    public long unfinished() throws SQLException {
        return Sql.count(connection, UNFINISHED);
    }

    @Override
    public void close() throws SQLException {
        workers.close();
        insert.close();
        connection.close();
    }
}

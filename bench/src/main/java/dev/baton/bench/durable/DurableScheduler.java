package dev.baton.bench.durable;

import java.sql.SQLException;

/** A contender, opened on its tables. One thread calls it. */
interface DurableScheduler extends AutoCloseable {

    /** Stores this many ready jobs in the way that is fastest for it, and returns when they are durable. */
    void enqueueAll(int jobs) throws Exception;

    /** Stores one ready job, and returns when it is durable. */
    void enqueue() throws Exception;

    /** Begins to run what is ready. */
    void start() throws Exception;

    /** How many stored jobs have not ended. */
    long unfinished() throws Exception;

    /** Stops running jobs, and leaves the tables behind. */
    @Override
    void close() throws SQLException;
}

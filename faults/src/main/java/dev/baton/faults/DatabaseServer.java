package dev.baton.faults;

import java.sql.SQLException;

/** A PostgreSQL that can go down and come back. Safe from any thread. */
interface DatabaseServer extends AutoCloseable {

    /** Ends at once, with all connections and what was not committed. */
    void crash() throws InterruptedException;

    /** Comes back after a {@link #crash()}, with all that was committed. */
    void restart() throws InterruptedException;

    /** A new database. */
    PostgresDatabase create(String name) throws SQLException;

    /** Ends for good, and removes what it kept. */
    @Override
    void close();
}

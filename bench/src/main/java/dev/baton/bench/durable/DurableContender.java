package dev.baton.bench.durable;

import java.time.Duration;

/** A way to keep jobs in a database and to run them from there. */
interface DurableContender {

    /** The name in the table. */
    String name();

    /** Makes its tables in a fresh workplace. */
    void createTables(Workplace workplace) throws Exception;

    /** Opens it on its tables, not started yet. Every job that it runs has this body. */
    DurableScheduler open(Workplace workplace, Runnable body) throws Exception;

    /** Whether its tables are in PostgreSQL, so that the server counts its commits. */
    default boolean onPostgres() {
        return true;
    }

    /** How long it may take to see a job that the same process stored. */
    default Duration pollInterval() {
        return Duration.ofMillis(20);
    }
}

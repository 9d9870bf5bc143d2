package dev.baton.server.store;

import dev.baton.jdbc.Migrations;
import javax.sql.DataSource;

/** The tables of one component of the server, in SQLite or PostgreSQL. Safe from any thread. */
public final class ComponentTables {

    private final DataSource source;

    /**
     * Creates or updates the tables.
     *
     * @param name the name of the component, for the message of a failure
     * @throws dev.baton.spi.StoreUnavailableException if the database cannot be reached
     */
    public ComponentTables(DataSource source, Migrations migrations, String name) {
        this.source = source;
        boolean unused = Transactions.plain(source, "create the tables of " + name, connection -> {
            migrations.apply(connection);
            return true;
        });
    }

    /**
     * Runs an action in a transaction, which is rolled back if the action throws.
     *
     * @param doing the action in words, for the message of a failure
     * @throws dev.baton.spi.StoreUnavailableException if the database cannot be reached
     */
    public <T> T transact(String doing, Transactions.Work<T> work) {
        return Transactions.run(source, doing, work);
    }
}

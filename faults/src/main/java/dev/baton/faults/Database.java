package dev.baton.faults;

import dev.baton.jdbc.Dialect;
import java.sql.Connection;
import java.sql.SQLException;

/** What nodes are on, seen from outside. Safe from any thread. */
interface Database extends AutoCloseable {

    /** What a node is told to be on. */
    String address();

    Dialect dialect();

    /** A connection of the driver's own. */
    Connection connect() throws SQLException;

    @Override
    void close();
}

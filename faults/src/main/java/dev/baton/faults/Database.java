package dev.baton.faults;

import java.sql.Connection;
import java.sql.SQLException;

/** What nodes are on, seen from outside. Safe from any thread. */
interface Database extends AutoCloseable {

    /** What a node is told to be on. */
    String address();

    /** A connection of the driver's own. */
    Connection connect() throws SQLException;

    @Override
    void close();
}

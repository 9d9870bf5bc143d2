package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The writes of a body in the transaction that records the end of its run. It must neither commit nor roll back. */
@FunctionalInterface
public interface SqlAction {

    /** Uses the connection, and leaves it open. */
    void run(Connection connection) throws SQLException;
}

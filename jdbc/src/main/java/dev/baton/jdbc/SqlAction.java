package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** What a body does in the transaction that its completion is recorded in. It must neither commit nor roll back. */
@FunctionalInterface
public interface SqlAction {

    /** Uses the connection, and leaves it open. */
    void run(Connection connection) throws SQLException;
}

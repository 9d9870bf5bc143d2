package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Something to do in a transaction. */
@FunctionalInterface
interface SqlWork<T> {

    T run(Connection connection) throws SQLException;
}

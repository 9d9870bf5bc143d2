package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Work in a transaction, with a result. */
@FunctionalInterface
interface SqlWork<T> {

    T run(Connection connection) throws SQLException;
}

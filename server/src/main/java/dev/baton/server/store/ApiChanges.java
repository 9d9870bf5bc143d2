package dev.baton.server.store;

import java.sql.SQLException;

/**
 * Counts the changes of definitions made through the API. A server that knows the current number need not read the
 * definitions again.
 */
final class ApiChanges {

    private ApiChanges() {}

    /** Increments the count in the transaction of the change, and notifies the other servers when it commits. */
    static void count(Sql sql) throws SQLException {
        sql.update("""
                UPDATE baton_api_change
                SET number = number + 1""");
        sql.announce(Bulletin.DEFINITIONS, "");
    }

    static long number(Database database) {
        return database.read(
                "look whether definitions have changed",
                sql -> sql.first(row -> row.number("number"), """
                SELECT number
                FROM baton_api_change""").orElse(0L));
    }
}

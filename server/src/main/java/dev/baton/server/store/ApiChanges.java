package dev.baton.server.store;

import java.sql.SQLException;

/** The count of changes of what was made through the API: who knows the number need not look at what is there. */
final class ApiChanges {

    private ApiChanges() {}

    /** Counts one more, in the transaction that makes the change, and wakes the other servers when it ends. */
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

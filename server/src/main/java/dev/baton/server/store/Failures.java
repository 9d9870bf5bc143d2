package dev.baton.server.store;

import dev.baton.spi.StoreUnavailableException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.sqlite.SQLiteException;

/** Tells temporary failures from permanent ones. */
final class Failures {

    /** The low byte of SQLite's codes: busy, locked, no memory, interrupted, I/O error, full, cannot open. */
    private static final Set<Integer> SQLITE_PASSING = Set.of(5, 6, 7, 9, 10, 13, 14);

    /** Classes of SQLSTATE: connection, serialisation, resources, operator intervention, system error. */
    private static final Set<String> PASSING = Set.of("08", "40", "53", "57", "58");

    private Failures() {}

    static RuntimeException of(String doing, SQLException failure) {
        String what = "could not " + doing + ": " + failure.getMessage();
        return passes(failure)
                ? new StoreUnavailableException(what, failure)
                : new IllegalStateException(what + " (SQLSTATE " + failure.getSQLState() + ")", failure);
    }

    private static boolean passes(SQLException failure) {
        if (failure instanceof SQLiteException sqlite) {
            return SQLITE_PASSING.contains(sqlite.getResultCode().code & 0xFF);
        }
        String state = failure.getSQLState();
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || failure.getCause() instanceof IOException
                || (state != null && state.length() >= 2 && PASSING.contains(state.substring(0, 2)));
    }
}

package dev.baton.jdbc;

import dev.baton.spi.StoreUnavailableException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.sqlite.SQLiteException;

/** Distinguishes transient failures from permanent ones. */
final class Failures {

    /**
     * The transient failures, as the low byte of SQLite's codes: busy, locked, no memory, interrupted, I/O error, full,
     * cannot open.
     */
    private static final Set<Integer> SQLITE_PASSING = Set.of(5, 6, 7, 9, 10, 13, 14);

    /** The failures of SQLite after which a transaction was certainly rolled back: busy, locked, full. */
    private static final Set<Integer> SQLITE_UNDONE = Set.of(5, 6, 13);

    private static final String INVALID_PARAMETER = "22023";

    private Failures() {}

    /** A failure of a transaction that may have taken effect: its end was under way. */
    static RuntimeException of(String doing, SQLException failure) {
        return of(doing, failure, false);
    }

    /** @param undone whether the transaction has certainly not taken effect */
    static RuntimeException of(String doing, SQLException failure, boolean undone) {
        String what = "could not " + doing + ": " + failure.getMessage();
        return passes(failure)
                ? new StoreUnavailableException(what, failure, undone || isUndone(failure))
                : new StoreException(what + " (SQLSTATE " + failure.getSQLState() + ")", failure);
    }

    /** A failure to connect counts as transient, unless the password or the name of the database is wrong. */
    static RuntimeException toConnect(String doing, SQLException failure) {
        String what = "could not " + doing + ": no connection: " + failure.getMessage();
        String state = failure.getSQLState();
        return state != null && (state.startsWith("28") || state.startsWith("3D"))
                ? new StoreException(what, failure)
                : new StoreUnavailableException(what, failure, true);
    }

    private static boolean isUndone(SQLException failure) {
        return failure instanceof SQLiteException sqlite && SQLITE_UNDONE.contains(sqlite.getResultCode().code & 0xFF);
    }

    static boolean passes(SQLException failure) {
        if (failure instanceof SQLiteException sqlite) {
            return SQLITE_PASSING.contains(sqlite.getResultCode().code & 0xFF);
        }
        String state = failure.getSQLState();
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                // The driver's own refusal of a parameter, one that is too long for instance, has such a cause as well.
                || (failure.getCause() instanceof IOException && !INVALID_PARAMETER.equals(state))
                || (state != null && passes(state));
    }

    private static boolean passes(String state) {
        // Connection lost, resources used up, deadlock or serialisation, killed or shutting down; 25P03 is a
        // transaction that was idle for too long, 25006 a primary that has become a standby, 55P03 a lock that was not
        // available.
        return state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("40")
                || state.startsWith("57")
                || state.startsWith("58")
                || state.equals("25P03")
                || state.equals("25006")
                || state.equals("55P03");
    }
}

package dev.baton.jdbc;

import dev.baton.spi.StoreUnavailableException;
import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
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

    /**
     * The failures after which nothing can be written to a SQLite file until a person repairs it: no permission,
     * read-only, no authorisation, not a database.
     */
    private static final Set<Integer> SQLITE_BROKEN_FILE = Set.of(3, 8, 23, 26);

    /** The same on PostgreSQL: a right, a table or the schema is missing. */
    private static final Set<String> POSTGRES_BROKEN_SCHEMA = Set.of("42501", "42P01", "3F000");

    private static final int SQLITE_BUSY = 5;

    private static final String INVALID_PARAMETER = "22023";

    private Failures() {}

    /** A failure of a transaction that may have taken effect: its end was under way. */
    static RuntimeException of(String doing, SQLException failure) {
        return of(doing, failure, false);
    }

    /** @param undone whether the transaction has certainly not taken effect */
    static RuntimeException of(String doing, SQLException failure, boolean undone) {
        return of(doing, failure, undone, passes(failure) || stopsEveryWrite(failure));
    }

    /**
     * A failure of a transaction that is a user's as well: a body's, or that of a caller who starts executions in it. A
     * missing table or right is no outage there. It may be missing for the statements or the connection of this user
     * alone, and would be for each repetition.
     */
    static RuntimeException ofUser(String doing, SQLException failure) {
        return of(doing, failure, false, passes(failure));
    }

    private static RuntimeException of(String doing, SQLException failure, boolean undone, boolean transitory) {
        String what = "could not " + doing + ": " + failure.getMessage();
        return transitory
                ? new StoreUnavailableException(what, failure, undone || isUndone(failure))
                : new StoreException(what + " (SQLSTATE " + failure.getSQLState() + ")", failure);
    }

    /** Whether every write fails until a person repairs the database. */
    private static boolean stopsEveryWrite(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                ? SQLITE_BROKEN_FILE.contains(sqlite.getResultCode().code & 0xFF)
                : failure.getSQLState() != null
                        && POSTGRES_BROKEN_SCHEMA.contains(failure.getSQLState())
                        && !isInFunction(failure);
    }

    /**
     * Whether a function failed, such as that of a trigger, rather than a statement of Baton's own. A trigger may concern
     * some rows only, and those are refused.
     */
    private static boolean isInFunction(SQLException failure) {
        Throwable told = failure instanceof BatchUpdateException ? failure.getCause() : failure;
        @Nullable ServerErrorMessage message = told instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
        // PostgreSQL names the function here, in the language of the server. A failed statement of a client has no such
        // text.
        return message != null && message.getWhere() != null;
    }

    /**
     * A failure to connect counts as transient. Only a program that has never connected hears at once that the login or
     * the name of the database is wrong: later a password is being changed, or the database restored, and what happened
     * meanwhile is to be recorded afterwards.
     *
     * @param first whether no connection was made before
     */
    static RuntimeException toConnect(String doing, SQLException failure, boolean first) {
        String what = "could not " + doing + ": no connection: " + failure.getMessage();
        String state = failure.getSQLState();
        return first && state != null && (state.startsWith("28") || state.startsWith("3D"))
                ? new StoreException(what, failure)
                : new StoreUnavailableException(what, failure, true);
    }

    private static boolean isUndone(SQLException failure) {
        return failure instanceof SQLiteException sqlite && SQLITE_UNDONE.contains(sqlite.getResultCode().code & 0xFF);
    }

    /** Whether a lock was in the way, in SQLite. */
    static boolean isBusy(SQLException failure) {
        return failure instanceof SQLiteException sqlite && (sqlite.getResultCode().code & 0xFF) == SQLITE_BUSY;
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

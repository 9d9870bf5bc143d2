package dev.baton.jdbc;

import dev.baton.spi.Store.Gate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The rate of a gate: how many requests it admits in any window of time. Admissions are kept for the length of a window.
 * The caller holds the gate's lock.
 */
final class PostgresRates {

    private static final String FORGET = """
            DELETE FROM baton_admission
            WHERE gate = ? AND at <= ?""";

    private static final String ADMITTED = """
            SELECT coalesce(sum(admitted), 0), coalesce(max(at), 0)
            FROM baton_admission
            WHERE gate = ?""";

    private static final String RECORD = """
            INSERT INTO baton_admission (gate, at, admitted)
            VALUES (?, ?, ?)
            ON CONFLICT (gate, at) DO UPDATE
            SET admitted = baton_admission.admitted + excluded.admitted""";

    private static final String BY_AGE = """
            SELECT at, admitted
            FROM baton_admission
            WHERE gate = ?
            ORDER BY at""";

    /**
     * The number of requests that the rate admits now.
     *
     * @param most the number
     * @param now the time of the admission
     */
    record Allowance(long most, long now) {}

    Allowance allowance(Connection connection, Gate gate, long now) throws SQLException {
        if (gate.rate() == 0) {
            return new Allowance(Long.MAX_VALUE, now);
        }
        try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
            delete.setString(1, gate.name());
            delete.setLong(2, now - gate.per());
            delete.executeUpdate();
        }
        try (PreparedStatement query = connection.prepareStatement(ADMITTED)) {
            query.setString(1, gate.name());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                // The database's clock may have been set back.
                return new Allowance(Math.max(0, gate.rate() - row.getLong(1)), Math.max(now, row.getLong(2)));
            }
        }
    }

    /** Records that the gate admits this many requests. */
    void record(Connection connection, Gate gate, long now, int admitted) throws SQLException {
        if (gate.rate() == 0 || admitted == 0) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(RECORD)) {
            insert.setString(1, gate.name());
            insert.setLong(2, now);
            insert.setInt(3, admitted);
            insert.executeUpdate();
        }
    }

    /** When the rate admits the next request; 0 if the rate is not the obstacle. */
    long next(Connection connection, Gate gate) throws SQLException {
        if (gate.rate() == 0) {
            return 0;
        }
        try (PreparedStatement query = connection.prepareStatement(ADMITTED)) {
            query.setString(1, gate.name());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return timeOf(connection, gate, row.getLong(1) - gate.rate() + 1);
            }
        }
    }

    /** When the oldest admissions, this many of them, will have left the window. */
    private static long timeOf(Connection connection, Gate gate, long tooMany) throws SQLException {
        long left = tooMany;
        try (PreparedStatement query = connection.prepareStatement(BY_AGE)) {
            query.setString(1, gate.name());
            try (ResultSet rows = query.executeQuery()) {
                while (left > 0 && rows.next()) {
                    left -= rows.getLong(2);
                    if (left <= 0) {
                        return rows.getLong(1) + gate.per();
                    }
                }
            }
        }
        return 0;
    }
}

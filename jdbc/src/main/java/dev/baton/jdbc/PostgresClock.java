package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The clock of the database, read from time to time and extrapolated with the monotonic clock of the process. */
final class PostgresClock {

    private static final String NOW = """
            SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint""";

    private record Reading(long micros, long nanoTime) {}

    private volatile Reading last = new Reading(System.currentTimeMillis() * 1_000, System.nanoTime());

    void read(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NOW)) {
            long before = System.nanoTime();
            try (ResultSet row = query.executeQuery()) {
                row.next();
                // The reading was taken somewhere within the round trip; half way is the best estimate.
                last = new Reading(row.getLong(1), before + (System.nanoTime() - before) / 2);
            }
        }
    }

    long micros() {
        Reading reading = last;
        return reading.micros + (System.nanoTime() - reading.nanoTime) / 1_000;
    }
}

package dev.baton.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on one connection in a transaction, and converts values as the tables need. A repeated statement is
 * prepared once.
 */
final class Sql implements AutoCloseable {

    /** Converts a row to a value. */
    @FunctionalInterface
    interface RowMapper<T> {
        T map(Row row) throws SQLException;
    }

    /** The current row of a query. */
    record Row(ResultSet columns) {

        @Nullable String textOrNull(String column) throws SQLException {
            return columns.getString(column);
        }

        String text(String column) throws SQLException {
            return columns.getString(column);
        }

        int integer(String column) throws SQLException {
            return columns.getInt(column);
        }

        long number(String column) throws SQLException {
            return columns.getLong(column);
        }

        UUID id(String column) throws SQLException {
            return UUID.fromString(text(column));
        }

        Instant time(String column) throws SQLException {
            return Instant.EPOCH.plus(columns.getLong(column), ChronoUnit.MICROS);
        }

        @Nullable Instant timeOrNull(String column) throws SQLException {
            Instant time = time(column);
            return columns.wasNull() ? null : time;
        }
    }

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    Sql(Connection connection) {
        this.connection = connection;
    }

    /** Runs a statement. Returns the number of changed rows. */
    int update(String sql, @Nullable Object... values) throws SQLException {
        return prepare(sql, values).executeUpdate();
    }

    <T> List<T> list(RowMapper<T> mapper, String sql, @Nullable Object... values) throws SQLException {
        try (ResultSet rows = prepare(sql, values).executeQuery()) {
            List<T> result = new ArrayList<>();
            while (rows.next()) {
                result.add(mapper.map(new Row(rows)));
            }
            return result;
        }
    }

    <T> Optional<T> first(RowMapper<T> mapper, String sql, @Nullable Object... values) throws SQLException {
        return list(mapper, sql, values).stream().findFirst();
    }

    /** Sends a message to all servers when this transaction commits, if there can be several. */
    void announce(String topic, String text) throws SQLException {
        if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            list(row -> topic, "SELECT pg_notify(" + Bulletin.CHANNEL + ", ?)", (topic + " " + text).trim());
        }
    }

    private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, stored(values[i]));
        }
        return statement;
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : statements.values()) {
            statement.close();
        }
    }

    private static @Nullable Object stored(@Nullable Object value) {
        if (value instanceof Instant time) {
            return ChronoUnit.MICROS.between(Instant.EPOCH, time);
        }
        if (value instanceof UUID || value instanceof Enum<?>) {
            return value.toString();
        }
        return value;
    }
}

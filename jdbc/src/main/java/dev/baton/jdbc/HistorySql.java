package dev.baton.jdbc;

import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** A builder of SQL conditions with their parameters. */
final class HistorySql {

    /**
     * The most by which the time in an execution's id and the time in its row can differ: they depend on the clocks of
     * the nodes, and on how fast ids were created.
     */
    private static final long CLOCKS_APART_MILLIS = 3_600_000;

    private final Dialect dialect;
    private final StringBuilder condition = new StringBuilder();
    private final List<Parameter> parameters = new ArrayList<>();

    /** A parameter whose value may need the connection. */
    @FunctionalInterface
    private interface Parameter {
        Object on(Connection connection) throws SQLException;
    }

    HistorySql(Dialect dialect) {
        this.dialect = dialect;
    }

    HistorySql and(String clause, Object... values) {
        condition.append(condition.isEmpty() ? "" : " AND ").append(clause);
        for (Object value : values) {
            parameters.add(connection -> value);
        }
        return this;
    }

    HistorySql andAny(String column, Collection<?> words) {
        if (!words.isEmpty()) {
            List<String> texts = words.stream().map(Object::toString).toList();
            parameters.add(connection -> dialect.texts(connection, texts));
            and(column + " " + dialect.any);
        }
        return this;
    }

    /** Adds that the column lies in the range. */
    HistorySql andWithin(String column, HistoryRange range) {
        if (range.isLimited()) {
            and(column + " <> 0");
        }
        Instant from = range.from();
        if (from != null) {
            and(column + " >= ?", Time.toMicros(from));
        }
        Instant to = range.to();
        if (to != null) {
            and(column + " < ?", Time.toMicros(to));
        }
        return this;
    }

    /**
     * Adds a range of ids that contains every execution created in the time range: it bounds the walk along the ids,
     * and does not replace the exact condition.
     */
    HistorySql andMadeAround(String id, HistoryRange range) {
        Instant from = range.from();
        if (from != null) {
            and(id + " >= ?", dialect.id(firstOf(from.toEpochMilli() - CLOCKS_APART_MILLIS)));
        }
        return andMadeBefore(id, range);
    }

    /** Adds an upper bound of ids for executions created before the end of the range. */
    HistorySql andMadeBefore(String id, HistoryRange range) {
        Instant to = range.to();
        return to == null ? this : and(id + " < ?", dialect.id(firstOf(to.toEpochMilli() + CLOCKS_APART_MILLIS)));
    }

    /** The lowest id of a millisecond. */
    private static UUID firstOf(long millis) {
        return new UUID(Math.max(0, millis) << 16, 0);
    }

    /** The condition; {@code true} if it is empty. */
    String text() {
        return condition.isEmpty() ? "1 = 1" : condition.toString();
    }

    /** Binds the parameters from this index on, and returns the next index. */
    int bind(Connection connection, PreparedStatement statement, int first) throws SQLException {
        int next = first;
        for (Parameter parameter : parameters) {
            statement.setObject(next++, parameter.on(connection));
        }
        return next;
    }
}

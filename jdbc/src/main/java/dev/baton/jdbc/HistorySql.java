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

/** A condition that is put together, with what its question marks stand for. */
final class HistorySql {

    /**
     * How far the time in an execution's id and the time in its row can be apart: the clocks of the nodes decide, and
     * how fast ids were made.
     */
    private static final long CLOCKS_APART_MILLIS = 3_600_000;

    private final Dialect dialect;
    private final StringBuilder condition = new StringBuilder();
    private final List<Parameter> parameters = new ArrayList<>();

    /** A value that may need the connection to become one. */
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

    /** The column has a time of the range. */
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

    /** The execution may have been created in the range: where to walk the ids, not whom to take. */
    HistorySql andMadeAround(String id, HistoryRange range) {
        Instant from = range.from();
        if (from != null) {
            and(id + " >= ?", dialect.id(firstOf(from.toEpochMilli() - CLOCKS_APART_MILLIS)));
        }
        return andMadeBefore(id, range);
    }

    /** The execution may have been created before the end of the range. */
    HistorySql andMadeBefore(String id, HistoryRange range) {
        Instant to = range.to();
        return to == null ? this : and(id + " < ?", dialect.id(firstOf(to.toEpochMilli() + CLOCKS_APART_MILLIS)));
    }

    /** The lowest id of a millisecond. */
    private static UUID firstOf(long millis) {
        return new UUID(Math.max(0, millis) << 16, 0);
    }

    /** The condition, true when there is none. */
    String text() {
        return condition.isEmpty() ? "1 = 1" : condition.toString();
    }

    /** Gives the statement the values, beginning with this parameter, and answers the next. */
    int bind(Connection connection, PreparedStatement statement, int first) throws SQLException {
        int next = first;
        for (Parameter parameter : parameters) {
            statement.setObject(next++, parameter.on(connection));
        }
        return next;
    }
}

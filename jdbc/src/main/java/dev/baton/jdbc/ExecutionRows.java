package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.spi.ExecutionRecord;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Maps executions to rows, of the table of active executions and the table of ended ones. */
final class ExecutionRows {

    /** The columns of an active execution that {@link #read} expects, in this order. */
    static final String ACTIVE = """
            id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, owner, plan, \
            status, flags, begun, ended, steps""";

    /** The same columns of an ended execution, which has no owner. */
    static final String ENDED = ACTIVE.replace("owner", "CAST(NULL AS uuid) AS owner");

    /** The number of these columns. */
    static final int COUNT = 18;

    private static final Map<String, Trigger> TRIGGERS = byWord(Trigger.values());
    private static final Map<String, ExecutionStatus> STATUSES = byWord(ExecutionStatus.values());

    private final Dialect dialect;

    ExecutionRows(Dialect dialect) {
        this.dialect = dialect;
    }

    List<ExecutionRecord> readAll(PreparedStatement query) throws SQLException {
        List<ExecutionRecord> executions = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                executions.add(read(rows));
            }
        }
        return executions;
    }

    ExecutionRecord read(ResultSet row) throws SQLException {
        var cause = new ExecutionRecord.Cause(
                word(TRIGGERS, row.getString(3)),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getString(7),
                row.getString(8));
        var place = new ExecutionRecord.Place(
                row.getString(9), dialect.textSet(row, 10), row.getInt(11), dialect.id(row, 12));
        var state = new ExecutionRecord.State(
                dialect.id(row, 13),
                word(STATUSES, row.getString(14)),
                row.getInt(15),
                row.getLong(16),
                row.getLong(17),
                row.getInt(18));
        return new ExecutionRecord(Objects.requireNonNull(dialect.id(row, 1)), row.getString(2), cause, place, state);
    }

    /** The rank: the lowest goes first; a minute of waiting counts as one step of priority. */
    static long rank(ExecutionRecord execution) {
        return Math.max(execution.cause().created(), execution.cause().notBefore())
                - execution.place().priority() * 60_000_000L;
    }

    static <T> Map<String, T> byWord(T[] values) {
        return Stream.of(values).collect(Collectors.toUnmodifiableMap(Object::toString, Function.identity()));
    }

    static <T> T word(Map<String, T> values, String word) {
        T value = values.get(word);
        if (value == null) {
            throw new StoreException("there is a \"" + word + "\" in the store where one of " + values.keySet()
                    + " belongs; was it written by hand, or by a newer Baton?");
        }
        return value;
    }
}

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

    private static final String COLUMNS = """
            id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, %s AS owner, \
            plan, status, flags, begun, ended, steps""";

    /** The columns of an ended execution, which has no owner, that {@link #read} expects, in this order. */
    static final String ENDED = ownedBy("CAST(NULL AS uuid)");

    /** The number of these columns. */
    static final int COUNT = 18;

    private static final Map<String, Trigger> TRIGGERS = byWord(Trigger.values());
    private static final Map<String, ExecutionStatus> STATUSES = byWord(ExecutionStatus.values());

    private final Dialect dialect;

    /** The same columns of an active execution. */
    static String active(Dialect dialect) {
        return ownedBy(dialect.owner);
    }

    /** The same columns of an active execution whose owner is this expression. */
    static String ownedBy(String owner) {
        return COLUMNS.formatted(owner);
    }

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
                word(TRIGGERS, text(row, 3)),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                text(row, 7),
                dialect.text(row, 8));
        var place =
                new ExecutionRecord.Place(text(row, 9), dialect.textSet(row, 10), row.getInt(11), dialect.id(row, 12));
        var state = new ExecutionRecord.State(
                dialect.id(row, 13),
                word(STATUSES, text(row, 14)),
                row.getInt(15),
                row.getLong(16),
                row.getLong(17),
                row.getInt(18));
        return new ExecutionRecord(Objects.requireNonNull(dialect.id(row, 1)), text(row, 2), cause, place, state);
    }

    private String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(dialect.text(row, column));
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

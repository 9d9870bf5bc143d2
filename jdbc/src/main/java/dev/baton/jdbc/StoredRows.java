package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads executions with their runs, from the row of the execution and, where there may be more, from the rows of runs.
 */
final class StoredRows {

    /** The columns of an ended execution that {@link #readAll} expects, in this order. */
    static final String ENDED = ExecutionRows.ENDED + ", " + RunRows.INLINE + ", TRUE AS tried";

    private static final int INLINE = ExecutionRows.COUNT + 1;
    private static final int TRIED = INLINE + 12;

    private final ExecutionRows executions;
    private final RunRows runs;

    /** An execution with the run in its row. */
    private record Row(ExecutionRecord execution, @Nullable RunRecord inline, boolean tried) {

        boolean mayHaveMore() {
            return tried && (inline == null || execution.state().steps() != 1);
        }

        boolean hasMany() {
            return execution.state().steps() > RunRecord.Result.MANY_STEPS;
        }
    }

    /** The same columns of an active execution whose owner is this expression. */
    static String active(String owner) {
        return ExecutionRows.ownedBy(owner) + ", " + RunRows.INLINE + ", tried OR " + owner + " IS NOT NULL AS tried";
    }

    /** The same columns of an execution that has just been claimed for the owner in this expression. */
    static String takenBy(String owner) {
        return ExecutionRows.ownedBy(owner) + ", " + RunRows.INLINE + ", tried";
    }

    StoredRows(Dialect dialect) {
        this.executions = new ExecutionRows(dialect);
        this.runs = new RunRows(dialect);
    }

    List<Stored> readAll(Connection connection, PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            return readAll(connection, rows);
        }
    }

    List<Stored> readAll(Connection connection, ResultSet rows) throws SQLException {
        List<Row> read = new ArrayList<>();
        while (rows.next()) {
            ExecutionRecord execution = executions.read(rows);
            RunRecord inline = RunRows.inline(rows, execution.id(), execution.name(), INLINE);
            read.add(new Row(execution, inline, rows.getBoolean(TRIED)));
        }
        Map<UUID, List<RunRecord>> byExecution = runs.of(connection, ids(read, row -> !row.hasMany()));
        byExecution.putAll(runs.ofMany(connection, ids(read, Row::hasMany)));
        return read.stream()
                .map(row -> new Stored(row.execution, all(row.inline, byExecution.get(row.execution.id()))))
                .toList();
    }

    private static List<UUID> ids(List<Row> rows, Predicate<Row> which) {
        return rows.stream()
                .filter(Row::mayHaveMore)
                .filter(which)
                .map(row -> row.execution.id())
                .toList();
    }

    private static List<RunRecord> all(@Nullable RunRecord inline, @Nullable List<RunRecord> rows) {
        if (rows == null || inline == null) {
            return rows != null ? rows : inline == null ? List.of() : List.of(inline);
        }
        // When an execution of one step gains more steps, its first run is written to its own row from then on.
        List<RunRecord> all = new ArrayList<>(rows);
        if (rows.stream().noneMatch(run -> run.step() == inline.step())) {
            all.add(0, inline);
        }
        return all;
    }
}

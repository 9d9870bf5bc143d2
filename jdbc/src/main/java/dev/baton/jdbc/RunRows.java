package dev.baton.jdbc;

import dev.baton.RunStatus;
import dev.baton.spi.Codec;
import dev.baton.spi.RunPage;
import dev.baton.spi.RunRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps runs to rows, and the only run of an execution to columns of the execution's row. */
final class RunRows {

    /** The columns of a run in the row of its execution. */
    static final String INLINE = """
            run_job, run_status, run_attempt, run_why, run_withheld, run_started, run_finished, run_not_before, \
            output, output_type, error, notes""";

    /** The columns of a run in its own row: the two columns of its key, then the columns above. */
    static final String COLUMNS = """
            execution, step, job, status, attempt, why, withheld, started, finished, not_before, \
            output, output_type, error, notes""";

    private static final Map<String, RunStatus> STATUSES = ExecutionRows.byWord(RunStatus.values());

    private final Dialect dialect;
    private final String ofExecutions;
    private final String withoutLongOutputs;

    private static final String SIZES = """
            SELECT step, octet_length(output)
            FROM baton_run
            WHERE execution = ? AND step >= ? AND step < ?
            ORDER BY step""";

    private static final String SOME = """
            SELECT %s
            FROM baton_run
            WHERE execution = ? AND step >= ? AND step < ?
            ORDER BY step""".formatted(COLUMNS);

    RunRows(Dialect dialect) {
        this.dialect = dialect;
        this.ofExecutions = """
                SELECT %s
                FROM baton_run
                WHERE execution %s
                ORDER BY execution, step""".formatted(COLUMNS, dialect.anyId);
        this.withoutLongOutputs = ofExecutions.replace(
                " output,",
                " CASE WHEN octet_length(output) > %d THEN '' ELSE output END,"
                        .formatted(RunRecord.Result.LONG_OUTPUT));
    }

    /** The runs of executions that have their own rows, by execution, in the order of their steps. */
    Map<UUID, List<RunRecord>> of(Connection connection, Collection<UUID> executions) throws SQLException {
        return read(connection, executions, ofExecutions);
    }

    /** The same of executions with many steps: long outputs are left in the store. */
    Map<UUID, List<RunRecord>> ofMany(Connection connection, Collection<UUID> executions) throws SQLException {
        return read(connection, executions, withoutLongOutputs);
    }

    private Map<UUID, List<RunRecord>> read(Connection connection, Collection<UUID> executions, String sql)
            throws SQLException {
        Map<UUID, List<RunRecord>> runs = new HashMap<>();
        if (executions.isEmpty()) {
            return runs;
        }
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.ids(connection, executions));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    UUID execution = Objects.requireNonNull(dialect.id(rows, 1));
                    runs.computeIfAbsent(execution, id -> new ArrayList<>())
                            .add(read(rows, execution, rows.getInt(2), rows.getString(3), 4));
                }
            }
        }
        return runs;
    }

    /** Some runs that have their own rows, with outputs of not much more than so many bytes. */
    RunPage some(Connection connection, UUID execution, int from, int to, long bytes) throws SQLException {
        int next = next(connection, execution, from, to, bytes);
        List<RunRecord> runs = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(SOME)) {
            bind(query, execution, from, next);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    runs.add(read(rows, execution, rows.getInt(2), rows.getString(3), 4));
                }
            }
        }
        return new RunPage(runs, next);
    }

    /** The first step that does not fit any more. The first of all steps always fits. */
    private int next(Connection connection, UUID execution, int from, int to, long bytes) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(SIZES)) {
            bind(query, execution, from, to);
            try (ResultSet rows = query.executeQuery()) {
                long size = 0;
                while (rows.next()) {
                    long output = rows.getLong(2);
                    if (size > 0 && size + output > bytes) {
                        return rows.getInt(1);
                    }
                    size += output;
                }
            }
        }
        return to;
    }

    private void bind(PreparedStatement query, UUID execution, int from, int to) throws SQLException {
        query.setObject(1, dialect.id(execution));
        query.setInt(2, from);
        query.setInt(3, to);
    }

    /** The run in the row of its execution, whose columns begin at this index; null if there is none. */
    static @Nullable RunRecord inline(ResultSet row, UUID execution, String name, int first) throws SQLException {
        if (row.getString(first + 1) == null) {
            return null;
        }
        String job = row.getString(first);
        return read(row, execution, RunRows.INLINE_STEP, job == null ? name : job, first + 1);
    }

    /** The number of the only step. */
    static final int INLINE_STEP = 0;

    /** Whether a run is kept in the row of its execution. */
    static boolean isInline(RunRecord run) {
        return run.alone() && run.step() == INLINE_STEP;
    }

    /** The name of the job as stored: null if it is the name of the execution. */
    static @Nullable String job(RunRecord run, String name) {
        return run.job().equals(name) ? null : run.job();
    }

    private static RunRecord read(ResultSet row, UUID execution, int step, String job, int first) throws SQLException {
        var state = new RunRecord.State(
                ExecutionRows.word(STATUSES, row.getString(first)),
                row.getInt(first + 1),
                row.getInt(first + 2),
                row.getBoolean(first + 3));
        var times = new RunRecord.Times(row.getLong(first + 4), row.getLong(first + 5), row.getLong(first + 6));
        boolean alone = first > 4;
        return new RunRecord(execution, step, job, state, times, result(row, first + 7), alone);
    }

    private static RunRecord.Result result(ResultSet row, int first) throws SQLException {
        @Nullable String output = row.getString(first);
        @Nullable String error = row.getString(first + 2);
        byte @Nullable [] notes = row.getBytes(first + 3);
        return output == null && error == null && notes == null
                ? RunRecord.Result.NONE
                : new RunRecord.Result(
                        output == null ? null : new Codec.Encoded(output, row.getString(first + 1)), error, notes);
    }
}

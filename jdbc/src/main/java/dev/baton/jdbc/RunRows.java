package dev.baton.jdbc;

import dev.baton.RunStatus;
import dev.baton.spi.Codec;
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

/** Runs as rows. */
final class RunRows {

    private static final Map<String, RunStatus> STATUSES = ExecutionRows.byWord(RunStatus.values());

    private final Dialect dialect;
    private final String ofExecutions;

    RunRows(Dialect dialect) {
        this.dialect = dialect;
        this.ofExecutions = """
                SELECT execution, step, job, status, attempt, why, withheld, started, finished, not_before,
                       output, output_type, error, notes
                FROM baton_run
                WHERE execution %s
                ORDER BY execution, step""".formatted(dialect.any);
    }

    /** The runs of executions, each in the order of its steps. */
    Map<UUID, List<RunRecord>> of(Connection connection, Collection<UUID> executions) throws SQLException {
        Map<UUID, List<RunRecord>> runs = new HashMap<>();
        if (executions.isEmpty()) {
            return runs;
        }
        try (PreparedStatement query = connection.prepareStatement(ofExecutions)) {
            query.setObject(1, dialect.ids(connection, executions));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    RunRecord run = read(rows);
                    runs.computeIfAbsent(run.execution(), id -> new ArrayList<>())
                            .add(run);
                }
            }
        }
        return runs;
    }

    private RunRecord read(ResultSet row) throws SQLException {
        UUID execution = Objects.requireNonNull(dialect.id(row, 1));
        var state = new RunRecord.State(
                ExecutionRows.word(STATUSES, row.getString(4)), row.getInt(5), row.getInt(6), row.getBoolean(7));
        var times = new RunRecord.Times(row.getLong(8), row.getLong(9), row.getLong(10));
        return new RunRecord(execution, row.getInt(2), row.getString(3), state, times, result(row));
    }

    private static RunRecord.Result result(ResultSet row) throws SQLException {
        @Nullable String output = row.getString(11);
        @Nullable String error = row.getString(13);
        byte @Nullable [] notes = row.getBytes(14);
        return output == null && error == null && notes == null
                ? RunRecord.Result.NONE
                : new RunRecord.Result(
                        output == null ? null : new Codec.Encoded(output, row.getString(12)), error, notes);
    }
}

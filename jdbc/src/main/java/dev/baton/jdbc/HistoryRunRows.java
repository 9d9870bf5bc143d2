package dev.baton.jdbc;

import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.spi.Time;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps rows to runs: rows of runs, and rows of executions that contain their only run. */
final class HistoryRunRows {

    /** The names of the columns that {@link #readAll} expects, in this order. */
    static final String NAMES = "execution, step, job, status, attempt, started, finished, error, output";

    /** The same columns of a run {@code r}. */
    static final String RUN = "r." + NAMES.replace(", ", ", r.");

    /** The same columns of the run in the row of an execution, active or ended. */
    static final String INLINE = """
            id AS execution, 0 AS step, coalesce(run_job, name) AS job, run_status AS status, run_attempt AS attempt, \
            run_started AS started, run_finished AS finished, error, output""";

    private static final Map<String, RunStatus> STATUSES = ExecutionRows.byWord(RunStatus.values());

    private final Dialect dialect;

    HistoryRunRows(Dialect dialect) {
        this.dialect = dialect;
    }

    /** A query for the runs in the rows of a table of executions, with the columns of rows of runs. */
    static String inlineOf(String table) {
        return "(SELECT %s FROM %s WHERE run_status IS NOT NULL)".formatted(INLINE, table);
    }

    List<HistoryRun> readAll(PreparedStatement query) throws SQLException {
        List<HistoryRun> runs = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                runs.add(read(row));
            }
        }
        return runs;
    }

    private HistoryRun read(ResultSet row) throws SQLException {
        UUID execution = Objects.requireNonNull(dialect.id(row, 1));
        return new HistoryRun(
                new RunId(execution, row.getInt(2)),
                row.getString(3),
                ExecutionRows.word(STATUSES, row.getString(4)),
                row.getInt(5),
                instant(row.getLong(6)),
                instant(row.getLong(7)),
                row.getString(8),
                row.getString(9));
    }

    private static @Nullable Instant instant(long micros) {
        return micros == 0 ? null : Time.toInstant(micros);
    }
}

package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads pages of executions and of runs, from key to key and without counting off what was read before. */
final class HistoryPages {

    /** What {@link #read} expects, in this order. */
    static final String RUN =
            "r.execution, r.step, r.job, r.status, r.attempt, r.started, r.finished, r.error, r.output";

    private static final Map<String, RunStatus> STATUSES = ExecutionRows.byWord(RunStatus.values());

    private static final Set<ExecutionStatus> UNWELL =
            Set.of(ExecutionStatus.FAILURE, ExecutionStatus.TIMEOUT, ExecutionStatus.CANCELLED);
    private static final Set<RunStatus> UNWELL_RUNS = Set.of(RunStatus.FAILURE, RunStatus.TIMEOUT, RunStatus.CANCELLED);

    private final Dialect dialect;
    private final ExecutionRows rows;

    HistoryPages(Dialect dialect) {
        this.dialect = dialect;
        this.rows = new ExecutionRows(dialect);
    }

    HistoryPage<ExecutionRecord> executions(Connection connection, HistoryExecutions wanted) throws SQLException {
        HistoryCandidates candidates = HistoryCandidates.of(dialect, wanted);
        boolean few = candidates.areFew(connection);
        HistorySql condition = condition(wanted);
        if (!few) {
            condition.andAny("name", wanted.names()).andWithin("ended", wanted.ended());
        }
        String order = wanted.page().isNewestFirst() ? "DESC" : "ASC";
        String sql = few ? """
                WITH few AS MATERIALIZED (
                %2$s
                )
                SELECT %1$s
                FROM few
                ORDER BY id %3$s
                LIMIT ?""" : """
                SELECT %1$s
                FROM baton_execution
                WHERE %4$s
                ORDER BY id %3$s
                LIMIT ?""";
        sql = sql.formatted(
                ExecutionRows.COLUMNS, candidates.select(ExecutionRows.COLUMNS, condition), order, condition.text());
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int next = few ? candidates.bind(connection, query, condition) : condition.bind(connection, query, 1);
            query.setInt(next, wanted.page().limit() + 1);
            return HistoryPage.of(rows.readAll(query), wanted.page().limit());
        }
    }

    Optional<ExecutionRecord> withKey(Connection connection, String key) throws SQLException {
        String sql = """
                SELECT %s
                FROM baton_execution
                WHERE key = ?""".formatted(ExecutionRows.COLUMNS);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, key);
            return rows.readAll(query).stream().findFirst();
        }
    }

    List<ExecutionRecord> executions(Connection connection, Collection<UUID> ids) throws SQLException {
        String sql = """
                SELECT %s
                FROM baton_execution
                WHERE id %s""".formatted(ExecutionRows.COLUMNS, dialect.any);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.ids(connection, ids));
            return rows.readAll(query);
        }
    }

    private HistorySql condition(HistoryExecutions wanted) {
        HistorySql condition = new HistorySql(dialect)
                .andAny("status", wanted.statuses())
                .andWithin("created", wanted.created())
                .andMadeAround("id", wanted.created())
                .andMadeBefore("id", wanted.ended());
        if (isOnly(wanted.statuses(), UNWELL)) {
            // Says what the index of these says, so that it can be used.
            condition.and("ended <> 0 AND status <> 'success'");
        }
        if (wanted.trigger() != null) {
            condition.and("trigger = ?", wanted.trigger().toString());
        }
        HistoryExecutions.KeyPrefix key = wanted.key();
        if (key != null) {
            String begins = "substr(key, 1, %d) = ?"
                    .formatted(key.text().codePointCount(0, key.text().length()));
            condition.and(key.isWanted() ? begins : "(key IS NULL OR NOT " + begins + ")", key.text());
        }
        UUID after = wanted.page().after();
        if (after != null) {
            condition.and(wanted.page().isNewestFirst() ? "id < ?" : "id > ?", dialect.id(after));
        }
        return condition;
    }

    HistoryPage<HistoryRun> runs(Connection connection, HistoryRuns wanted) throws SQLException {
        HistoryCandidates candidates = HistoryCandidates.of(dialect, wanted);
        HistorySql any = new HistorySql(dialect);
        HistorySql condition = condition(wanted);
        boolean few = wanted.execution() == null && candidates.areFew(connection);
        String sql = few ? """
                WITH few AS MATERIALIZED (
                %2$s
                )
                SELECT %1$s
                FROM few
                JOIN baton_run AS r ON r.execution = few.id
                WHERE %3$s
                ORDER BY r.execution %4$s, r.step %4$s
                LIMIT ?""" : """
                SELECT %1$s
                FROM baton_run AS r
                WHERE %3$s
                ORDER BY r.execution %4$s, r.step %4$s
                LIMIT ?""";
        sql = sql.formatted(
                RUN, candidates.select("id", any), condition.text(), wanted.isNewestFirst() ? "DESC" : "ASC");
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int next = few ? candidates.bind(connection, query, any) : 1;
            query.setInt(condition.bind(connection, query, next), wanted.limit() + 1);
            return HistoryPage.of(readAll(query), wanted.limit());
        }
    }

    List<HistoryRun> runs(Connection connection, Collection<UUID> executions) throws SQLException {
        String sql = """
                SELECT r.execution, r.step, r.job, r.status, r.attempt, r.started, r.finished, NULL, NULL
                FROM baton_run AS r
                WHERE r.execution %s""".formatted(dialect.any);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.ids(connection, executions));
            return readAll(query);
        }
    }

    private HistorySql condition(HistoryRuns wanted) {
        HistorySql condition = new HistorySql(dialect);
        if (wanted.execution() != null) {
            condition.and("r.execution = ?", dialect.id(wanted.execution()));
        }
        if (wanted.job() != null) {
            condition.and("r.job = ?", wanted.job());
        }
        condition
                .andAny("r.status", wanted.statuses())
                .andWithin("r.started", wanted.started())
                .andMadeBefore("r.execution", wanted.started())
                .andWithin("r.finished", wanted.finished())
                .andMadeBefore("r.execution", wanted.finished());
        if (isOnly(wanted.statuses(), UNWELL_RUNS)) {
            condition.and("(r.status = 'failure' OR r.status = 'timeout' OR r.status = 'cancelled')");
        }
        RunId after = wanted.after();
        if (after != null) {
            String side = wanted.isNewestFirst() ? "<" : ">";
            condition.and("(r.execution, r.step) " + side + " (?, ?)", dialect.id(after.execution()), after.number());
        }
        return condition;
    }

    private static <T> boolean isOnly(Set<T> wanted, Set<T> few) {
        return !wanted.isEmpty() && few.containsAll(wanted);
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

    static @Nullable Instant instant(long micros) {
        return micros == 0 ? null : Time.toInstant(micros);
    }
}

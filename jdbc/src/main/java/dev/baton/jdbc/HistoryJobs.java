package dev.baton.jdbc;

import dev.baton.RunStatus;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Queries about the runs of one job. */
final class HistoryJobs {

    private static final int LOOKED_AT_ONCE = 100;

    /** The most executions to search for a duration. */
    private static final int LOOKED_BACK = 1_000;

    private static final String ENDED = """
            SELECT id, ended
            FROM baton_ended
            WHERE name = ? AND ended >= ? AND (ended, id) < (?, ?)
            ORDER BY ended DESC, id DESC
            LIMIT ?""";

    private static final String DURATIONS = """
            WITH past AS MATERIALIZED (
                SELECT id, ended, coalesce(run_job, name) AS job, run_status, run_finished - run_started AS duration
                FROM baton_ended
                WHERE name = ?
                ORDER BY ended DESC, id DESC
                LIMIT ?
            )
            SELECT duration
            FROM (
                SELECT past.ended, past.id, r.finished - r.started AS duration
                FROM past
                JOIN baton_run AS r ON r.execution = past.id
                WHERE r.job = ? AND r.status = 'success'
                UNION ALL
                SELECT ended, id, duration
                FROM past
                WHERE job = ? AND run_status = 'success'
            ) AS runs
            ORDER BY ended DESC, id DESC
            LIMIT ?""";

    /** An execution that was refused, or had nothing to do, has skipped all its steps and does not count. */
    private static final String LATEST_EXECUTION = """
            SELECT %s
            FROM baton_ended AS e
            WHERE name = ? AND ended >= ?
                AND (
                    status <> 'success'
                    OR run_status <> 'skipped'
                    OR EXISTS (SELECT 1 FROM baton_run AS r WHERE r.execution = e.id AND r.status <> 'skipped')
                )
            ORDER BY ended DESC, id DESC
            LIMIT 1""".formatted(ExecutionRows.ENDED);

    private static final UUID HIGHEST = new UUID(-1, -1);

    private final Dialect dialect;
    private final HistoryRunRows runs;
    private final ExecutionRows rows;

    HistoryJobs(Dialect dialect) {
        this.dialect = dialect;
        this.runs = new HistoryRunRows(dialect);
        this.rows = new ExecutionRows(dialect);
    }

    /** Some executions, and the end of the last of them. */
    private record Ended(List<UUID> ids, long until) {}

    Optional<HistoryRun> latest(Connection connection, String job, Set<RunStatus> statuses, Instant since)
            throws SQLException {
        HistoryRun latest = latestOfActive(connection, job, statuses, since);
        long before = Long.MAX_VALUE;
        UUID beforeId = HIGHEST;
        List<UUID> ids;
        do {
            // A run finishes before its execution ends: executions that ended before the latest known run cannot
            // contain a later one.
            Instant from = latest == null ? since : Objects.requireNonNull(latest.finished());
            Ended ended = ended(connection, HistoryRuns.executionName(job), from, before, beforeId);
            ids = ended.ids;
            latest = later(latest, latestOf(connection, ids, condition(job, statuses, since)));
            before = ended.until;
            beforeId = ids.isEmpty() ? HIGHEST : ids.get(ids.size() - 1);
        } while (ids.size() == LOOKED_AT_ONCE);
        return Optional.ofNullable(latest);
    }

    Optional<ExecutionRecord> latestExecution(Connection connection, String name, Instant since) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(LATEST_EXECUTION)) {
            query.setString(1, name);
            query.setLong(2, Time.toMicros(since));
            return rows.readAll(query).stream().findFirst();
        }
    }

    private @Nullable HistoryRun latestOfActive(
            Connection connection, String job, Set<RunStatus> statuses, Instant since) throws SQLException {
        Set<String> name = Set.of(HistoryRuns.executionName(job));
        var active = new HistoryCandidates(dialect, name, true, false, HistoryRange.ALWAYS);
        // An execution that no node has loaded has no runs.
        HistorySql begun = new HistorySql(dialect).and("(plan IS NOT NULL OR run_status IS NOT NULL)");
        HistorySql condition = condition(job, statuses, since);
        String sql = """
                WITH few AS MATERIALIZED (
                %2$s
                )
                SELECT *
                FROM (
                    SELECT %1$s
                    FROM few
                    JOIN baton_run AS r ON r.execution = few.execution
                    WHERE %3$s
                    UNION ALL
                    SELECT %1$s
                    FROM few AS r
                    WHERE %3$s
                ) AS runs
                ORDER BY finished DESC
                LIMIT 1""".formatted(HistoryRunRows.RUN, active.select(HistoryRunRows.INLINE, begun), condition.text());
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int next = condition.bind(connection, query, active.bind(connection, query, begun));
            condition.bind(connection, query, next);
            return first(runs.readAll(query));
        }
    }

    private Ended ended(Connection connection, String name, Instant from, long before, UUID beforeId)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(ENDED)) {
            query.setString(1, name);
            query.setLong(2, Time.toMicros(from));
            query.setLong(3, before);
            query.setObject(4, dialect.id(beforeId));
            query.setInt(5, LOOKED_AT_ONCE);
            List<UUID> ids = new ArrayList<>();
            long until = 0;
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    ids.add(Objects.requireNonNull(dialect.id(row, 1)));
                    until = row.getLong(2);
                }
            }
            return new Ended(ids, until);
        }
    }

    private @Nullable HistoryRun latestOf(Connection connection, List<UUID> executions, HistorySql condition)
            throws SQLException {
        if (executions.isEmpty()) {
            return null;
        }
        String sql = """
                SELECT %s
                FROM baton_runs AS r
                WHERE r.execution %s AND %s
                ORDER BY r.finished DESC
                LIMIT 1""".formatted(HistoryRunRows.RUN, dialect.anyId, condition.text());
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.ids(connection, executions));
            condition.bind(connection, query, 2);
            return first(runs.readAll(query));
        }
    }

    private HistorySql condition(String job, Set<RunStatus> statuses, Instant since) {
        return new HistorySql(dialect)
                .and("r.job = ?", job)
                .andWithin("r.finished", HistoryRange.since(since))
                .andAny("r.status", statuses);
    }

    private static @Nullable HistoryRun first(List<HistoryRun> runs) {
        return runs.isEmpty() ? null : runs.get(0);
    }

    private static @Nullable HistoryRun later(@Nullable HistoryRun one, @Nullable HistoryRun other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Objects.requireNonNull(one.finished()).isBefore(other.finished()) ? other : one;
    }

    List<Duration> durations(Connection connection, String execution, String job, int most) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(DURATIONS)) {
            query.setString(1, execution);
            query.setInt(2, Math.max(most, LOOKED_BACK));
            query.setString(3, job);
            query.setString(4, job);
            query.setInt(5, most);
            List<Duration> durations = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    durations.add(Duration.ofNanos(row.getLong(1) * 1_000));
                }
            }
            return durations;
        }
    }
}

package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Counts executions. */
final class HistoryTotals {

    private static final Map<String, ExecutionStatus> STATUSES = ExecutionRows.byWord(ExecutionStatus.values());

    /** A minute in microseconds. */
    private static final long MINUTE = 60_000_000;

    private static final String UNOWNED = """
            SELECT queue, count(*), min(CASE WHEN not_before > created THEN not_before ELSE created END)
            FROM baton_execution
            WHERE %s IS NULL AND not_before <= ? AND sleeps_until <= ?
            GROUP BY queue
            ORDER BY queue""";

    private final Dialect dialect;

    HistoryTotals(Dialect dialect) {
        this.dialect = dialect;
    }

    Map<ExecutionStatus, Long> byStatus(Connection connection, Set<String> names, Instant since) throws SQLException {
        var counted = new HistoryCandidates(dialect, names, true, true, HistoryRange.since(since));
        Map<ExecutionStatus, Long> counts = new EnumMap<>(ExecutionStatus.class);
        count(connection, "status", counted)
                .forEach((word, count) -> counts.put(ExecutionRows.word(STATUSES, word), count));
        return counts;
    }

    List<HistoryEnds> endsByMinute(Connection connection, HistoryRange range) throws SQLException {
        var ended = new HistoryCandidates(dialect, Set.of(), false, true, range);
        HistorySql outer = new HistorySql(dialect).and("trigger <> 'dependency'");
        String sql = """
                SELECT minute, status, count(*)
                FROM (
                %s
                ) AS ends
                GROUP BY minute, status""".formatted(ended.select("ended / %d AS minute, status".formatted(MINUTE), outer));
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            ended.bind(connection, query, outer);
            List<HistoryEnds> ends = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    ends.add(new HistoryEnds(
                            Time.toInstant(row.getLong(1) * MINUTE),
                            ExecutionRows.word(STATUSES, row.getString(2)),
                            row.getInt(3)));
                }
            }
            return ends;
        }
    }

    Map<String, Long> activeByName(Connection connection) throws SQLException {
        return count(connection, "name", new HistoryCandidates(dialect, Set.of(), true, false, HistoryRange.ALWAYS));
    }

    private Map<String, Long> count(Connection connection, String column, HistoryCandidates counted)
            throws SQLException {
        HistorySql any = new HistorySql(dialect);
        String sql = """
                SELECT %1$s, count(*)
                FROM (
                %2$s
                ) AS counted
                GROUP BY %1$s""".formatted(column, counted.select(column, any));
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            counted.bind(connection, query, any);
            Map<String, Long> counts = new HashMap<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    counts.put(row.getString(1), row.getLong(2));
                }
            }
            return counts;
        }
    }

    List<HistoryQueue> unowned(Connection connection, Instant now) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(UNOWNED.formatted(dialect.owner))) {
            query.setLong(1, Time.toMicros(now));
            query.setLong(2, Time.toMicros(now));
            List<HistoryQueue> queues = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    queues.add(new HistoryQueue(row.getString(1), row.getLong(2), Time.toInstant(row.getLong(3))));
                }
            }
            return queues;
        }
    }

    Set<UUID> existing(Connection connection, Collection<UUID> ids) throws SQLException {
        String sql = """
                SELECT id
                FROM baton_execution
                WHERE id %1$s
                UNION ALL
                SELECT id
                FROM baton_ended
                WHERE id %1$s""".formatted(dialect.anyId);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.ids(connection, ids));
            query.setObject(2, dialect.ids(connection, ids));
            try (ResultSet rows = query.executeQuery()) {
                return new HashSet<>(dialect.idList(rows));
            }
        }
    }
}

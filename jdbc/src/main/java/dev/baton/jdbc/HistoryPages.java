package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.spi.ExecutionRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Reads pages of executions by keyset pagination, without skipping over earlier rows. */
final class HistoryPages {

    private static final Set<ExecutionStatus> UNWELL = Set.of(
            ExecutionStatus.PARTIAL,
            ExecutionStatus.FAILURE,
            ExecutionStatus.TIMEOUT,
            ExecutionStatus.CANCELLED,
            ExecutionStatus.SKIPPED);

    private final Dialect dialect;
    private final ExecutionRows rows;

    HistoryPages(Dialect dialect) {
        this.dialect = dialect;
        this.rows = new ExecutionRows(dialect);
    }

    HistoryPage<ExecutionRecord> executions(Connection connection, HistoryExecutions wanted) throws SQLException {
        HistoryCandidates candidates = HistoryCandidates.of(dialect, wanted);
        if (!candidates.withActive() && !candidates.withEnded()) {
            return new HistoryPage<>(List.of(), false);
        }
        return candidates.areFew(connection)
                ? few(connection, wanted, candidates)
                : walk(connection, wanted, candidates);
    }

    private HistoryPage<ExecutionRecord> few(
            Connection connection, HistoryExecutions wanted, HistoryCandidates candidates) throws SQLException {
        HistorySql condition = condition(wanted);
        String sql = """
                WITH few AS MATERIALIZED (
                %s
                )
                SELECT *
                FROM few
                ORDER BY id %s
                LIMIT ?""".formatted(
                candidates.select(ExecutionRows.active(dialect), ExecutionRows.ENDED, condition), order(wanted));
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setInt(
                    candidates.bind(connection, query, condition), wanted.page().limit() + 1);
            return HistoryPage.of(rows.readAll(query), wanted.page().limit());
        }
    }

    /** Walks along the ids of the tables that can have a match. */
    private HistoryPage<ExecutionRecord> walk(
            Connection connection, HistoryExecutions wanted, HistoryCandidates candidates) throws SQLException {
        List<String> branches = new ArrayList<>();
        List<HistorySql> conditions = new ArrayList<>();
        if (candidates.withActive()) {
            conditions.add(condition(wanted).andAny("name", wanted.names()));
            branches.add(branch("active", ExecutionRows.active(dialect), "baton_execution", conditions.get(0), wanted));
        }
        if (candidates.withEnded()) {
            HistorySql past = pastOnes(connection, wanted, candidates);
            conditions.add(past);
            branches.add(branch("past", ExecutionRows.ENDED, "baton_ended", past, wanted));
        }
        String sql = """
                SELECT *
                FROM (
                    %s
                ) AS executions
                ORDER BY id %s
                LIMIT ?""".formatted(String.join("\nUNION ALL\n", branches), order(wanted));
        int limit = wanted.page().limit();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int next = 1;
            for (HistorySql condition : conditions) {
                next = condition.bind(connection, query, next);
                query.setInt(next++, limit + 1);
            }
            query.setInt(next, limit + 1);
            return HistoryPage.of(rows.readAll(query), limit);
        }
    }

    private HistorySql pastOnes(Connection connection, HistoryExecutions wanted, HistoryCandidates candidates)
            throws SQLException {
        HistorySql past = condition(wanted).andWithin("ended", wanted.ended());
        if (dialect != Dialect.SQLITE || wanted.names().isEmpty() || candidates.areFewEnded(connection)) {
            return past.andAny("name", wanted.names());
        }
        if (wanted.page().isNewestFirst()) {
            // No execution is created after its end, so a name that last ran long ago is not searched among later
            // executions.
            past.andMadeBefore("id", new HistoryRange(null, candidates.lastEnd(connection)));
        }
        // With the plus SQLite does not use the index on names, and does not sort all executions of a name by id.
        return past.andAny("+name", wanted.names());
    }

    private static String branch(
            String alias, String columns, String table, HistorySql condition, HistoryExecutions wanted) {
        return """
                SELECT *
                FROM (SELECT %s FROM %s WHERE %s ORDER BY id %s LIMIT ?) AS %s""".formatted(columns, table, condition.text(), order(wanted), alias);
    }

    private static String order(HistoryExecutions wanted) {
        return wanted.page().isNewestFirst() ? "DESC" : "ASC";
    }

    List<ExecutionRecord> withKeys(Connection connection, Collection<String> keys) throws SQLException {
        String sql = """
                SELECT execution
                FROM baton_key
                WHERE key %s""".formatted(dialect.any);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.texts(connection, keys));
            try (ResultSet ids = query.executeQuery()) {
                return executions(connection, dialect.idList(ids));
            }
        }
    }

    List<ExecutionRecord> executions(Connection connection, Collection<UUID> ids) throws SQLException {
        String sql = """
                SELECT %2$s
                FROM baton_execution
                WHERE id %1$s
                UNION ALL
                SELECT %3$s
                FROM baton_ended
                WHERE id %1$s""".formatted(dialect.anyId, ExecutionRows.active(dialect), ExecutionRows.ENDED);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.ids(connection, ids));
            query.setObject(2, dialect.ids(connection, ids));
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
            // Repeats the condition of the partial index, so that the planner can use it.
            condition.and("status <> 'success'");
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

    static <T> boolean isOnly(Set<T> wanted, Set<T> few) {
        return !wanted.isEmpty() && few.containsAll(wanted);
    }
}

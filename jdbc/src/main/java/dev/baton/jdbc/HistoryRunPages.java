package dev.baton.jdbc;

import dev.baton.RunId;
import dev.baton.RunStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Reads pages of runs from all tables by keyset pagination, without skipping over earlier rows. */
final class HistoryRunPages {

    private static final Set<RunStatus> UNWELL = Set.of(RunStatus.FAILURE, RunStatus.TIMEOUT, RunStatus.CANCELLED);

    /** The runs with their own rows, and those in the rows of executions. */
    private static final List<String> SOURCES =
            List.of("baton_run", HistoryRunRows.inlineOf("baton_execution"), HistoryRunRows.inlineOf("baton_ended"));

    private final Dialect dialect;
    private final HistoryRunRows rows;

    HistoryRunPages(Dialect dialect) {
        this.dialect = dialect;
        this.rows = new HistoryRunRows(dialect);
    }

    HistoryPage<HistoryRun> runs(Connection connection, HistoryRuns wanted) throws SQLException {
        HistoryCandidates candidates = HistoryCandidates.of(dialect, wanted);
        boolean few = wanted.execution() == null && candidates.areFew(connection);
        return few ? few(connection, wanted, candidates) : walk(connection, wanted);
    }

    private HistoryPage<HistoryRun> few(Connection connection, HistoryRuns wanted, HistoryCandidates candidates)
            throws SQLException {
        HistorySql any = new HistorySql(dialect);
        HistorySql condition = condition(wanted);
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
                    WHERE r.status IS NOT NULL AND %3$s
                ) AS runs
                ORDER BY execution %4$s, step %4$s
                LIMIT ?""".formatted(
                HistoryRunRows.RUN, candidates.select(HistoryRunRows.INLINE, any), condition.text(), order(wanted));
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int next = candidates.bind(connection, query, any);
            next = condition.bind(connection, query, next);
            next = condition.bind(connection, query, next);
            query.setInt(next, wanted.limit() + 1);
            return HistoryPage.of(rows.readAll(query), wanted.limit());
        }
    }

    /** Walks along the ids of all tables. */
    private HistoryPage<HistoryRun> walk(Connection connection, HistoryRuns wanted) throws SQLException {
        HistorySql condition = condition(wanted);
        List<String> walks = SOURCES.stream()
                .map(source -> """
                        SELECT *
                        FROM (
                            SELECT %1$s
                            FROM %2$s AS r
                            WHERE %3$s
                            ORDER BY r.execution %4$s, r.step %4$s
                            LIMIT ?
                        ) AS part""".formatted(HistoryRunRows.RUN, source, condition.text(), order(wanted)))
                .toList();
        String sql = """
                SELECT *
                FROM (
                %1$s
                ) AS runs
                ORDER BY execution %2$s, step %2$s
                LIMIT ?""".formatted(String.join("\nUNION ALL\n", walks), order(wanted));
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int next = 1;
            for (int i = 0; i < walks.size(); i++) {
                next = condition.bind(connection, query, next);
                query.setInt(next++, wanted.limit() + 1);
            }
            query.setInt(next, wanted.limit() + 1);
            return HistoryPage.of(rows.readAll(query), wanted.limit());
        }
    }

    private static String order(HistoryRuns wanted) {
        return wanted.isNewestFirst() ? "DESC" : "ASC";
    }

    List<HistoryRun> runs(Connection connection, Collection<UUID> executions) throws SQLException {
        String sql = """
                SELECT r.execution, r.step, r.job, r.status, r.attempt, r.started, r.finished, NULL, NULL
                FROM baton_runs AS r
                WHERE r.execution %s""".formatted(dialect.anyId);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.ids(connection, executions));
            return rows.readAll(query);
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
        if (HistoryPages.isOnly(wanted.statuses(), UNWELL)) {
            // Repeats the conditions of the partial indexes, so that the planner can use them.
            condition.and("(r.status = 'failure' OR r.status = 'timeout' OR r.status = 'cancelled')");
            condition.and("r.status <> 'success'");
        }
        RunId after = wanted.after();
        if (after != null) {
            String side = wanted.isNewestFirst() ? "<" : ">";
            // The first half gives the starting point in a table whose runs all have the same number.
            condition.and("r.execution " + side + "= ?", dialect.id(after.execution()));
            condition.and("(r.execution, r.step) " + side + " (?, ?)", dialect.id(after.execution()), after.number());
        }
        return condition;
    }
}

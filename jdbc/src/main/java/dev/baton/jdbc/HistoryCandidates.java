package dev.baton.jdbc;

import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The executions that can match a query, as far as indexes tell: by name, by end, by being active. If they are few, it
 * is cheapest to read all of them; if they are many, a walk along the ids soon finds some.
 *
 * @param dialect the database
 * @param names the names; empty for all
 * @param withActive whether active executions can match
 * @param withEnded whether ended executions can match
 * @param ended the range of their ends
 */
record HistoryCandidates(
        Dialect dialect, Set<String> names, boolean withActive, boolean withEnded, HistoryRange ended) {

    static final int FEW = 2_000;

    // Jumps from name to name along the index, over all the executions in between.
    private static final String NAMES = """
            WITH RECURSIVE names (name) AS (
                SELECT min(name)
                FROM baton_ended
                UNION ALL
                SELECT (SELECT min(next.name) FROM baton_ended AS next WHERE next.name > names.name)
                FROM names
                WHERE names.name IS NOT NULL
            )
            SELECT name
            FROM names
            WHERE name IS NOT NULL""";

    static HistoryCandidates of(Dialect dialect, HistoryExecutions wanted) {
        return new HistoryCandidates(
                dialect, wanted.names(), wanted.wantsActive(), wanted.wantsEnded(), wanted.ended());
    }

    static HistoryCandidates of(Dialect dialect, HistoryRuns wanted) {
        String job = wanted.job();
        // A run that finished after an instant belongs to an execution that ended after it, or has not ended.
        HistoryRange since = new HistoryRange(wanted.finished().from(), null);
        return new HistoryCandidates(
                dialect, job == null ? Set.of() : Set.of(HistoryRuns.executionName(job)), true, true, since);
    }

    boolean areFew(Connection connection) throws SQLException {
        if (withEnded && names.isEmpty() && ended.from() == null) {
            return false;
        }
        boolean few = !withActive || count(connection, "baton_execution", new HistorySql(dialect)) <= FEW;
        return few && (!withEnded || areFewEnded(connection));
    }

    /** Whether few ended executions can match, however many are active. */
    boolean areFewEnded(Connection connection) throws SQLException {
        return count(connection, "baton_ended", pastOnes()) <= FEW;
    }

    /** The last end of these names; 1970 if none of them has ended. */
    Instant lastEnd(Connection connection) throws SQLException {
        long last = 0;
        try (PreparedStatement query =
                connection.prepareStatement("SELECT max(ended) FROM baton_ended WHERE name = ?")) {
            for (String name : names) {
                query.setString(1, name);
                try (ResultSet row = query.executeQuery()) {
                    last = Math.max(last, row.next() ? row.getLong(1) : 0);
                }
            }
        }
        return Time.toInstant(last);
    }

    private HistorySql pastOnes() {
        HistorySql past = new HistorySql(dialect);
        if (names.isEmpty() && ended.isLimited() && dialect == Dialect.SQLITE) {
            // The index of ends is sorted by name first.
            past.and("name IN (" + NAMES + ")");
        }
        return past.andAny("name", names).andWithin("ended", ended);
    }

    private static int count(Connection connection, String table, HistorySql condition) throws SQLException {
        String sql = """
                SELECT count(*)
                FROM (
                    SELECT 1
                    FROM %s
                    WHERE %s
                    LIMIT %d
                ) AS counted""".formatted(table, condition.text(), FEW + 1);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            condition.bind(connection, query, 1);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    /** A query for the candidates that meet a condition, over both tables. */
    String select(String columns, HistorySql condition) {
        return select(columns, columns, condition);
    }

    /** A query for the candidates that meet a condition, with different columns for active and ended ones. */
    String select(String ofActive, String ofEnded, HistorySql condition) {
        List<String> selects = new ArrayList<>();
        if (withActive) {
            selects.add(select(ofActive, "baton_execution", activeOnes(), condition));
        }
        if (withEnded) {
            selects.add(select(ofEnded, "baton_ended", pastOnes(), condition));
        }
        return String.join("\nUNION ALL\n", selects);
    }

    private static String select(String columns, String table, HistorySql branch, HistorySql condition) {
        return """
                SELECT %s
                FROM %s
                WHERE %s AND %s""".formatted(columns, table, branch.text(), condition.text());
    }

    /**
     * Binds the parameters of a statement that begins with {@link #select}, and returns the index of the next
     * parameter.
     */
    int bind(Connection connection, PreparedStatement query, HistorySql condition) throws SQLException {
        int next = 1;
        if (withActive) {
            next = condition.bind(connection, query, activeOnes().bind(connection, query, next));
        }
        if (withEnded) {
            next = condition.bind(connection, query, pastOnes().bind(connection, query, next));
        }
        return next;
    }

    private HistorySql activeOnes() {
        return new HistorySql(dialect).andAny("name", names);
    }
}

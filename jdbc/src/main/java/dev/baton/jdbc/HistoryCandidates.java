package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The executions that can matter to a question, as far as indexes tell: by name, by their end, by being active. When
 * they are few it is cheapest to look at all of them; when they are many, a walk along the ids finds some soon.
 *
 * @param dialect the database
 * @param names of which names; empty for all
 * @param withActive whether active ones matter
 * @param withEnded whether ended ones matter
 * @param ended which of the ended ones
 */
record HistoryCandidates(
        Dialect dialect, Set<String> names, boolean withActive, boolean withEnded, HistoryRange ended) {

    static final int FEW = 2_000;

    private static final String ENDED = "ended <> 0";

    /** For each of the two there is an index; for both together there is none. */
    private static final List<String> ACTIVE = List.of("home IS NULL AND ended = 0", "home IS NOT NULL AND ended = 0");

    static HistoryCandidates of(Dialect dialect, HistoryExecutions wanted) {
        return new HistoryCandidates(
                dialect, wanted.names(), wanted.wantsActive(), wanted.wantsEnded(), wanted.ended());
    }

    static HistoryCandidates of(Dialect dialect, HistoryRuns wanted) {
        String job = wanted.job();
        // A run that finished later than this is in an execution that ended later than this, or has not ended.
        HistoryRange since = new HistoryRange(wanted.finished().from(), null);
        return new HistoryCandidates(
                dialect, job == null ? Set.of() : Set.of(HistoryRuns.executionName(job)), true, true, since);
    }

    boolean areFew(Connection connection) throws SQLException {
        if (withEnded && names.isEmpty() && ended.from() == null) {
            return false;
        }
        int count = 0;
        for (String active : withActive ? ACTIVE : List.<String>of()) {
            count += count(connection, new HistorySql(dialect).and(active));
        }
        return count <= FEW && (!withEnded || count(connection, pastOnes()) <= FEW);
    }

    private HistorySql pastOnes() {
        return new HistorySql(dialect).and(ENDED).andAny("name", names).andWithin("ended", ended);
    }

    private static int count(Connection connection, HistorySql condition) throws SQLException {
        String sql = """
                SELECT count(*)
                FROM (
                    SELECT 1
                    FROM baton_execution
                    WHERE %s
                    LIMIT %d
                ) AS counted""".formatted(condition.text(), FEW + 1);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            condition.bind(connection, query, 1);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    /** The candidates that meet a condition, from one index after the other. */
    String select(String columns, HistorySql condition) {
        return branches().stream()
                .map(branch -> """
                        SELECT %s
                        FROM baton_execution
                        WHERE %s AND %s""".formatted(columns, branch.text(), condition.text()))
                .collect(Collectors.joining("\nUNION ALL\n"));
    }

    /** Gives a statement that begins with {@link #select} its values, and answers the next parameter. */
    int bind(Connection connection, PreparedStatement query, HistorySql condition) throws SQLException {
        int next = 1;
        for (HistorySql branch : branches()) {
            next = condition.bind(connection, query, branch.bind(connection, query, next));
        }
        return next;
    }

    private List<HistorySql> branches() {
        List<HistorySql> branches = new ArrayList<>();
        for (String active : withActive ? ACTIVE : List.<String>of()) {
            branches.add(new HistorySql(dialect).and(active).andAny("name", names));
        }
        if (withEnded) {
            branches.add(pastOnes());
        }
        return branches;
    }
}

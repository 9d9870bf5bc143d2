package dev.baton.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the tables hold.
 *
 * @param executions all executions
 * @param runs their runs
 * @param purchases the keys of the driver's own rows
 */
record Recorded(List<Execution> executions, Map<UUID, List<Run>> runs, Set<String> purchases) {

    record Execution(
            UUID id,
            String name,
            String trigger,
            long scheduled,
            @Nullable String key,
            String status,
            long ended) {}

    record Run(String job, String status, int attempt, long finished) {}

    static Recorded read(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            return new Recorded(
                    executions(statement, database.idText("id")),
                    runs(statement, database.idText("execution")),
                    purchases(statement));
        }
    }

    /** The executions that have not ended, in words: where each is, and which of its runs have not ended either. */
    static List<String> active(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT %s AS id, name, status, %s AS home, flags, begun, not_before, rank, run_status,
                               (SELECT count(*) FROM baton_run WHERE execution = id) AS runs,
                               (SELECT count(*) FROM baton_run WHERE execution = id AND finished <> 0) AS finished,
                               (SELECT count(*) FROM baton_node WHERE baton_node.id = home AND NOT dead) AS nodes
                        FROM baton_execution""".formatted(database.idText("id"), database.idText("home")))) {
            List<String> active = new ArrayList<>();
            while (row.next()) {
                StringBuilder words = new StringBuilder();
                for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                    words.append(row.getMetaData().getColumnLabel(column))
                            .append(' ')
                            .append(row.getString(column))
                            .append(", ");
                }
                active.add(words.toString());
            }
            return active;
        }
    }

    private static List<Execution> executions(Statement statement, String id) throws SQLException {
        List<Execution> executions = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("""
                SELECT %s, name, trigger, scheduled, key, status, ended
                FROM baton_executions
                ORDER BY id""".formatted(id))) {
            while (row.next()) {
                executions.add(new Execution(
                        Database.id(row.getString(1)),
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getString(5),
                        row.getString(6),
                        row.getLong(7)));
            }
        }
        return executions;
    }

    private static Map<UUID, List<Run>> runs(Statement statement, String execution) throws SQLException {
        Map<UUID, List<Run>> runs = new HashMap<>();
        try (ResultSet row = statement.executeQuery("""
                SELECT %s, job, status, attempt, finished
                FROM baton_runs
                ORDER BY execution, step""".formatted(execution))) {
            while (row.next()) {
                runs.computeIfAbsent(Database.id(row.getString(1)), id -> new ArrayList<>())
                        .add(new Run(row.getString(2), row.getString(3), row.getInt(4), row.getLong(5)));
            }
        }
        return runs;
    }

    private static Set<String> purchases(Statement statement) throws SQLException {
        Set<String> keys = new HashSet<>();
        try (ResultSet row = statement.executeQuery("SELECT key FROM purchase")) {
            while (row.next()) {
                keys.add(row.getString(1));
            }
        }
        return keys;
    }

    List<Run> runsOf(Execution execution) {
        return runs.getOrDefault(execution.id(), List.of());
    }
}

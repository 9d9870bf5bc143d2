package dev.baton.faults;

import dev.baton.RunId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The content of the tables.
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

    /** A run, by the name of its job; one of the runs of a fan-out by the number it has among them. */
    record Run(int step, String job, String status, int attempt, long finished) {}

    /** The execution that a run of another one waits for has a key that names the run. */
    private static final String WITHIN = "within:";

    static Recorded read(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            return new Recorded(
                    executions(statement, database.idText("id")),
                    runs(statement, database.idText("r.execution")),
                    purchases(statement));
        }
    }

    /** The executions that have not ended, in words: where each is, and which of its runs have not ended either. */
    static List<String> active(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("""
                        SELECT %s AS id, name, status, %s AS owner, flags, begun, not_before, run_status,
                               (SELECT count(*) FROM baton_run WHERE execution = id) AS runs,
                               (SELECT count(*) FROM baton_run WHERE execution = id AND finished <> 0) AS finished,
                               (SELECT count(*) FROM baton_node WHERE baton_node.id = owner AND NOT dead) AS nodes
                        FROM baton_execution""".formatted(database.idText("id"), database.idText("owner")))) {
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
                SELECT %s, r.step, %s, r.status, r.attempt, r.finished
                FROM baton_runs AS r
                JOIN baton_executions AS e ON e.id = r.execution
                ORDER BY r.execution, r.step""".formatted(execution, Trail.NAME))) {
            while (row.next()) {
                runs.computeIfAbsent(Database.id(row.getString(1)), id -> new ArrayList<>())
                        .add(new Run(row.getInt(2), row.getString(3), row.getString(4), row.getInt(5), row.getLong(6)));
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

    /** The executions that runs of others wait for, by the run. */
    Map<RunId, Execution> nested() {
        Map<RunId, Execution> nested = new HashMap<>();
        executions.forEach(execution -> parentRun(execution).ifPresent(run -> nested.put(run, execution)));
        return nested;
    }

    static Optional<RunId> parentRun(Execution execution) {
        String key = execution.key();
        return key != null && key.startsWith(WITHIN)
                ? Optional.of(RunId.parse(key.substring(WITHIN.length())))
                : Optional.empty();
    }

    /** By execution, the one that was asked for and that it is nested in, at whatever depth; itself when in none. */
    Map<UUID, UUID> roots() {
        Map<UUID, UUID> parents = new HashMap<>();
        nested().forEach((run, execution) -> parents.put(execution.id(), run.execution()));
        Map<UUID, UUID> roots = new HashMap<>();
        for (Execution execution : executions) {
            UUID root = execution.id();
            while (parents.containsKey(root)) {
                root = parents.get(root);
            }
            roots.put(execution.id(), root);
        }
        return roots;
    }

    List<Run> runsOf(Execution execution) {
        return runs.getOrDefault(execution.id(), List.of());
    }
}

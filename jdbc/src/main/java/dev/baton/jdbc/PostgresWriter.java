package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Left;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes rows to PostgreSQL: one statement for each kind of row, whose parameters are the columns as arrays. */
final class PostgresWriter implements Writer {

    private static final String PLANS = """
            INSERT INTO baton_plan (id, body)
            SELECT *
            FROM unnest(?::uuid[], ?::bytea[])
            ON CONFLICT (id) DO UPDATE
            SET used = clock_timestamp()""";

    private static final String KEYS = """
            INSERT INTO baton_key (key, execution)
            SELECT *
            FROM unnest(?::text[], ?::uuid[])
            ON CONFLICT DO NOTHING""";

    // Checks ended executions as well: a repeated commit may find that its execution has ended since.
    private static final String INSERT = """
            INSERT INTO baton_execution (
                id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, home, plan,
                status, flags, begun, steps, tried
            )
            SELECT id, name, trigger, scheduled, created, not_before, coalesce(parameters, '{}'), key, queue,
                   coalesce(labels::text[], '{}'), priority, home, plan, status, flags, begun, steps, tried
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[],
                        ?::text[], ?::text[], ?::integer[], ?::uuid[], ?::uuid[], ?::text[], ?::integer[],
                        ?::bigint[], ?::integer[], ?::boolean[])
                 AS created (id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority,
                             home, plan, status, flags, begun, steps, tried)
            WHERE NOT EXISTS (
                SELECT 1
                FROM baton_ended
                WHERE baton_ended.id = created.id
            )
            ON CONFLICT DO NOTHING""";

    // The CASE makes PostgreSQL check the owner row by row; the planner has no statistics for it that could mislead it.
    private static final String CHANGE = """
            UPDATE baton_execution AS e
            SET plan = c.plan,
                status = c.status,
                flags = c.flags,
                begun = c.begun,
                ended = 0,
                steps = c.steps,
                home = CASE WHEN c.adrift THEN NULL ELSE e.home END,
                tried = e.tried OR c.adrift,
                run_status = CASE WHEN c.steps > 1 THEN NULL ELSE e.run_status END
            FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::integer[], ?::bigint[], ?::integer[], ?::boolean[])
                 AS c (id, plan, status, flags, begun, steps, adrift)
            WHERE e.id = c.id AND CASE WHEN e.home = ? THEN true ELSE false END""";

    private static final String LEAVE = """
            DELETE FROM baton_ticket AS t
            USING unnest(?::text[], ?::uuid[], ?::integer[]) AS l (gate, execution, step)
            WHERE t.gate = l.gate AND t.execution = l.execution AND t.step = l.step""";

    private static final Comparator<Left> IN_ORDER =
            Comparator.comparing(Left::gate).thenComparing(Left::execution).thenComparing(Left::step);

    private final PostgresFence fence;
    private final PostgresRuns runs = new PostgresRuns();
    private final PostgresEnds ends = new PostgresEnds();

    PostgresWriter(PostgresFence fence) {
        this.fence = fence;
    }

    @Override
    public long fence(Connection connection, UUID node) throws SQLException {
        return fence.enter(connection, node);
    }

    @Override
    public void plans(Connection connection, Map<UUID, byte[]> plans) throws SQLException {
        // Sorted, like keys, to avoid deadlocks.
        List<Map.Entry<UUID, byte[]>> inOrder =
                plans.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
        try (PreparedStatement upsert = connection.prepareStatement(PLANS)) {
            new Columns<>(connection, upsert, inOrder).ids(Map.Entry::getKey).bytes(Map.Entry::getValue);
            upsert.executeUpdate();
        }
    }

    @Override
    public void keys(Connection connection, Map<String, UUID> keys) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(KEYS)) {
            new Columns<>(connection, insert, keys.entrySet())
                    .texts(Map.Entry::getKey)
                    .ids(Map.Entry::getValue);
            insert.executeUpdate();
        }
    }

    @Override
    public void insert(Connection connection, UUID node, List<Creation> creations, Set<UUID> tried)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            new Columns<>(connection, insert, creations)
                    .ids(creation -> creation.execution().id())
                    .texts(creation -> creation.execution().name())
                    .texts(creation -> cause(creation).trigger().toString())
                    .longs(creation -> cause(creation).scheduled())
                    .longs(creation -> cause(creation).created())
                    .longs(creation -> cause(creation).notBefore())
                    .texts(creation -> parameters(creation))
                    .texts(creation -> cause(creation).key())
                    .texts(creation -> creation.execution().place().queue())
                    .texts(creation -> arrayText(creation.execution().place().labels()))
                    .ints(creation -> creation.execution().place().priority())
                    .ids(creation -> creation.adrift() && state(creation).ended() == 0 ? null : node)
                    .ids(creation -> state(creation).plan())
                    .texts(creation -> state(creation).status().toString())
                    .ints(creation -> state(creation).flags())
                    .longs(creation -> state(creation).begun())
                    .ints(creation -> state(creation).steps())
                    .flags(creation -> tried.contains(creation.execution().id()));
            insert.executeUpdate();
        }
    }

    private static ExecutionRecord.Cause cause(Creation creation) {
        return creation.execution().cause();
    }

    private static ExecutionRecord.State state(Creation creation) {
        return creation.execution().state();
    }

    private static @Nullable String parameters(Creation creation) {
        String parameters = cause(creation).parameters();
        return parameters.equals("{}") ? null : parameters;
    }

    /** Texts in PostgreSQL's array syntax, null for none: in an array of arrays all rows would need the same length. */
    private static @Nullable String arrayText(Collection<String> texts) {
        return texts.isEmpty()
                ? null
                : texts.stream()
                        .map(text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                        .collect(Collectors.joining(",", "{", "}"));
    }

    @Override
    public void split(Connection connection, UUID node, List<UUID> executions) throws SQLException {
        runs.split(connection, node, executions);
    }

    @Override
    public void runs(Connection connection, Collection<RunRecord> rows) throws SQLException {
        runs.write(connection, rows);
    }

    @Override
    public void inline(Connection connection, UUID node, Collection<RunRecord> rows) throws SQLException {
        runs.inline(connection, node, rows);
    }

    @Override
    public void change(Connection connection, UUID node, Collection<ExecutionRecord> changed) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CHANGE)) {
            new Columns<>(connection, update, changed)
                    .ids(ExecutionRecord::id)
                    .ids(execution -> execution.state().plan())
                    .texts(execution -> execution.state().status().toString())
                    .ints(execution -> execution.state().flags())
                    .longs(execution -> execution.state().begun())
                    .ints(execution -> execution.state().steps())
                    .flags(Commits::isAdrift)
                    .id(node);
            update.executeUpdate();
        }
    }

    @Override
    public void end(Connection connection, UUID node, Collection<Ending> endings) throws SQLException {
        ends.write(connection, node, endings);
    }

    @Override
    public void leave(Connection connection, UUID node, List<Left> left) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(LEAVE)) {
            List<Left> inOrder = left.stream().sorted(IN_ORDER).toList();
            new Columns<>(connection, delete, inOrder)
                    .texts(Left::gate)
                    .ids(Left::execution)
                    .ints(Left::step);
            if (delete.executeUpdate() > 0) {
                Notices.toWaiting(
                        connection, node, left.stream().map(Left::gate).collect(Collectors.toSet()));
            }
        }
    }

    @Override
    public void tell(Connection connection, UUID node) throws SQLException {
        Notices.toAll(connection, node);
    }
}

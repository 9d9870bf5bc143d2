package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Left;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Writes rows to PostgreSQL: one statement for each kind of row, whose parameters are the columns as arrays. */
final class PostgresWriter implements Writer {

    private static final String PLANS = """
            INSERT INTO baton_plan (id, body)
            SELECT *
            FROM %s AS plans
            ON CONFLICT (id) DO UPDATE
            SET used = clock_timestamp()""".formatted(Columns.rows("id uuid", "body bytea"));

    private static final String KEYS = """
            INSERT INTO baton_key (key, execution)
            SELECT *
            FROM %s AS keys
            ON CONFLICT DO NOTHING""".formatted(Columns.rows("key text", "execution uuid"));

    private static final String[] NEW = {
        "id uuid",
        "name text",
        "trigger text",
        "scheduled bigint",
        "created bigint",
        "not_before bigint",
        "parameters text",
        "key text",
        "queue text",
        "labels text",
        "priority integer",
        "owner uuid",
        "plan uuid",
        "status text",
        "flags integer",
        "begun bigint",
        "steps integer",
        "tried boolean"
    };

    private static final String INSERT = """
            INSERT INTO baton_execution (
                id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, owner, plan,
                status, flags, begun, steps, tried
            )
            SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels::text[], priority,
                   owner, plan, status, flags, begun, steps, tried
            FROM %s AS created
            WHERE %s""";

    // Asked once for all rows, where a condition on each row would cost half as much again as the insert: ids grow with
    // time, so that hardly any execution between the first and the last of them has ended. A repeated commit is
    // recognised by its first execution, since it took effect in full or not at all.
    static final String INSERT_NEW = INSERT.formatted(Columns.rows(NEW), """
            NOT EXISTS (SELECT 1 FROM baton_execution AS active WHERE active.id = ?)
              AND NOT EXISTS (SELECT 1 FROM baton_ended AS ended WHERE ended.id BETWEEN ? AND ?)""");

    // For a commit that may be a repeated one, some of whose executions may have ended since.
    private static final String INSERT_MISSING = INSERT.formatted(Columns.rows(NEW), """
            NOT EXISTS (
                SELECT 1
                FROM baton_ended AS ended
                WHERE ended.id = created.id
            )""") + "\nON CONFLICT DO NOTHING";

    // The CASE makes PostgreSQL check the owner row by row; the planner has no statistics for it that could mislead it.
    private static final String CHANGE = """
            UPDATE baton_execution AS e
            SET plan = c.plan,
                status = c.status,
                flags = c.flags,
                begun = c.begun,
                ended = 0,
                steps = c.steps,
                owner = CASE WHEN c.unowned THEN NULL ELSE e.owner END,
                tried = e.tried OR c.unowned,
                run_status = CASE WHEN c.steps > 1 THEN NULL ELSE e.run_status END
            FROM %s AS c
            WHERE e.id = c.id AND CASE WHEN e.owner = ? THEN true ELSE false END""".formatted(Columns.rows(
            "id uuid",
            "plan uuid",
            "status text",
            "flags integer",
            "begun bigint",
            "steps integer",
            "unowned boolean"));

    private static final String LEAVE = """
            DELETE FROM baton_ticket AS t
            USING %s AS l
            WHERE t.gate = l.gate AND t.execution = l.execution AND t.step = l.step""".formatted(Columns.rows("gate text", "execution uuid", "step integer"));

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
    public void limit(Connection connection) throws SQLException {
        fence.limit(connection);
    }

    @Override
    public void plans(Connection connection, Map<UUID, byte[]> plans) throws SQLException {
        // Sorted, like keys, to avoid deadlocks.
        List<Map.Entry<UUID, byte[]>> inOrder =
                plans.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
        try (PreparedStatement upsert = connection.prepareStatement(PLANS)) {
            new Columns<>(connection, upsert, inOrder, 2).ids(Map.Entry::getKey).bytes(Map.Entry::getValue);
            upsert.executeUpdate();
        }
    }

    @Override
    public void keys(Connection connection, Map<String, UUID> keys) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(KEYS)) {
            new Columns<>(connection, insert, keys.entrySet(), 2)
                    .texts(Map.Entry::getKey)
                    .ids(Map.Entry::getValue);
            insert.executeUpdate();
        }
    }

    @Override
    public void insert(Connection connection, UUID node, List<Creation> creations, Set<UUID> tried)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT_NEW)) {
            int next = bind(connection, insert, node, creations, tried);
            List<UUID> ids = creations.stream()
                    .map(creation -> creation.execution().id())
                    .toList();
            insert.setObject(next, ids.get(0));
            insert.setObject(next + 1, Collections.min(ids, Ids.IN_ORDER));
            insert.setObject(next + 2, Collections.max(ids, Ids.IN_ORDER));
            if (insert.executeUpdate() > 0) {
                return;
            }
        }
        try (PreparedStatement insert = connection.prepareStatement(INSERT_MISSING)) {
            bind(connection, insert, node, creations, tried);
            insert.executeUpdate();
        }
    }

    /** Binds the columns of executions, and returns the number of the next parameter. */
    private static int bind(
            Connection connection, PreparedStatement insert, UUID node, List<Creation> creations, Set<UUID> tried)
            throws SQLException {
        return new Columns<>(connection, insert, creations, NEW.length)
                .ids(creation -> creation.execution().id())
                .texts(creation -> creation.execution().name())
                .texts(creation -> cause(creation).trigger().toString())
                .longs(creation -> cause(creation).scheduled())
                .longs(creation -> cause(creation).created())
                .longs(creation -> cause(creation).notBefore())
                .texts(creation -> cause(creation).parameters())
                .texts(creation -> cause(creation).key())
                .texts(creation -> creation.execution().place().queue())
                .texts(creation -> arrayText(creation.execution().place().labels()))
                .ints(creation -> creation.execution().place().priority())
                .ids(creation -> creation.unowned() && state(creation).ended() == 0 ? null : node)
                .ids(creation -> state(creation).plan())
                .texts(creation -> state(creation).status().toString())
                .ints(creation -> state(creation).flags())
                .longs(creation -> state(creation).begun())
                .ints(creation -> state(creation).steps())
                .flags(creation -> tried.contains(creation.execution().id()))
                .next();
    }

    private static ExecutionRecord.Cause cause(Creation creation) {
        return creation.execution().cause();
    }

    private static ExecutionRecord.State state(Creation creation) {
        return creation.execution().state();
    }

    /** Texts in PostgreSQL's array syntax: in an array of arrays all rows would need the same length. */
    static String arrayText(Collection<String> texts) {
        return texts.isEmpty()
                ? "{}"
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
            int next = new Columns<>(connection, update, changed, 7)
                    .ids(ExecutionRecord::id)
                    .ids(execution -> execution.state().plan())
                    .texts(execution -> execution.state().status().toString())
                    .ints(execution -> execution.state().flags())
                    .longs(execution -> execution.state().begun())
                    .ints(execution -> execution.state().steps())
                    .flags(Commits::isUnowned)
                    .next();
            update.setObject(next, node);
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
            new Columns<>(connection, delete, inOrder, 3)
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

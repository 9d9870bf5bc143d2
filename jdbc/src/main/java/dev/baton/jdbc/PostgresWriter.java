package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.KeyHeldException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.ReturnedPermit;
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
            SET used = clock_timestamp()""";

    private static final Columns<Map.Entry<UUID, byte[]>> PLAN =
            new Columns<Map.Entry<UUID, byte[]>>().id("id", Map.Entry::getKey).bytes("body", Map.Entry::getValue);

    // A user's open transaction may have taken a key, and may stay open for hours: waiting for it would stop this
    // writer. No other statement has a limit.
    private static final String KEYS = """
            WITH patience AS MATERIALIZED (
                SELECT set_config('lock_timeout', '200ms', true)
            )
            INSERT INTO baton_key (key, execution)
            SELECT keys.key, keys.execution
            FROM patience, %s AS keys
            ON CONFLICT DO NOTHING;
            SET LOCAL lock_timeout TO DEFAULT""";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final Columns<Map.Entry<String, UUID>> KEY = new Columns<Map.Entry<String, UUID>>()
            .text("key", Map.Entry::getKey)
            .id("execution", Map.Entry::getValue);

    private static final String INSERT = """
            INSERT INTO baton_execution (
                id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, owner, plan,
                status, flags, begun, steps, tried
            )
            SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels::text[], priority,
                   owner, plan, status, flags, begun, steps, tried
            FROM %s AS created
            """;

    // Asked once for all rows, where a condition on each row would cost half as much again as the insert: ids grow with
    // time, so that hardly any execution between the first and the last of them has ended. A repeated commit is
    // recognised by its first execution, since it took effect in full or not at all.
    static final String INSERT_NEW = INSERT + """
            WHERE NOT EXISTS (SELECT 1 FROM baton_execution AS active WHERE active.id = ?)
              AND NOT EXISTS (SELECT 1 FROM baton_ended AS ended WHERE ended.id BETWEEN ? AND ?)""";

    // For a commit that may be a repeated one, some of whose executions may have ended since.
    private static final String INSERT_MISSING = INSERT + """
            WHERE NOT EXISTS (
                SELECT 1
                FROM baton_ended AS ended
                WHERE ended.id = created.id
            )
            ON CONFLICT DO NOTHING""";

    // Held until the transaction ends. Without it, a node that prunes would not see these rows before they are
    // committed, and would remove what they keep.
    private static final String LOCK_AWAITED = """
            SELECT pg_advisory_xact_lock_shared(hashtext('baton awaited'), hashtext(current_schema()))""";

    // A child that has ended is that of a repeated commit, and its parent may be gone.
    private static final String AWAIT = """
            INSERT INTO baton_awaited (parent, child)
            SELECT parent, child
            FROM %s AS awaited
            WHERE EXISTS (SELECT 1 FROM baton_execution WHERE id = awaited.parent)
               OR EXISTS (SELECT 1 FROM baton_ended WHERE id = awaited.parent)
               OR EXISTS (SELECT 1 FROM baton_ended WHERE id = awaited.child)
            ON CONFLICT (parent, child) DO UPDATE
            SET child = excluded.child""";

    private static final Columns<Awaited> AWAITED =
            new Columns<Awaited>().id("parent", Awaited::parent).id("child", Awaited::child);

    // The owner stays: only a release takes it away. The CASE makes PostgreSQL check it row by row; the planner has no
    // statistics for it that could mislead it.
    private static final String CHANGE = """
            UPDATE baton_execution AS e
            SET plan = c.plan,
                status = c.status,
                flags = c.flags,
                begun = c.begun,
                ended = 0,
                steps = c.steps,
                run_status = CASE WHEN c.steps > 1 THEN NULL ELSE e.run_status END
            FROM %s AS c
            WHERE e.id = c.id AND CASE WHEN e.owner = ? THEN true ELSE false END""";

    private static final Columns<ExecutionRecord> CHANGED = new Columns<ExecutionRecord>()
            .id("id", ExecutionRecord::id)
            .id("plan", execution -> execution.state().plan())
            .text("status", execution -> execution.state().status().toString())
            .integer("flags", execution -> execution.state().flags())
            .bigint("begun", execution -> execution.state().begun())
            .integer("steps", execution -> execution.state().steps());

    static final String LEAVE = """
            DELETE FROM baton_permit AS p
            USING %s AS l
            WHERE p.gate = l.gate AND p.execution = l.execution AND p.step = l.step""";

    static final Columns<ReturnedPermit> LEAVING = new Columns<ReturnedPermit>()
            .id("execution", ReturnedPermit::execution)
            .text("gate", ReturnedPermit::gate)
            .integer("step", ReturnedPermit::step);

    private static final Comparator<ReturnedPermit> IN_ORDER = Comparator.comparing(ReturnedPermit::gate)
            .thenComparing(ReturnedPermit::execution)
            .thenComparing(ReturnedPermit::step);

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
        update(
                connection,
                PLANS,
                PLAN.of(plans.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .toList()));
    }

    @Override
    public void keys(Connection connection, Map<String, UUID> keys) throws SQLException {
        try {
            update(connection, KEYS, KEY.of(keys.entrySet()));
        } catch (SQLException failure) {
            if (LOCK_NOT_AVAILABLE.equals(failure.getSQLState())) {
                throw new KeyHeldException("could not record executions: a transaction has taken a key", failure);
            }
            throw failure;
        }
    }

    @Override
    public void insert(Connection connection, UUID node, List<Creation> creations, Set<UUID> tried)
            throws SQLException {
        Columns.Rows rows = creations(node, tried).of(creations);
        List<UUID> ids =
                creations.stream().map(creation -> creation.execution().id()).toList();
        int inserted = update(
                connection,
                INSERT_NEW,
                rows,
                ids.get(0),
                Collections.min(ids, Ids.IN_ORDER),
                Collections.max(ids, Ids.IN_ORDER));
        if (inserted == 0) {
            update(connection, INSERT_MISSING, rows);
        }
    }

    static Columns<Creation> creations(UUID node, Set<UUID> tried) {
        return new Columns<Creation>()
                .id("id", creation -> creation.execution().id())
                .text("name", creation -> creation.execution().name())
                .text("trigger", creation -> cause(creation).trigger().toString())
                .bigint("scheduled", creation -> cause(creation).scheduled())
                .bigint("created", creation -> cause(creation).created())
                .bigint("not_before", creation -> cause(creation).notBefore())
                .text("parameters", creation -> cause(creation).parameters())
                .text("key", creation -> cause(creation).key())
                .text("queue", creation -> creation.execution().place().queue())
                .text(
                        "labels",
                        creation -> arrayText(creation.execution().place().labels()))
                .integer("priority", creation -> creation.execution().place().priority())
                .id("owner", creation -> creation.unowned() && state(creation).ended() == 0 ? null : node)
                .id("plan", creation -> state(creation).plan())
                .text("status", creation -> state(creation).status().toString())
                .integer("flags", creation -> state(creation).flags())
                .bigint("begun", creation -> state(creation).begun())
                .integer("steps", creation -> state(creation).steps())
                .flag("tried", creation -> tried.contains(creation.execution().id()));
    }

    /** Executes a statement with rows as its first parameters, and returns how many rows it has changed. */
    static int update(Connection connection, String sql, Columns.Rows rows, Object... others) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.formatted(rows.table()))) {
            int next = rows.bind(connection, update);
            for (Object other : others) {
                update.setObject(next++, other);
            }
            return update.executeUpdate();
        }
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
    public int await(Connection connection, List<Awaited> awaited) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK_AWAITED)) {
            lock.execute();
        }
        return update(connection, AWAIT, AWAITED.of(awaited));
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
        update(connection, CHANGE, CHANGED.of(changed), node);
    }

    @Override
    public void end(Connection connection, UUID node, Collection<Ending> endings) throws SQLException {
        ends.write(connection, node, endings);
    }

    @Override
    public void leave(Connection connection, UUID node, List<ReturnedPermit> left) throws SQLException {
        List<ReturnedPermit> inOrder = left.stream().sorted(IN_ORDER).toList();
        if (update(connection, LEAVE, LEAVING.of(inOrder)) > 0) {
            Notices.toWaiting(
                    connection, node, left.stream().map(ReturnedPermit::gate).collect(Collectors.toSet()));
        }
    }

    @Override
    public void tell(Connection connection, UUID node) throws SQLException {
        Notices.toAll(connection, node);
    }
}

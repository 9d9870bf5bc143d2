package dev.baton.jdbc;

import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.ReturnedPermit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes rows to SQLite, with statements that stay prepared. */
final class SqliteWriter implements Writer {

    private static final String FENCE = """
            SELECT 1
            FROM baton_node
            WHERE id = ?""";

    private static final String PLAN = """
            INSERT INTO baton_plan (id, body)
            VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE
            SET used = excluded.used""";

    private static final String KEY = """
            INSERT INTO baton_key (key, execution)
            VALUES (?, ?)
            ON CONFLICT DO NOTHING""";

    private static final String MAY_BE_KNOWN = """
            SELECT EXISTS (SELECT 1 FROM baton_execution WHERE id = ?1)
                OR EXISTS (SELECT 1 FROM baton_ended WHERE id BETWEEN ?2 AND ?3)""";

    private static final String INSERT = """
            INSERT INTO baton_execution (
                id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, owner, plan,
                status, flags, begun, steps, tried
            )
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)""";

    // For a commit that may be repeated after a failure, some of whose executions may have ended since.
    private static final String INSERT_MISSING =
            INSERT.replace("VALUES (", "SELECT ").replace("?18)", "?18") + """

            WHERE NOT EXISTS (
                SELECT 1
                FROM baton_ended
                WHERE id = ?1
            )
            ON CONFLICT DO NOTHING""";

    // Ids and the times of creation differ from row to row.
    private static final String INSERT_SIMILAR = INSERT.replace(
            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
            """
            SELECT %s, ?2, ?3, %s, %s, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18
            FROM baton_number
            WHERE i < ?19""".formatted(PackedRows.id(1), PackedRows.time(4), PackedRows.time(5)));

    // A child that has ended is that of a repeated commit, and its parent may be gone.
    private static final String AWAIT = """
            INSERT INTO baton_awaited (parent, child)
            SELECT ?1, ?2
            WHERE EXISTS (SELECT 1 FROM baton_execution WHERE id = ?1)
               OR EXISTS (SELECT 1 FROM baton_ended WHERE id IN (?1, ?2))
            ON CONFLICT (parent, child) DO UPDATE
            SET child = excluded.child""";

    private static final String RUN = """
            INSERT OR REPLACE INTO baton_run (%s)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""".formatted(RunRows.COLUMNS);

    // For a run whose output only this row has.
    private static final String RUN_WITHOUT_OUTPUT = """
            UPDATE baton_run
            SET job = ?3, status = ?4, attempt = ?5, why = ?6, withheld = ?7, started = ?8, finished = ?9,
                not_before = ?10, error = ?13, notes = ?14
            WHERE execution = ?1 AND step = ?2""";

    private static final String INLINE = """
            UPDATE baton_execution
            SET run_job = NULLIF(?, name),
                run_status = ?,
                run_attempt = ?,
                run_why = ?,
                run_withheld = ?,
                run_started = ?,
                run_finished = ?,
                run_not_before = ?,
                output = ?,
                output_type = ?,
                error = ?,
                notes = ?
            WHERE id = ? AND (owner = ? OR ?)""";

    private static final String SPLIT = """
            INSERT OR IGNORE INTO baton_run (%s)
            SELECT id, 0, coalesce(run_job, name), run_status, run_attempt, run_why, run_withheld, run_started,
                   run_finished, coalesce(run_not_before, 0), output, output_type, error, notes
            FROM baton_execution
            WHERE id = ? AND (owner = ? OR ?) AND run_status IS NOT NULL""".formatted(RunRows.COLUMNS);

    // The owner stays: only a release takes it away.
    private static final String CHANGE = """
            UPDATE baton_execution
            SET plan = ?1,
                status = ?2,
                flags = ?3,
                begun = ?4,
                ended = 0,
                steps = ?5,
                run_status = CASE WHEN ?5 > 1 THEN NULL ELSE run_status END
            WHERE id = ?6 AND (owner = ?7 OR ?8)""";

    private final KeptStatements statements;
    private final ClaimLists lists;
    private final SqliteEnds ends;

    /** Writes for a process that has claimed these executions. */
    SqliteWriter(KeptStatements statements, ClaimLists lists) {
        this.statements = statements;
        this.lists = lists;
        this.ends = new SqliteEnds(statements, lists);
    }

    @Override
    public long fence(Connection connection, UUID node) throws SQLException {
        PreparedStatement query = statements.on(connection, FENCE);
        query.setBytes(1, Ids.toBytes(node));
        try (ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                throw new FencedException("node " + node + " no longer exists");
            }
            return 0;
        }
    }

    @Override
    public void plans(Connection connection, Map<UUID, byte[]> plans) throws SQLException {
        PreparedStatement upsert = statements.on(connection, PLAN);
        for (Map.Entry<UUID, byte[]> plan : plans.entrySet()) {
            upsert.setBytes(1, Ids.toBytes(plan.getKey()));
            upsert.setBytes(2, plan.getValue());
            upsert.executeUpdate();
        }
    }

    @Override
    public void keys(Connection connection, Map<String, UUID> keys) throws SQLException {
        PreparedStatement insert = statements.on(connection, KEY);
        for (Map.Entry<String, UUID> key : keys.entrySet()) {
            insert.setString(1, key.getKey());
            insert.setBytes(2, Ids.toBytes(key.getValue()));
            insert.executeUpdate();
        }
    }

    @Override
    public void insert(Connection connection, UUID node, List<Creation> creations, Set<UUID> tried)
            throws SQLException {
        if (mayBeRepeated(connection, creations)) {
            insertEach(connection, INSERT_MISSING, node, creations, tried);
            return;
        }
        for (List<Creation> similar : PackedRows.stretches(creations, (one, other) -> areSimilar(one, other, tried))) {
            if (similar.size() < PackedRows.FEWEST) {
                insertEach(connection, INSERT, node, similar, tried);
            } else {
                insertSimilar(connection, node, similar, tried);
            }
        }
    }

    private void insertEach(Connection connection, String sql, UUID node, List<Creation> creations, Set<UUID> tried)
            throws SQLException {
        PreparedStatement insert = statements.on(connection, sql);
        for (Creation creation : creations) {
            bind(insert, node, creation, tried);
            insert.executeUpdate();
        }
    }

    private void insertSimilar(Connection connection, UUID node, List<Creation> similar, Set<UUID> tried)
            throws SQLException {
        PreparedStatement insert = statements.on(connection, INSERT_SIMILAR);
        bind(insert, node, similar.get(0), tried);
        insert.setBytes(
                1, PackedRows.ids(similar, creation -> creation.execution().id()));
        PackedRows.setTimes(
                insert, 4, similar, creation -> creation.execution().cause().scheduled());
        PackedRows.setTimes(
                insert, 5, similar, creation -> creation.execution().cause().created());
        insert.setInt(19, similar.size());
        insert.executeUpdate();
    }

    /** Whether two new executions differ in nothing but their ids and the times of their creation. */
    private static boolean areSimilar(Creation one, Creation other, Set<UUID> tried) {
        ExecutionRecord first = one.execution();
        ExecutionRecord second = other.execution();
        ExecutionRecord.Cause cause = first.cause();
        ExecutionRecord.Cause otherCause = second.cause();
        return isUnowned(one) == isUnowned(other)
                && first.name().equals(second.name())
                && cause.trigger() == otherCause.trigger()
                && cause.notBefore() == otherCause.notBefore()
                && cause.parameters().equals(otherCause.parameters())
                && Objects.equals(cause.key(), otherCause.key())
                && Math.min(cause.scheduled(), otherCause.scheduled()) >= 0
                && Math.min(cause.created(), otherCause.created()) >= 0
                && first.place().queue().equals(second.place().queue())
                && first.place().labels().equals(second.place().labels())
                && first.place().priority() == second.place().priority()
                && first.state().equals(second.state())
                && tried.contains(first.id()) == tried.contains(second.id());
    }

    private static boolean isUnowned(Creation creation) {
        return creation.unowned() && creation.execution().state().ended() == 0;
    }

    /**
     * Whether a commit may have been made before, and some of its executions may have ended since. Ids grow with time, so
     * that hardly any execution between the first and the last of them has ended.
     */
    private boolean mayBeRepeated(Connection connection, List<Creation> creations) throws SQLException {
        List<UUID> ids =
                creations.stream().map(creation -> creation.execution().id()).toList();
        PreparedStatement query = statements.on(connection, MAY_BE_KNOWN);
        query.setBytes(1, Ids.toBytes(ids.get(0)));
        query.setBytes(2, Ids.toBytes(Collections.min(ids, Ids.IN_ORDER)));
        query.setBytes(3, Ids.toBytes(Collections.max(ids, Ids.IN_ORDER)));
        try (ResultSet row = query.executeQuery()) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static void bind(PreparedStatement insert, UUID node, Creation creation, Set<UUID> tried)
            throws SQLException {
        ExecutionRecord execution = creation.execution();
        insert.setBytes(12, isUnowned(creation) ? null : Ids.toBytes(node));
        insert.setBoolean(18, tried.contains(execution.id()));
        insert.setBytes(1, Ids.toBytes(execution.id()));
        insert.setString(2, execution.name());
        ExecutionRecord.Cause cause = execution.cause();
        insert.setString(3, cause.trigger().toString());
        insert.setLong(4, cause.scheduled());
        insert.setLong(5, cause.created());
        insert.setLong(6, cause.notBefore());
        insert.setString(7, cause.parameters());
        insert.setString(8, cause.key());
        ExecutionRecord.Place place = execution.place();
        insert.setString(9, place.queue());
        insert.setString(10, Dialect.json(place.labels()));
        insert.setInt(11, place.priority());
        ExecutionRecord.State state = execution.state();
        insert.setBytes(13, bytes(state.plan()));
        insert.setString(14, state.status().toString());
        insert.setInt(15, state.flags());
        insert.setLong(16, state.begun());
        insert.setInt(17, state.steps());
    }

    @Override
    public int await(Connection connection, List<Awaited> awaited) throws SQLException {
        int recorded = 0;
        PreparedStatement insert = statements.on(connection, AWAIT);
        for (Awaited each : awaited) {
            insert.setBytes(1, Ids.toBytes(each.parent()));
            insert.setBytes(2, Ids.toBytes(each.child()));
            recorded += insert.executeUpdate();
        }
        return recorded;
    }

    @Override
    public void split(Connection connection, UUID node, List<UUID> executions) throws SQLException {
        PreparedStatement insert = statements.on(connection, SPLIT);
        for (UUID id : executions) {
            insert.setBytes(1, Ids.toBytes(id));
            insert.setBytes(2, Ids.toBytes(node));
            insert.setBoolean(3, lists.has(id));
            insert.executeUpdate();
        }
    }

    @Override
    public void runs(Connection connection, Collection<RunRecord> runs) throws SQLException {
        for (RunRecord run : runs) {
            PreparedStatement upsert =
                    statements.on(connection, run.result().isLeftInStore() ? RUN_WITHOUT_OUTPUT : RUN);
            upsert.setBytes(1, Ids.toBytes(run.execution()));
            upsert.setInt(2, run.step());
            upsert.setString(3, run.job());
            bind(upsert, run, 4);
            upsert.executeUpdate();
        }
    }

    @Override
    public void inline(Connection connection, UUID node, Collection<RunRecord> runs) throws SQLException {
        PreparedStatement update = statements.on(connection, INLINE);
        for (RunRecord run : runs) {
            update.setString(1, run.job());
            bind(update, run, 2);
            update.setBytes(13, Ids.toBytes(run.execution()));
            update.setBytes(14, Ids.toBytes(node));
            update.setBoolean(15, lists.has(run.execution()));
            update.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, RunRecord run, int first) throws SQLException {
        statement.setString(first, run.state().status().toString());
        statement.setInt(first + 1, run.state().attempt());
        statement.setInt(first + 2, run.state().why());
        statement.setBoolean(first + 3, run.state().withheld());
        statement.setLong(first + 4, run.times().started());
        statement.setLong(first + 5, run.times().finished());
        statement.setLong(first + 6, run.times().notBefore());
        Codec.@Nullable Encoded output = run.result().output();
        statement.setString(first + 7, output == null ? null : output.json());
        statement.setString(first + 8, output == null ? null : output.type());
        statement.setString(first + 9, run.result().error());
        statement.setBytes(first + 10, run.result().notes());
    }

    @Override
    public void change(Connection connection, UUID node, Collection<ExecutionRecord> changed) throws SQLException {
        PreparedStatement update = statements.on(connection, CHANGE);
        for (ExecutionRecord execution : changed) {
            ExecutionRecord.State state = execution.state();
            update.setBytes(1, bytes(state.plan()));
            update.setString(2, state.status().toString());
            update.setInt(3, state.flags());
            update.setLong(4, state.begun());
            update.setInt(5, state.steps());
            update.setBytes(6, Ids.toBytes(execution.id()));
            update.setBytes(7, Ids.toBytes(node));
            update.setBoolean(8, lists.has(execution.id()));
            update.executeUpdate();
        }
    }

    @Override
    public void end(Connection connection, UUID node, Collection<Ending> endings) throws SQLException {
        ends.write(connection, endings);
    }

    @Override
    public void leave(Connection connection, UUID node, List<ReturnedPermit> left) {
        // With a single process, the engine counts in memory.
    }

    @Override
    public void tell(Connection connection, UUID node) {
        // There is no other node.
    }

    static byte @Nullable [] bytes(@Nullable UUID id) {
        return id == null ? null : Ids.toBytes(id);
    }
}

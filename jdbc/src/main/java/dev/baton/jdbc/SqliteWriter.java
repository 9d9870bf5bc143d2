package dev.baton.jdbc;

import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Left;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes rows to SQLite: one at a time, which costs nothing where the database is in the same process. */
final class SqliteWriter implements Writer {

    private static final String FENCE = """
            SELECT 1
            FROM baton_node
            WHERE id = ?""";

    private static final String PLAN = """
            INSERT INTO baton_plan (id, body)
            VALUES (?, ?)
            ON CONFLICT DO NOTHING""";

    private static final String INSERT = """
            INSERT INTO baton_execution (%s)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING""".formatted(ExecutionRows.COLUMNS);

    private static final String RUN = """
            INSERT OR REPLACE INTO baton_run (
                execution, step, job, status, attempt, why, withheld, started, finished, not_before,
                output, output_type, error, notes
            )
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String CHANGE = """
            UPDATE baton_execution
            SET plan = ?, status = ?, flags = ?, begun = ?, ended = ?, home = CASE WHEN ? THEN NULL ELSE home END
            WHERE id = ? AND home = ?""";

    @Override
    public long fence(Connection connection, UUID node) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(FENCE)) {
            query.setString(1, node.toString());
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw new FencedException("node " + node + " is none any more");
                }
                return 0;
            }
        }
    }

    @Override
    public void plans(Connection connection, Map<UUID, byte[]> plans) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(PLAN)) {
            for (Map.Entry<UUID, byte[]> plan : plans.entrySet()) {
                insert.setString(1, plan.getKey().toString());
                insert.setBytes(2, plan.getValue());
                insert.executeUpdate();
            }
        }
    }

    @Override
    public Set<UUID> insert(Connection connection, UUID node, List<Creation> creations) throws SQLException {
        Set<UUID> missing = new HashSet<>();
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (Creation creation : creations) {
                bind(insert, creation.execution());
                boolean homeless =
                        creation.adrift() || creation.execution().state().ended() != 0;
                insert.setString(12, homeless ? null : node.toString());
                if (insert.executeUpdate() == 0) {
                    missing.add(creation.execution().id());
                }
            }
        }
        return missing;
    }

    private static void bind(PreparedStatement insert, ExecutionRecord execution) throws SQLException {
        insert.setString(1, execution.id().toString());
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
        insert.setString(13, text(state.plan()));
        insert.setString(14, state.status().toString());
        insert.setInt(15, state.flags());
        insert.setLong(16, state.begun());
        insert.setLong(17, state.ended());
    }

    @Override
    public void runs(Connection connection, Collection<RunRecord> runs) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(RUN)) {
            for (RunRecord run : runs) {
                upsert.setString(1, run.execution().toString());
                upsert.setInt(2, run.step());
                upsert.setString(3, run.job());
                upsert.setString(4, run.state().status().toString());
                upsert.setInt(5, run.state().attempt());
                upsert.setInt(6, run.state().why());
                upsert.setBoolean(7, run.state().withheld());
                upsert.setLong(8, run.times().started());
                upsert.setLong(9, run.times().finished());
                upsert.setLong(10, run.times().notBefore());
                Codec.@Nullable Encoded output = run.result().output();
                upsert.setString(11, output == null ? null : output.json());
                upsert.setString(12, output == null ? null : output.type());
                upsert.setString(13, run.result().error());
                upsert.setBytes(14, run.result().notes());
                upsert.executeUpdate();
            }
        }
    }

    @Override
    public void change(Connection connection, UUID node, Collection<ExecutionRecord> changed) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CHANGE)) {
            String home = node.toString();
            for (ExecutionRecord execution : changed) {
                ExecutionRecord.State state = execution.state();
                update.setString(1, text(state.plan()));
                update.setString(2, state.status().toString());
                update.setInt(3, state.flags());
                update.setLong(4, state.begun());
                update.setLong(5, state.ended());
                update.setBoolean(6, state.ended() != 0 || Commits.isAdrift(execution));
                update.setString(7, execution.id().toString());
                update.setString(8, home);
                update.executeUpdate();
            }
        }
    }

    @Override
    public void leave(Connection connection, UUID node, List<Left> left) {
        // The engine keeps count by itself where it is alone.
    }

    @Override
    public void tell(Connection connection, UUID node) {
        // There is no other node.
    }

    private static @Nullable String text(@Nullable UUID id) {
        return id == null ? null : id.toString();
    }
}

package dev.baton.jdbc;

import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Left;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes rows to PostgreSQL: each kind with one statement, whose parameters are the columns as arrays. */
final class PostgresWriter implements Writer {

    private static final String PLANS = """
            INSERT INTO baton_plan (id, body)
            SELECT *
            FROM unnest(?::uuid[], ?::bytea[])
            ON CONFLICT DO NOTHING""";

    private static final String INSERT = """
            INSERT INTO baton_execution (%s)
            SELECT id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels::text[], priority,
                   home, plan, status, flags, begun, ended
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[],
                        ?::text[], ?::text[], ?::integer[], ?::uuid[], ?::uuid[], ?::text[], ?::integer[],
                        ?::bigint[], ?::bigint[])
                 AS created (%s)
            ON CONFLICT DO NOTHING
            RETURNING id""".formatted(ExecutionRows.COLUMNS, ExecutionRows.COLUMNS);

    private static final String RUNS = """
            INSERT INTO baton_run (
                execution, step, job, status, attempt, why, withheld, started, finished, not_before,
                output, output_type, error, notes
            )
            SELECT *
            FROM unnest(?::uuid[], ?::integer[], ?::text[], ?::text[], ?::integer[], ?::integer[], ?::boolean[],
                        ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bytea[])
            ON CONFLICT (execution, step) DO UPDATE
            SET job = excluded.job,
                status = excluded.status,
                attempt = excluded.attempt,
                why = excluded.why,
                withheld = excluded.withheld,
                started = excluded.started,
                finished = excluded.finished,
                not_before = excluded.not_before,
                output = excluded.output,
                output_type = excluded.output_type,
                error = excluded.error,
                notes = excluded.notes""";

    // The home is looked at row by row, in a way of which the planner expects nothing: e.home = ? would lead it through
    // the index of homes, past all that ended a moment ago, or, where statistics know of no homes, through the whole
    // table for what it takes to be a single row.
    private static final String CHANGE = """
            UPDATE baton_execution AS e
            SET plan = c.plan,
                status = c.status,
                flags = c.flags,
                begun = c.begun,
                ended = c.ended,
                home = CASE WHEN c.homeless THEN NULL ELSE e.home END
            FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::integer[], ?::bigint[], ?::bigint[], ?::boolean[])
                 AS c (id, plan, status, flags, begun, ended, homeless)
            WHERE e.id = c.id AND CASE WHEN e.home = ? THEN true ELSE false END""";

    private static final String LEAVE = """
            DELETE FROM baton_ticket AS t
            USING unnest(?::text[], ?::uuid[], ?::integer[]) AS l (gate, execution, step)
            WHERE t.gate = l.gate AND t.execution = l.execution AND t.step = l.step""";

    private static final Comparator<Left> IN_ORDER =
            Comparator.comparing(Left::gate).thenComparing(Left::execution).thenComparing(Left::step);

    private final PostgresFence fence;

    PostgresWriter(PostgresFence fence) {
        this.fence = fence;
    }

    @Override
    public long fence(Connection connection, UUID node) throws SQLException {
        return fence.enter(connection, node);
    }

    @Override
    public void plans(Connection connection, Map<UUID, byte[]> plans) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(PLANS)) {
            new Columns<>(connection, insert, plans.entrySet())
                    .ids(Map.Entry::getKey)
                    .bytes(Map.Entry::getValue);
            insert.executeUpdate();
        }
    }

    @Override
    public Set<UUID> insert(Connection connection, UUID node, List<Creation> creations) throws SQLException {
        Set<UUID> missing = new HashSet<>();
        creations.forEach(creation -> missing.add(creation.execution().id()));
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            new Columns<>(connection, insert, creations)
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
                    .ids(creation -> creation.adrift() || state(creation).ended() != 0 ? null : node)
                    .ids(creation -> state(creation).plan())
                    .texts(creation -> state(creation).status().toString())
                    .ints(creation -> state(creation).flags())
                    .longs(creation -> state(creation).begun())
                    .longs(creation -> state(creation).ended());
            try (ResultSet rows = insert.executeQuery()) {
                Dialect.POSTGRES.idList(rows).forEach(missing::remove);
            }
        }
        return missing;
    }

    private static ExecutionRecord.Cause cause(Creation creation) {
        return creation.execution().cause();
    }

    private static ExecutionRecord.State state(Creation creation) {
        return creation.execution().state();
    }

    /** Texts as PostgreSQL writes an array: an array of arrays would have to have rows of one length. */
    static String arrayText(Collection<String> texts) {
        return texts.stream()
                .map(text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Override
    public void runs(Connection connection, Collection<RunRecord> runs) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(RUNS)) {
            new Columns<>(connection, upsert, runs)
                    .ids(RunRecord::execution)
                    .ints(RunRecord::step)
                    .texts(RunRecord::job)
                    .texts(run -> run.state().status().toString())
                    .ints(run -> run.state().attempt())
                    .ints(run -> run.state().why())
                    .flags(run -> run.state().withheld())
                    .longs(run -> run.times().started())
                    .longs(run -> run.times().finished())
                    .longs(run -> run.times().notBefore())
                    .texts(PostgresWriter::json)
                    .texts(PostgresWriter::type)
                    .texts(run -> clean(run.result().error()))
                    .bytes(run -> run.result().notes());
            upsert.executeUpdate();
        }
    }

    private static @Nullable String json(RunRecord run) {
        Codec.@Nullable Encoded output = run.result().output();
        return output == null ? null : output.json();
    }

    private static @Nullable String type(RunRecord run) {
        Codec.@Nullable Encoded output = run.result().output();
        return output == null ? null : output.type();
    }

    /** The one character that no text in PostgreSQL can have, and that must not stop a failure from being recorded. */
    private static @Nullable String clean(@Nullable String text) {
        return text == null ? null : text.replace('\0', '\uFFFD');
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
                    .longs(execution -> execution.state().ended())
                    .flags(execution -> execution.state().ended() != 0 || Commits.isAdrift(execution));
            update.setObject(8, node);
            update.executeUpdate();
        }
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

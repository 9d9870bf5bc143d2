package dev.baton.jdbc;

import dev.baton.spi.Codec;
import dev.baton.spi.RunRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes runs to PostgreSQL, into their own rows or into the rows of their executions. */
final class PostgresRuns {

    private static final String WRITE = """
            INSERT INTO baton_run (%s)
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
                notes = excluded.notes""".formatted(RunRows.COLUMNS);

    private static final String INLINE = """
            UPDATE baton_execution AS e
            SET run_job = NULLIF(r.job, e.name),
                run_status = r.status,
                run_attempt = r.attempt,
                run_why = r.why,
                run_withheld = r.withheld,
                run_started = r.started,
                run_finished = r.finished,
                run_not_before = r.not_before,
                output = r.output,
                output_type = r.output_type,
                error = r.error,
                notes = r.notes
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::integer[], ?::integer[], ?::boolean[],
                        ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bytea[])
                 AS r (execution, job, status, attempt, why, withheld, started, finished, not_before,
                       output, output_type, error, notes)
            WHERE e.id = r.execution AND CASE WHEN e.home = ? THEN true ELSE false END""";

    // The newest state of the run is written after this.
    private static final String SPLIT = """
            INSERT INTO baton_run (%s)
            SELECT id, 0, coalesce(run_job, name), run_status, run_attempt, run_why, run_withheld, run_started,
                   run_finished, coalesce(run_not_before, 0), output, output_type, error, notes
            FROM baton_execution
            WHERE id = ANY (?) AND home = ? AND run_status IS NOT NULL
            ON CONFLICT DO NOTHING""".formatted(RunRows.COLUMNS);

    void write(Connection connection, Collection<RunRecord> runs) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(WRITE)) {
            results(new Columns<>(connection, upsert, runs)
                    .ids(RunRecord::execution)
                    .ints(RunRecord::step)
                    .texts(RunRecord::job));
            upsert.executeUpdate();
        }
    }

    void inline(Connection connection, UUID node, Collection<RunRecord> runs) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(INLINE)) {
            results(new Columns<>(connection, update, runs)
                            .ids(RunRecord::execution)
                            .texts(RunRecord::job))
                    .id(node);
            update.executeUpdate();
        }
    }

    void split(Connection connection, UUID node, List<UUID> executions) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(SPLIT)) {
            insert.setObject(1, Dialect.POSTGRES.ids(connection, executions));
            insert.setObject(2, node);
            insert.executeUpdate();
        }
    }

    private static Columns<RunRecord> results(Columns<RunRecord> columns) throws SQLException {
        return columns.texts(run -> run.state().status().toString())
                .ints(run -> run.state().attempt())
                .ints(run -> run.state().why())
                .flags(run -> run.state().withheld())
                .longs(run -> run.times().started())
                .longs(run -> run.times().finished())
                .longs(run -> run.times().notBefore())
                .texts(PostgresRuns::json)
                .texts(PostgresRuns::type)
                .texts(run -> clean(run.result().error()))
                .bytes(run -> run.result().notes());
    }

    static @Nullable String json(RunRecord run) {
        Codec.@Nullable Encoded output = run.result().output();
        return output == null ? null : output.json();
    }

    static @Nullable String type(RunRecord run) {
        Codec.@Nullable Encoded output = run.result().output();
        return output == null ? null : output.type();
    }

    /**
     * Removes NUL, the one character that PostgreSQL cannot store in a text: it must not keep a failure from being
     * recorded.
     */
    static @Nullable String clean(@Nullable String text) {
        return text == null ? null : text.replace('\0', '\uFFFD');
    }
}

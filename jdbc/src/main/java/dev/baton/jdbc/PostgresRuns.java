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

    private static final Columns<RunRecord> INLINED =
            results(new Columns<RunRecord>().id("execution", RunRecord::execution));

    private static final Columns<RunRecord> ROWS = results(
            new Columns<RunRecord>().id("execution", RunRecord::execution).integer("step", RunRecord::step));

    private static final String WRITE = """
            INSERT INTO baton_run (COLUMNS)
            SELECT *
            FROM %s AS runs
            ON CONFLICT (execution, step) DO UPDATE
            SET job = excluded.job,
                status = excluded.status,
                attempt = excluded.attempt,
                why = excluded.why,
                withheld = excluded.withheld,
                started = excluded.started,
                finished = excluded.finished,
                not_before = excluded.not_before,
                output = CASE WHEN excluded.output = '' THEN baton_run.output ELSE excluded.output END,
                output_type = CASE WHEN excluded.output = '' THEN baton_run.output_type ELSE excluded.output_type END,
                error = excluded.error,
                notes = excluded.notes""".replace("COLUMNS", RunRows.COLUMNS);

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
            FROM %s AS r
            WHERE e.id = r.execution AND CASE WHEN e.owner = ? THEN true ELSE false END""";

    // The newest state of the run is written after this.
    private static final String SPLIT = """
            INSERT INTO baton_run (%s)
            SELECT id, 0, coalesce(run_job, name), run_status, run_attempt, run_why, run_withheld, run_started,
                   run_finished, coalesce(run_not_before, 0), output, output_type, error, notes
            FROM baton_execution
            WHERE id = ANY (?) AND owner = ? AND run_status IS NOT NULL
            ON CONFLICT DO NOTHING""".formatted(RunRows.COLUMNS);

    void write(Connection connection, Collection<RunRecord> runs) throws SQLException {
        PostgresWriter.update(connection, WRITE, ROWS.of(runs));
    }

    void inline(Connection connection, UUID node, Collection<RunRecord> runs) throws SQLException {
        PostgresWriter.update(connection, INLINE, INLINED.of(runs), node);
    }

    void split(Connection connection, UUID node, List<UUID> executions) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(SPLIT)) {
            insert.setObject(1, Dialect.POSTGRES.ids(connection, executions));
            insert.setObject(2, node);
            insert.executeUpdate();
        }
    }

    private static Columns<RunRecord> results(Columns<RunRecord> columns) {
        return columns.text("job", RunRecord::job)
                .text("status", run -> run.state().status().toString())
                .integer("attempt", run -> run.state().attempt())
                .integer("why", run -> run.state().why())
                .flag("withheld", run -> run.state().withheld())
                .bigint("started", run -> run.times().started())
                .bigint("finished", run -> run.times().finished())
                .bigint("not_before", run -> run.times().notBefore())
                .text("output", PostgresRuns::json)
                .text("output_type", PostgresRuns::type)
                .text("error", run -> clean(run.result().error()))
                .bytes("notes", run -> run.result().notes());
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

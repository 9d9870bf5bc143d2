package dev.baton.jdbc;

import dev.baton.jdbc.Writer.Ending;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Moves executions that end, and their only runs, to the table of ended executions, on SQLite. */
final class SqliteEnds {

    private static final String MOVE = """
            INSERT INTO baton_ended (%s)
            SELECT id, name, trigger, NULLIF(scheduled, 0), created, NULLIF(not_before, 0), parameters, key, queue,
                   labels, priority, ?3, ?4, ?5, ?6, ?7, ?8, %s
            FROM baton_execution
            WHERE id = ?1 AND home = ?2""";

    private static final String WITH_RUN =
            MOVE.formatted(Moves.COMMON, "?9, ?10, ?11, ?12, ?13, ?14, ?15, NULLIF(?16, 0), ?17, ?18, ?19, ?20");

    // The run columns hold the only run; if the execution has several steps, that run has its own row by now.
    private static final String WITHOUT_RUN = MOVE.formatted(
            Moves.COMMON,
            Arrays.stream(RunRows.INLINE.split(", ", -1))
                    .map(column -> "CASE WHEN ?8 = 1 THEN " + column + " END")
                    .collect(Collectors.joining(", ")));

    private static final String REMOVE = """
            DELETE FROM baton_execution
            WHERE id = ?1 AND home = ?2""";

    private final KeptStatements statements;

    SqliteEnds(KeptStatements statements) {
        this.statements = statements;
    }

    void write(Connection connection, UUID node, Collection<Ending> endings) throws SQLException {
        byte[] home = Ids.toBytes(node);
        PreparedStatement remove = statements.on(connection, REMOVE);
        for (Ending ending : endings) {
            byte[] id = Ids.toBytes(ending.execution().id());
            RunRecord run = ending.run();
            PreparedStatement move = statements.on(connection, run == null ? WITHOUT_RUN : WITH_RUN);
            move.setBytes(1, id);
            move.setBytes(2, home);
            bind(move, ending.execution().state());
            if (run != null) {
                bind(move, run, ending.execution().name());
            }
            if (move.executeUpdate() > 0) {
                remove.setBytes(1, id);
                remove.setBytes(2, home);
                remove.executeUpdate();
            }
        }
    }

    private static void bind(PreparedStatement move, ExecutionRecord.State state) throws SQLException {
        move.setBytes(3, SqliteWriter.bytes(state.plan()));
        move.setString(4, state.status().toString());
        move.setInt(5, state.flags());
        move.setLong(6, state.begun());
        move.setLong(7, state.ended());
        move.setInt(8, state.steps());
    }

    private static void bind(PreparedStatement move, RunRecord run, String name) throws SQLException {
        move.setString(9, RunRows.job(run, name));
        move.setString(10, run.state().status().toString());
        move.setInt(11, run.state().attempt());
        move.setInt(12, run.state().why());
        move.setBoolean(13, run.state().withheld());
        move.setLong(14, run.times().started());
        move.setLong(15, run.times().finished());
        move.setLong(16, run.times().notBefore());
        Codec.@Nullable Encoded output = run.result().output();
        move.setString(17, output == null ? null : output.json());
        move.setString(18, output == null ? null : output.type());
        move.setString(19, run.result().error());
        move.setBytes(20, run.result().notes());
    }
}

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
import java.util.List;
import java.util.Objects;
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
            WHERE id = ?1 AND owner = ?2""";

    private static final String WITH_RUN =
            MOVE.formatted(Moves.COMMON, "?9, ?10, ?11, ?12, ?13, ?14, ?15, NULLIF(?16, 0), ?17, ?18, ?19, ?20");

    // The run columns hold the only run; if the execution has several steps, that run has its own row by now.
    private static final String WITHOUT_RUN = MOVE.formatted(
            Moves.COMMON,
            Arrays.stream(RunRows.INLINE.split(", ", -1))
                    .map(column -> "CASE WHEN ?8 = 1 THEN " + column + " END")
                    .collect(Collectors.joining(", ")));

    // Ids and times differ from row to row. CROSS JOIN keeps SQLite from reading the table of executions first.
    private static final String SIMILAR = """
            INSERT INTO baton_ended (%s)
            %s
            SELECT e.id, name, trigger, NULLIF(scheduled, 0), created, NULLIF(not_before, 0), parameters, key, queue,
                   labels, priority, ?3, ?4, ?5, %s, %s, ?8, ?9, ?10, ?11, ?12, ?13, %s, %s, NULLIF(?16, 0), ?17, ?18,
                   ?19, ?20
            FROM numbers
            CROSS JOIN baton_execution AS e ON e.id = %s
            WHERE owner = ?2""".formatted(
                    Moves.COMMON,
                    PackedRows.numbers(21),
                    PackedRows.time(6),
                    PackedRows.time(7),
                    PackedRows.time(14),
                    PackedRows.time(15),
                    PackedRows.id(1));

    private static final String REMOVE_SIMILAR = """
            DELETE FROM baton_execution
            WHERE owner = ?2 AND id IN (
                %s
                SELECT %s
                FROM numbers
            )""".formatted(PackedRows.numbers(3), PackedRows.id(1));

    private static final String REMOVE = """
            DELETE FROM baton_execution
            WHERE id = ?1 AND owner = ?2""";

    private final KeptStatements statements;

    SqliteEnds(KeptStatements statements) {
        this.statements = statements;
    }

    void write(Connection connection, UUID node, Collection<Ending> endings) throws SQLException {
        byte[] owner = Ids.toBytes(node);
        for (List<Ending> similar : PackedRows.stretches(List.copyOf(endings), SqliteEnds::areSimilar)) {
            if (similar.size() < PackedRows.FEWEST) {
                writeEach(connection, owner, similar);
            } else {
                writeSimilar(connection, owner, similar);
            }
        }
    }

    private void writeEach(Connection connection, byte[] owner, List<Ending> endings) throws SQLException {
        PreparedStatement remove = statements.on(connection, REMOVE);
        for (Ending ending : endings) {
            byte[] id = Ids.toBytes(ending.execution().id());
            PreparedStatement move = statements.on(connection, ending.run() == null ? WITHOUT_RUN : WITH_RUN);
            move.setBytes(1, id);
            move.setBytes(2, owner);
            bind(move, ending);
            if (move.executeUpdate() > 0) {
                remove.setBytes(1, id);
                remove.setBytes(2, owner);
                remove.executeUpdate();
            }
        }
    }

    private void writeSimilar(Connection connection, byte[] owner, List<Ending> similar) throws SQLException {
        byte[] ids = PackedRows.ids(similar, ending -> ending.execution().id());
        PreparedStatement move = statements.on(connection, SIMILAR);
        bind(move, similar.get(0));
        move.setBytes(1, ids);
        move.setBytes(2, owner);
        move.setBytes(
                6,
                PackedRows.times(similar, ending -> ending.execution().state().begun()));
        move.setBytes(
                7,
                PackedRows.times(similar, ending -> ending.execution().state().ended()));
        move.setBytes(14, PackedRows.times(similar, ending -> times(ending).started()));
        move.setBytes(15, PackedRows.times(similar, ending -> times(ending).finished()));
        move.setInt(21, similar.size());
        move.executeUpdate();
        PreparedStatement remove = statements.on(connection, REMOVE_SIMILAR);
        remove.setBytes(1, ids);
        remove.setBytes(2, owner);
        remove.setInt(3, similar.size());
        remove.executeUpdate();
    }

    /** Whether two executions of one step ended alike: they differ in nothing but their ids and times. */
    private static boolean areSimilar(Ending one, Ending other) {
        RunRecord run = one.run();
        RunRecord otherRun = other.run();
        if (run == null
                || otherRun == null
                || run.result().notes() != null
                || otherRun.result().notes() != null) {
            return false;
        }
        ExecutionRecord.State state = one.execution().state();
        ExecutionRecord.State otherState = other.execution().state();
        return Objects.equals(state.plan(), otherState.plan())
                && state.status() == otherState.status()
                && state.flags() == otherState.flags()
                && state.steps() == otherState.steps()
                && run.state().equals(otherRun.state())
                && run.times().notBefore() == otherRun.times().notBefore()
                && Objects.equals(run.result().output(), otherRun.result().output())
                && Objects.equals(run.result().error(), otherRun.result().error())
                && Objects.equals(
                        RunRows.job(run, one.execution().name()),
                        RunRows.job(otherRun, other.execution().name()))
                && earliest(one) >= 0
                && earliest(other) >= 0;
    }

    private static long earliest(Ending ending) {
        ExecutionRecord.State state = ending.execution().state();
        return Math.min(
                Math.min(state.begun(), state.ended()),
                Math.min(times(ending).started(), times(ending).finished()));
    }

    private static RunRecord.Times times(Ending ending) {
        return Objects.requireNonNull(ending.run()).times();
    }

    private static void bind(PreparedStatement move, Ending ending) throws SQLException {
        bind(move, ending.execution().state());
        RunRecord run = ending.run();
        if (run != null) {
            bind(move, run, ending.execution().name());
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

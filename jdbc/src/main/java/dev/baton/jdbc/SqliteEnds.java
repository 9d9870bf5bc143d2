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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Moves executions that end, and their only runs, to the table of ended executions, on SQLite. */
final class SqliteEnds {

    /**
     * The condition that an execution has an owner: this node, since there is no other. Whether the node has claimed it
     * is a parameter.
     */
    private static final String OWNED = "(owner IS NOT NULL OR ?%d)";

    /** The parameter of the statements that move executions. */
    private static final int CLAIMED = 20;

    private static final String MOVE = """
            INSERT INTO baton_ended (%s)
            SELECT id, name, trigger, NULLIF(scheduled, 0), created, NULLIF(not_before, 0), parameters, key, queue,
                   labels, priority, ?2, ?3, ?4, ?5, ?6, ?7, %s
            FROM baton_execution
            WHERE id = ?1 AND %s""";

    private static final String WITH_RUN = MOVE.formatted(
            Moves.COMMON,
            "?8, ?9, ?10, ?11, ?12, ?13, ?14, NULLIF(?15, 0), ?16, ?17, ?18, ?19",
            OWNED.formatted(CLAIMED));

    // The run columns hold the only run; if the execution has several steps, that run has its own row by now.
    private static final String WITHOUT_RUN = MOVE.formatted(
            Moves.COMMON,
            Arrays.stream(RunRows.INLINE.split(", ", -1))
                    .map(column -> "CASE WHEN ?7 = 1 THEN " + column + " END")
                    .collect(Collectors.joining(", ")),
            OWNED.formatted(CLAIMED));

    // Ids and times differ from row to row. CROSS JOIN keeps SQLite from reading the table of executions first.
    private static final String SIMILAR = """
            INSERT INTO baton_ended (%s)
            SELECT id, name, trigger, NULLIF(scheduled, 0), created, NULLIF(not_before, 0), parameters, key, queue,
                   labels, priority, ?2, ?3, ?4, %s, %s, ?7, ?8, ?9, ?10, ?11, ?12, %s, %s, NULLIF(?15, 0), ?16, ?17,
                   ?18, ?19
            FROM baton_number
            CROSS JOIN baton_execution ON id = %s
            WHERE i < ?21 AND %s""".formatted(
                    Moves.COMMON,
                    PackedRows.time(5),
                    PackedRows.time(6),
                    PackedRows.time(13),
                    PackedRows.time(14),
                    PackedRows.id(1),
                    OWNED.formatted(CLAIMED));

    private static final String REMOVE = """
            DELETE FROM baton_execution
            WHERE id = ?1""";

    private static final String SIMILAR_IDS = """
            IN (
                SELECT %s
                FROM baton_number
                WHERE i < ?2
            )""".formatted(PackedRows.id(1));

    // The condition would double the cost, and is needed only where not all were moved.
    private static final String REMOVE_SIMILAR = REMOVE.replace("= ?1", SIMILAR_IDS);
    private static final String REMOVE_OWNED = REMOVE_SIMILAR + " AND " + OWNED.formatted(3);

    private final KeptStatements statements;
    private final ClaimLists lists;

    SqliteEnds(KeptStatements statements, ClaimLists lists) {
        this.statements = statements;
        this.lists = lists;
    }

    void write(Connection connection, Collection<Ending> endings) throws SQLException {
        for (List<Ending> similar : PackedRows.stretches(List.copyOf(endings), this::areSimilar)) {
            if (similar.size() < PackedRows.FEWEST) {
                writeEach(connection, similar);
            } else {
                writeSimilar(connection, similar);
            }
        }
    }

    private void writeEach(Connection connection, List<Ending> endings) throws SQLException {
        for (Ending ending : endings) {
            byte[] id = Ids.toBytes(ending.execution().id());
            PreparedStatement move = statements.on(connection, ending.run() == null ? WITHOUT_RUN : WITH_RUN);
            move.setBytes(1, id);
            bind(move, ending);
            if (move.executeUpdate() > 0) {
                PreparedStatement remove = statements.on(connection, REMOVE);
                remove.setBytes(1, id);
                remove.executeUpdate();
            }
        }
    }

    private void writeSimilar(Connection connection, List<Ending> similar) throws SQLException {
        byte[] ids = PackedRows.ids(similar, ending -> ending.execution().id());
        PreparedStatement move = statements.on(connection, SIMILAR);
        bind(move, similar.get(0));
        move.setBytes(1, ids);
        PackedRows.setTimes(
                move, 5, similar, ending -> ending.execution().state().begun());
        PackedRows.setTimes(
                move, 6, similar, ending -> ending.execution().state().ended());
        PackedRows.setTimes(move, 13, similar, ending -> times(ending).started());
        PackedRows.setTimes(move, 14, similar, ending -> times(ending).finished());
        move.setInt(21, similar.size());
        boolean allMoved = move.executeUpdate() == similar.size();
        PreparedStatement remove = statements.on(connection, allMoved ? REMOVE_SIMILAR : REMOVE_OWNED);
        remove.setBytes(1, ids);
        remove.setInt(2, similar.size());
        if (!allMoved) {
            remove.setBoolean(3, isClaimed(similar.get(0)));
        }
        remove.executeUpdate();
    }

    private boolean isClaimed(Ending ending) {
        return lists.has(ending.execution().id());
    }

    /** Whether two executions of one step ended alike: they differ in nothing but their ids and times. */
    private boolean areSimilar(Ending one, Ending other) {
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
        return isClaimed(one) == isClaimed(other)
                && Objects.equals(state.plan(), otherState.plan())
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

    private void bind(PreparedStatement move, Ending ending) throws SQLException {
        move.setBoolean(CLAIMED, isClaimed(ending));
        bind(move, ending.execution().state());
        RunRecord run = ending.run();
        if (run != null) {
            bind(move, run, ending.execution().name());
        }
    }

    private static void bind(PreparedStatement move, ExecutionRecord.State state) throws SQLException {
        move.setBytes(2, SqliteWriter.bytes(state.plan()));
        move.setString(3, state.status().toString());
        move.setInt(4, state.flags());
        move.setLong(5, state.begun());
        move.setLong(6, state.ended());
        move.setInt(7, state.steps());
    }

    private static void bind(PreparedStatement move, RunRecord run, String name) throws SQLException {
        move.setString(8, RunRows.job(run, name));
        move.setString(9, run.state().status().toString());
        move.setInt(10, run.state().attempt());
        move.setInt(11, run.state().why());
        move.setBoolean(12, run.state().withheld());
        move.setLong(13, run.times().started());
        move.setLong(14, run.times().finished());
        move.setLong(15, run.times().notBefore());
        Codec.@Nullable Encoded output = run.result().output();
        move.setString(16, output == null ? null : output.json());
        move.setString(17, output == null ? null : output.type());
        move.setString(18, run.result().error());
        move.setBytes(19, run.result().notes());
    }
}

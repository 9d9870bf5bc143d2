package dev.baton.jdbc;

import dev.baton.jdbc.Writer.Ending;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Moves executions that end, and their only runs, to the table of ended executions, on PostgreSQL. */
final class PostgresEnds {

    private static final List<String> EXECUTION = List.of(
            "id uuid", "plan uuid", "status text", "flags integer", "begun bigint", "ended bigint", "steps integer");

    private static final List<String> RUN = List.of(
            "run_job text",
            "run_status text",
            "run_attempt integer",
            "run_why integer",
            "run_withheld boolean",
            "run_started bigint",
            "run_finished bigint",
            "run_not_before bigint",
            "output text",
            "output_type text",
            "error text",
            "notes bytea");

    // The CASE makes PostgreSQL check the owner row by row; the planner has no statistics for it that could mislead it.
    private static final String MOVE = """
            WITH gone AS (
                DELETE FROM baton_execution AS e
                USING %s AS c
                WHERE e.id = c.id AND CASE WHEN e.owner = ? THEN true ELSE false END
                RETURNING e.id, e.name, e.trigger, NULLIF(e.scheduled, 0), e.created, NULLIF(e.not_before, 0),
                          e.parameters, e.key, e.queue, e.labels, e.priority, c.plan, c.status, c.flags, c.begun,
                          c.ended, c.steps, %s
            )
            INSERT INTO baton_ended (%s)
            SELECT *
            FROM gone""";

    // An execution whose only run ends with it is known in full: deleting its row and inserting another costs less than
    // handing the row on from one to the other.
    static final String REMOVE = """
            DELETE FROM baton_execution AS e
            WHERE e.id = ANY (?) AND CASE WHEN e.owner = ? THEN true ELSE false END
            RETURNING e.id""";

    private static final List<String> CREATION = List.of(
            "name text",
            "trigger text",
            "scheduled bigint",
            "created bigint",
            "not_before bigint",
            "parameters text",
            "key text",
            "queue text",
            "labels text",
            "priority integer");

    private static final String INSERT = """
            INSERT INTO baton_ended (%s)
            SELECT %s
            FROM %s AS ended""".formatted(
                    Moves.COMMON,
                    Moves.COMMON
                            .replace(" scheduled,", " NULLIF(scheduled, 0),")
                            .replace(" not_before,", " NULLIF(not_before, 0),")
                            .replace("run_not_before", "NULLIF(run_not_before, 0)")
                            .replace("labels", "labels::text[]"),
                    rows(Stream.of(EXECUTION, CREATION, RUN).flatMap(List::stream)));

    // The run columns hold the only run; if the execution has several steps, that run has its own row by now.
    static final String WITHOUT_RUN = MOVE.formatted(rows(EXECUTION.stream()), kept(), Moves.COMMON);

    private static String rows(Stream<String> columns) {
        return Columns.rows(columns.toArray(String[]::new));
    }

    private static String kept() {
        List<String> columns = new ArrayList<>();
        for (String column : RunRows.INLINE.split(", ", -1)) {
            columns.add("CASE WHEN c.steps = 1 THEN e." + column + " END");
        }
        return String.join(", ", columns);
    }

    void write(Connection connection, UUID node, Collection<Ending> endings) throws SQLException {
        List<Ending> withRun = new ArrayList<>(endings.size());
        List<Ending> withoutRun = new ArrayList<>();
        for (Ending ending : endings) {
            (ending.run() == null ? withoutRun : withRun).add(ending);
        }
        if (!withRun.isEmpty()) {
            insert(connection, remove(connection, node, withRun));
        }
        if (!withoutRun.isEmpty()) {
            try (PreparedStatement move = connection.prepareStatement(WITHOUT_RUN)) {
                Columns<Ending> columns = new Columns<>(connection, move, withoutRun, EXECUTION.size());
                move.setObject(executions(columns).next(), node);
                move.executeUpdate();
            }
        }
    }

    /** Removes the active rows of executions, and returns the executions that this node owned. */
    private static List<Ending> remove(Connection connection, UUID node, List<Ending> endings) throws SQLException {
        List<UUID> ids = endings.stream().map(ending -> ending.execution().id()).toList();
        try (PreparedStatement delete = connection.prepareStatement(REMOVE)) {
            delete.setObject(1, Dialect.POSTGRES.ids(connection, ids));
            delete.setObject(2, node);
            try (ResultSet rows = delete.executeQuery()) {
                Set<UUID> removed = new HashSet<>(Dialect.POSTGRES.idList(rows));
                return removed.size() == endings.size()
                        ? endings
                        : endings.stream()
                                .filter(ending ->
                                        removed.contains(ending.execution().id()))
                                .toList();
            }
        }
    }

    private static void insert(Connection connection, List<Ending> endings) throws SQLException {
        if (endings.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            int columns = EXECUTION.size() + CREATION.size() + RUN.size();
            runs(creations(executions(new Columns<>(connection, insert, endings, columns))));
            insert.executeUpdate();
        }
    }

    private static Columns<Ending> executions(Columns<Ending> columns) throws SQLException {
        return columns.ids(ending -> ending.execution().id())
                .ids(ending -> state(ending).plan())
                .texts(ending -> state(ending).status().toString())
                .ints(ending -> state(ending).flags())
                .longs(ending -> state(ending).begun())
                .longs(ending -> state(ending).ended())
                .ints(ending -> state(ending).steps());
    }

    private static Columns<Ending> creations(Columns<Ending> columns) throws SQLException {
        return columns.texts(ending -> ending.execution().name())
                .texts(ending -> cause(ending).trigger().toString())
                .longs(ending -> cause(ending).scheduled())
                .longs(ending -> cause(ending).created())
                .longs(ending -> cause(ending).notBefore())
                .texts(ending -> cause(ending).parameters())
                .texts(ending -> cause(ending).key())
                .texts(ending -> ending.execution().place().queue())
                .texts(ending ->
                        PostgresWriter.arrayText(ending.execution().place().labels()))
                .ints(ending -> ending.execution().place().priority());
    }

    private static Columns<Ending> runs(Columns<Ending> columns) throws SQLException {
        return columns.texts(
                        ending -> RunRows.job(run(ending), ending.execution().name()))
                .texts(ending -> run(ending).state().status().toString())
                .ints(ending -> run(ending).state().attempt())
                .ints(ending -> run(ending).state().why())
                .flags(ending -> run(ending).state().withheld())
                .longs(ending -> run(ending).times().started())
                .longs(ending -> run(ending).times().finished())
                .longs(ending -> run(ending).times().notBefore())
                .texts(ending -> PostgresRuns.json(run(ending)))
                .texts(ending -> PostgresRuns.type(run(ending)))
                .texts(ending -> PostgresRuns.clean(run(ending).result().error()))
                .bytes(ending -> run(ending).result().notes());
    }

    private static ExecutionRecord.State state(Ending ending) {
        return ending.execution().state();
    }

    private static ExecutionRecord.Cause cause(Ending ending) {
        return ending.execution().cause();
    }

    private static RunRecord run(Ending ending) {
        return Objects.requireNonNull(ending.run());
    }
}

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

/** Moves executions that end, and their only runs, to the table of ended executions, on PostgreSQL. */
final class PostgresEnds {

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
            WHERE e.id = ANY (?) AND CASE WHEN e.owner = ? THEN true ELSE false END""";

    private static final String KNOWN = """
            SELECT id
            FROM baton_execution
            WHERE id = ANY (?)
            UNION ALL
            SELECT id
            FROM baton_ended
            WHERE id = ANY (?)""";

    static final String INSERT = """
            INSERT INTO baton_ended (COLUMNS)
            SELECT VALUES
            FROM %s AS ended""".replace("COLUMNS", Moves.COMMON).replace(
            "VALUES",
            Moves.COMMON
                    .replace(" scheduled,", " NULLIF(scheduled, 0),")
                    .replace(" not_before,", " NULLIF(not_before, 0),")
                    .replace("run_not_before", "NULLIF(run_not_before, 0)")
                    .replace("labels", "labels::text[]"));

    // The run columns hold the only run; if the execution has several steps, that run has its own row by now.
    static final String WITHOUT_RUN = MOVE.formatted("%s", kept(), Moves.COMMON);

    static final Columns<Ending> STATE = state(new Columns<>());
    private static final Columns<Ending> WHOLE = run(creation(STATE));

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
            PostgresWriter.update(connection, WITHOUT_RUN, STATE.of(withoutRun), node);
        }
    }

    /** Removes the active rows of executions, and returns the executions that this node owned. */
    private static List<Ending> remove(Connection connection, UUID node, List<Ending> endings) throws SQLException {
        List<UUID> ids = endings.stream().map(ending -> ending.execution().id()).toList();
        try (PreparedStatement delete = connection.prepareStatement(REMOVE)) {
            delete.setObject(1, Dialect.POSTGRES.ids(connection, ids));
            delete.setObject(2, node);
            return delete.executeUpdate() == ids.size() ? endings : without(known(connection, ids), endings);
        }
    }

    /** The executions that are still active, because another node owns them, or had ended before. */
    private static Set<UUID> known(Connection connection, List<UUID> ids) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(KNOWN)) {
            query.setObject(1, Dialect.POSTGRES.ids(connection, ids));
            query.setObject(2, Dialect.POSTGRES.ids(connection, ids));
            try (ResultSet rows = query.executeQuery()) {
                return new HashSet<>(Dialect.POSTGRES.idList(rows));
            }
        }
    }

    private static List<Ending> without(Set<UUID> ids, List<Ending> endings) {
        return endings.stream()
                .filter(ending -> !ids.contains(ending.execution().id()))
                .toList();
    }

    private static void insert(Connection connection, List<Ending> endings) throws SQLException {
        if (!endings.isEmpty()) {
            PostgresWriter.update(connection, INSERT, WHOLE.of(endings));
        }
    }

    static Columns<Ending> state(Columns<Ending> columns) {
        return columns.id("id", ending -> ending.execution().id())
                .id("plan", ending -> state(ending).plan())
                .text("status", ending -> state(ending).status().toString())
                .integer("flags", ending -> state(ending).flags())
                .bigint("begun", ending -> state(ending).begun())
                .bigint("ended", ending -> state(ending).ended())
                .integer("steps", ending -> state(ending).steps());
    }

    private static Columns<Ending> creation(Columns<Ending> columns) {
        return columns.text("name", ending -> ending.execution().name())
                .text("trigger", ending -> cause(ending).trigger().toString())
                .bigint("scheduled", ending -> cause(ending).scheduled())
                .bigint("created", ending -> cause(ending).created())
                .bigint("not_before", ending -> cause(ending).notBefore())
                .text("parameters", ending -> cause(ending).parameters())
                .text("key", ending -> cause(ending).key())
                .text("queue", ending -> ending.execution().place().queue())
                .text(
                        "labels",
                        ending -> PostgresWriter.arrayText(
                                ending.execution().place().labels()))
                .integer("priority", ending -> ending.execution().place().priority());
    }

    private static Columns<Ending> run(Columns<Ending> columns) {
        return columns.text(
                        "run_job",
                        ending -> RunRows.job(run(ending), ending.execution().name()))
                .text("run_status", ending -> run(ending).state().status().toString())
                .integer("run_attempt", ending -> run(ending).state().attempt())
                .integer("run_why", ending -> run(ending).state().why())
                .flag("run_withheld", ending -> run(ending).state().withheld())
                .bigint("run_started", ending -> run(ending).times().started())
                .bigint("run_finished", ending -> run(ending).times().finished())
                .bigint("run_not_before", ending -> run(ending).times().notBefore())
                .text("output", ending -> PostgresRuns.json(run(ending)))
                .text("output_type", ending -> PostgresRuns.type(run(ending)))
                .text("error", ending -> PostgresRuns.clean(run(ending).result().error()))
                .bytes("notes", ending -> run(ending).result().notes());
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

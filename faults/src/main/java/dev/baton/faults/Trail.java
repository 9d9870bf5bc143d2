package dev.baton.faults;

import dev.baton.jdbc.Dialect;
import dev.baton.jdbc.Stores;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in the database: what became of executions and nodes, written by triggers and so by nobody who might be
 * mistaken about it. It tells what the tables do not tell any more: who was the owner of what, and what was written
 * twice.
 *
 * @param moves by execution, where it was owned, in order; none on a database for one process
 * @param ends by execution, each time that the end of a run was written
 * @param deaths by process, when one of its nodes was declared dead
 */
record Trail(Map<UUID, List<Move>> moves, Map<UUID, List<End>> ends, Map<String, List<Death>> deaths) {

    /** The name of a run r of an execution e: one of the runs of a fan-out has the number it has among them. */
    static final String NAME = "CASE WHEN e.name LIKE '%/items' THEN e.name || '/' || r.step ELSE r.job END";

    /** SQLite's clock counts milliseconds, and rounds. */
    static final long CLOCK_ERROR_MICROS = 1_000;

    /**
     * An execution went from one owner to another, or to none.
     *
     * @param node the former owner; null when there was none
     * @param from the process of the former owner
     * @param to the process of the new owner
     * @param ended whether it has none because it has ended
     * @param asleep whether it has none because it only waits
     * @param writer the process that wrote it
     */
    record Move(
            @Nullable UUID node,
            @Nullable String from,
            @Nullable String to,
            boolean ended,
            boolean asleep,
            String writer,
            long at) {

        /** Of an execution that was not put to sleep. */
        Move(@Nullable UUID node, @Nullable String from, @Nullable String to, boolean ended, String writer, long at) {
            this(node, from, to, ended, false, writer, at);
        }

        /** Whether somebody lost an execution that had not ended and was not put to sleep. */
        boolean isLoss() {
            return from != null && !ended && !asleep;
        }

        /** The process that lost it. */
        String process() {
            return Objects.requireNonNull(from, "nobody lost anything");
        }
    }

    /** The end of a run was written, by which process, and which one was at that time its execution's owner. */
    record End(
            String job,
            String status,
            @Nullable String owner,
            @Nullable String writer,
            long at) {}

    /** A node was declared dead whose lease had been over since a time. */
    record Death(UUID node, long expired, long at) {}

    /** Makes the tables of the store before any node does, and the triggers on them. */
    static void lay(Database database) throws SQLException {
        String triggers = "trail-" + database.dialect().name().toLowerCase(Locale.ROOT) + ".sql";
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(Stores.ddl(database.dialect()));
            statement.executeUpdate(resource(triggers));
        }
    }

    private static String resource(String name) {
        try (InputStream in = Trail.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing on the class path: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Trail read(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            return new Trail(
                    moves(statement),
                    ends(statement, database.dialect() == Dialect.SQLITE ? "hex(e.id)" : "e.id"),
                    deaths(statement));
        }
    }

    private static Map<UUID, List<Move>> moves(Statement statement) throws SQLException {
        Map<UUID, List<Move>> moves = new HashMap<>();
        try (ResultSet row = statement.executeQuery("""
                SELECT m.execution, m.former, f.process, h.process, m.ended, m.asleep, m.process, m.at
                FROM trail_owner AS m
                LEFT JOIN trail_node AS f ON f.id = m.former
                LEFT JOIN trail_node AS h ON h.id = m.owner
                ORDER BY m.number""")) {
            while (row.next()) {
                String former = row.getString(2);
                moves.computeIfAbsent(Database.id(row.getString(1)), id -> new ArrayList<>())
                        .add(new Move(
                                former == null ? null : Database.id(former),
                                row.getString(3),
                                row.getString(4),
                                row.getBoolean(5),
                                row.getBoolean(6),
                                row.getString(7),
                                row.getLong(8)));
            }
        }
        return moves;
    }

    private static Map<UUID, List<End>> ends(Statement statement, String executionId) throws SQLException {
        Map<UUID, List<End>> ends = new HashMap<>();
        try (ResultSet row = statement.executeQuery("""
                SELECT r.execution, %s, r.status, h.process, r.process, r.at
                FROM trail_end AS r
                JOIN baton_executions AS e ON %s = r.execution
                LEFT JOIN trail_node AS h ON h.id = r.owner
                ORDER BY r.at""".formatted(NAME, executionId))) {
            while (row.next()) {
                ends.computeIfAbsent(Database.id(row.getString(1)), id -> new ArrayList<>())
                        .add(new End(
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                row.getLong(6)));
            }
        }
        return ends;
    }

    private static Map<String, List<Death>> deaths(Statement statement) throws SQLException {
        Map<String, List<Death>> deaths = new HashMap<>();
        try (ResultSet row = statement.executeQuery("""
                SELECT n.process, d.node, d.expires, d.at
                FROM trail_death AS d
                JOIN trail_node AS n ON n.id = d.node
                ORDER BY d.at""")) {
            while (row.next()) {
                deaths.computeIfAbsent(row.getString(1), process -> new ArrayList<>())
                        .add(new Death(Database.id(row.getString(2)), row.getLong(3), row.getLong(4)));
            }
        }
        return deaths;
    }

    List<Move> movesOf(UUID execution) {
        return moves.getOrDefault(execution, List.of());
    }

    List<End> endsOf(UUID execution, String job) {
        return ends.getOrDefault(execution, List.of()).stream()
                .filter(end -> end.job().equals(job))
                .toList();
    }

    List<Death> deathsOf(String process) {
        return deaths.getOrDefault(process, List.of());
    }

    /** The process at which an execution was owned at some time; null when it had no owner then. */
    @Nullable String homeAt(UUID execution, long time) {
        String owner = null;
        for (Move move : movesOf(execution)) {
            if (move.at() <= time) {
                owner = move.to();
            }
        }
        return owner;
    }
}

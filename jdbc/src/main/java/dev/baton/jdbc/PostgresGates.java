package dev.baton.jdbc;

import dev.baton.policy.Overlap;
import dev.baton.spi.Store.Admission;
import dev.baton.spi.Store.Gate;
import dev.baton.spi.Store.PermitRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gates that all nodes share. Each admission locks the row of its gate, so that admissions at one gate are serialised.
 */
final class PostgresGates {

    private static final String LOCK = """
            SELECT 1
            FROM baton_gate
            WHERE name = ?
            FOR UPDATE""";

    private static final String ADD = """
            INSERT INTO baton_gate (name)
            VALUES (?)
            ON CONFLICT DO NOTHING""";

    // A request of an execution that has ended or changed its owner would never be returned.
    private static final String ARRIVE = """
            INSERT INTO baton_permit (execution, step, node, rank, otherwise, gate)
            SELECT a.*
            FROM %s AS a
            WHERE EXISTS (
                      SELECT 1
                      FROM baton_execution AS e
                      WHERE e.id = a.execution AND e.owner = a.node AND e.ended = 0
                        AND (a.step <> 0 OR coalesce(e.run_finished, 0) = 0)
                  )
              AND NOT EXISTS (
                      SELECT 1
                      FROM baton_run AS r
                      WHERE r.execution = a.execution AND r.step = a.step AND r.finished <> 0
                  )
            ON CONFLICT (gate, execution, step) DO UPDATE
            SET node = excluded.node,
                rank = excluded.rank,
                otherwise = excluded.otherwise""";

    private static final Columns<PermitRequest> REQUESTS = new Columns<PermitRequest>()
            .id("execution", PermitRequest::execution)
            .integer("step", PermitRequest::step)
            .id("node", PermitRequest::node);

    private static final Columns<PermitRequest> ARRIVING = REQUESTS.bigint("rank", PermitRequest::rank)
            .text("otherwise", request -> request.otherwise().name().toLowerCase(Locale.ROOT));

    // The transaction's own time may be from before the lock; a gate's time does not go back.
    private static final String COUNT = """
            SELECT count(*),
                   count(*) FILTER (WHERE replaced)
            FROM baton_permit
            WHERE gate = ? AND admitted IS NOT NULL""";

    private static final String IN_ALREADY = """
            SELECT p.execution, p.step, p.node, p.rank, p.otherwise
            FROM baton_permit AS p
            JOIN %s AS a
                ON p.execution = a.execution AND p.step = a.step AND p.node = a.node
            WHERE p.gate = ? AND p.admitted IS NOT NULL
            ORDER BY p.rank, p.execution, p.step""";

    // Locked requests are leaving the gate.
    private static final String ADMIT = """
            WITH first AS MATERIALIZED (
                SELECT execution, step
                FROM baton_permit
                WHERE gate = ? AND admitted IS NULL
                ORDER BY rank, execution, step
                LIMIT ?
                FOR UPDATE SKIP LOCKED
            )
            UPDATE baton_permit AS p
            SET admitted = ?
            FROM first
            WHERE p.gate = ? AND p.execution = first.execution AND p.step = first.step
            RETURNING p.execution, p.step, p.node, p.rank, p.otherwise""";

    private static final String REFUSE = """
            DELETE FROM baton_permit
            WHERE gate = ? AND admitted IS NULL AND otherwise = 'skip'
            RETURNING execution, step, node, rank, otherwise""";

    // One row is enough to know whether any request waits; the line may be long.
    private static final String WAITING = """
            SELECT count(*)
            FROM (
                SELECT 1
                FROM baton_permit
                WHERE gate = ? AND admitted IS NULL
                ORDER BY rank
                LIMIT 1
            ) AS first""";

    private static final String REPLACING = """
            SELECT count(*)
            FROM baton_permit
            WHERE gate = ? AND admitted IS NULL AND otherwise = 'replace'""";

    private static final String CHOOSE = """
            WITH oldest AS MATERIALIZED (
                SELECT execution, step
                FROM baton_permit
                WHERE gate = ? AND admitted IS NOT NULL AND NOT replaced
                ORDER BY admitted, rank, execution, step
                LIMIT ?
            )
            UPDATE baton_permit AS p
            SET replaced = true
            FROM oldest
            WHERE p.gate = ? AND p.execution = oldest.execution AND p.step = oldest.step""";

    private static final String CHOSEN = """
            SELECT execution, step, node, rank, otherwise
            FROM baton_permit
            WHERE gate = ? AND admitted IS NOT NULL AND replaced
            ORDER BY admitted, rank, execution, step""";

    private static final String FIRST_IN = """
            SELECT execution, step, node, rank, otherwise
            FROM baton_permit
            WHERE gate = ? AND admitted IS NOT NULL
            ORDER BY admitted, rank, execution, step
            LIMIT 1""";

    /** The same order as for requests that leave, so that neither waits for the other. */
    private static final Comparator<PermitRequest> IN_ORDER =
            Comparator.comparing(PermitRequest::execution).thenComparing(PermitRequest::step);

    private final PostgresRates rates = new PostgresRates();

    Admission admit(Connection connection, Gate gate, List<PermitRequest> arriving, long now) throws SQLException {
        lock(connection, gate.name());
        arrive(connection, gate.name(), arriving);
        List<PermitRequest> admitted = new ArrayList<>(inAlready(connection, gate.name(), arriving));

        long[] in = count(connection, COUNT, gate.name(), 2);
        PostgresRates.Allowance allowance = rates.allowance(connection, gate, now);
        long room = Math.max(0, gate.limit() - in[0]);
        List<PermitRequest> entering = enter(connection, gate, Math.min(room, allowance.most()), allowance.now());
        admitted.addAll(entering);
        rates.record(connection, gate, allowance.now(), entering.size());

        // Requests with mode SKIP are refused on arrival; they never wait.
        List<PermitRequest> refused =
                asksFor(Overlap.Mode.SKIP, arriving) ? requests(connection, REFUSE, gate.name()) : List.of();
        room -= entering.size();
        List<PermitRequest> toReplace = List.of();
        if (asksFor(Overlap.Mode.REPLACE, arriving)) {
            long replacing = count(connection, REPLACING, gate.name(), 1)[0];
            choose(connection, gate.name(), replacing - room - in[1]);
            toReplace = replacing > 0 ? requests(connection, CHOSEN, gate.name()) : List.of();
        }
        boolean waits = gate.rate() > 0 && room > 0 && count(connection, WAITING, gate.name(), 1)[0] > 0;
        long next = waits ? rates.next(connection, gate) : 0;
        PermitRequest holder = refused.isEmpty() ? null : first(requests(connection, FIRST_IN, gate.name()));
        return new Admission(admitted, refused, toReplace, next, holder);
    }

    private static @Nullable PermitRequest first(List<PermitRequest> requests) {
        return requests.isEmpty() ? null : requests.get(0);
    }

    private static void lock(Connection connection, String gate) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(LOCK)) {
            query.setString(1, gate);
            for (; ; ) {
                try (ResultSet row = query.executeQuery()) {
                    if (row.next()) {
                        return;
                    }
                }
                try (PreparedStatement insert = connection.prepareStatement(ADD)) {
                    insert.setString(1, gate);
                    insert.executeUpdate();
                }
            }
        }
    }

    private static void arrive(Connection connection, String gate, List<PermitRequest> arriving) throws SQLException {
        if (arriving.isEmpty()) {
            return;
        }
        List<PermitRequest> inOrder = arriving.stream().sorted(IN_ORDER).toList();
        PostgresWriter.update(
                connection, ARRIVE, ARRIVING.text("gate", request -> gate).of(inOrder));
    }

    private static List<PermitRequest> inAlready(Connection connection, String gate, List<PermitRequest> arriving)
            throws SQLException {
        if (arriving.isEmpty()) {
            return List.of();
        }
        Columns.Rows rows = REQUESTS.of(arriving);
        try (PreparedStatement query = connection.prepareStatement(IN_ALREADY.formatted(rows.table()))) {
            query.setString(rows.bind(connection, query), gate);
            return read(query);
        }
    }

    private static List<PermitRequest> enter(Connection connection, Gate gate, long most, long now)
            throws SQLException {
        if (most <= 0) {
            return List.of();
        }
        try (PreparedStatement update = connection.prepareStatement(ADMIT)) {
            update.setString(1, gate.name());
            update.setLong(2, most);
            update.setLong(3, now);
            update.setString(4, gate.name());
            return read(update);
        }
    }

    private static boolean asksFor(Overlap.Mode mode, List<PermitRequest> arriving) {
        return arriving.stream().anyMatch(request -> request.otherwise() == mode);
    }

    private static void choose(Connection connection, String gate, long most) throws SQLException {
        if (most <= 0) {
            return;
        }
        try (PreparedStatement update = connection.prepareStatement(CHOOSE)) {
            update.setString(1, gate);
            update.setLong(2, most);
            update.setString(3, gate);
            update.executeUpdate();
        }
    }

    private static List<PermitRequest> requests(Connection connection, String sql, String gate) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, gate);
            return read(statement);
        }
    }

    private static List<PermitRequest> read(PreparedStatement statement) throws SQLException {
        List<PermitRequest> requests = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                UUID execution = Objects.requireNonNull(rows.getObject(1, UUID.class));
                UUID node = Objects.requireNonNull(rows.getObject(3, UUID.class));
                Overlap.Mode otherwise = Overlap.Mode.valueOf(rows.getString(5).toUpperCase(Locale.ROOT));
                requests.add(new PermitRequest(execution, rows.getInt(2), node, rows.getLong(4), otherwise));
            }
        }
        return requests;
    }

    private static long[] count(Connection connection, String sql, String gate, int columns) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, gate);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                long[] counts = new long[columns];
                for (int i = 0; i < columns; i++) {
                    counts[i] = row.getLong(i + 1);
                }
                return counts;
            }
        }
    }
}

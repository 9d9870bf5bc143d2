package dev.baton.jdbc;

import dev.baton.spi.GateState;
import dev.baton.spi.Store.AtGate;
import dev.baton.spi.Store.Gate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Shows the permits and requests at a gate to people, without a lock and without reading more of a long line than it counts. */
final class PostgresGateStates {

    private static final String IN = """
            SELECT execution, step, rank
            FROM baton_permit
            WHERE gate = ? AND admitted IS NOT NULL
            ORDER BY admitted, rank, execution, step
            LIMIT ?""";

    private static final String COUNT_IN = """
            SELECT count(*)
            FROM baton_permit
            WHERE gate = ? AND admitted IS NOT NULL""";

    private static final String OWN = """
            SELECT execution, step, rank
            FROM baton_permit
            WHERE gate = ? AND execution = ? AND step = ? AND admitted IS NULL""";

    private static final String AHEAD = """
            SELECT execution, step, rank
            FROM baton_permit
            WHERE gate = ? AND admitted IS NULL AND (rank, execution, step) < (?, ?, ?)
            ORDER BY rank, execution, step
            LIMIT ?""";

    private static final String COUNT_AHEAD = """
            SELECT count(*)
            FROM (
                SELECT 1
                FROM baton_permit
                WHERE gate = ? AND admitted IS NULL AND (rank, execution, step) < (?, ?, ?)
                LIMIT ?
            ) AS counted""";

    private final PostgresRates rates = new PostgresRates();

    GateState look(Connection connection, Gate gate, UUID execution, int step, int most) throws SQLException {
        List<AtGate> in = atGate(connection, IN, gate.name(), most);
        long all = in.size() < most ? in.size() : count(connection, COUNT_IN, gate.name());
        List<AtGate> own = atGate(connection, OWN, gate.name(), execution, step);
        int ahead = 0;
        AtGate first = null;
        if (!own.isEmpty()) {
            long rank = own.get(0).rank();
            ahead = (int) count(connection, COUNT_AHEAD, gate.name(), rank, execution, step, GateState.MOST_COUNTED);
            first = first(atGate(connection, AHEAD, gate.name(), rank, execution, step, 1));
        }
        boolean orMore = ahead == GateState.MOST_COUNTED;
        return new GateState(in, (int) all - in.size(), ahead, orMore, first, rates.next(connection, gate));
    }

    private static @Nullable AtGate first(List<AtGate> all) {
        return all.isEmpty() ? null : all.get(0);
    }

    private static List<AtGate> atGate(Connection connection, String sql, Object... values) throws SQLException {
        List<AtGate> all = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            bind(query, values);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    UUID execution = Objects.requireNonNull(rows.getObject(1, UUID.class));
                    all.add(new AtGate(execution, rows.getInt(2), rows.getLong(3)));
                }
            }
        }
        return all;
    }

    private static long count(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            bind(query, values);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void bind(PreparedStatement query, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            query.setObject(i + 1, values[i]);
        }
    }
}

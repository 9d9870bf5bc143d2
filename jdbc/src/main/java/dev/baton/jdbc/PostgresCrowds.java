package dev.baton.jdbc;

import dev.baton.spi.Store.Crowd;
import dev.baton.spi.Store.Gate;
import dev.baton.spi.Store.Standing;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Shows the tickets at a gate to people, without a lock and without reading more of a long line than it counts. */
final class PostgresCrowds {

    private static final String IN = """
            SELECT execution, step, rank
            FROM baton_ticket
            WHERE gate = ? AND admitted IS NOT NULL
            ORDER BY admitted, rank, execution, step
            LIMIT ?""";

    private static final String COUNT_IN = """
            SELECT count(*)
            FROM baton_ticket
            WHERE gate = ? AND admitted IS NOT NULL""";

    private static final String OWN = """
            SELECT execution, step, rank
            FROM baton_ticket
            WHERE gate = ? AND execution = ? AND step = ? AND admitted IS NULL""";

    private static final String AHEAD = """
            SELECT execution, step, rank
            FROM baton_ticket
            WHERE gate = ? AND admitted IS NULL AND (rank, execution, step) < (?, ?, ?)
            ORDER BY rank, execution, step
            LIMIT ?""";

    private static final String COUNT_AHEAD = """
            SELECT count(*)
            FROM (
                SELECT 1
                FROM baton_ticket
                WHERE gate = ? AND admitted IS NULL AND (rank, execution, step) < (?, ?, ?)
                LIMIT ?
            ) AS counted""";

    private final PostgresRates rates = new PostgresRates();

    Crowd look(Connection connection, Gate gate, UUID execution, int step, int most) throws SQLException {
        List<Standing> in = standing(connection, IN, gate.name(), most);
        long all = in.size() < most ? in.size() : count(connection, COUNT_IN, gate.name());
        List<Standing> own = standing(connection, OWN, gate.name(), execution, step);
        int ahead = 0;
        Standing first = null;
        if (!own.isEmpty()) {
            long rank = own.get(0).rank();
            ahead = (int) count(connection, COUNT_AHEAD, gate.name(), rank, execution, step, Crowd.MOST_COUNTED);
            first = first(standing(connection, AHEAD, gate.name(), rank, execution, step, 1));
        }
        boolean orMore = ahead == Crowd.MOST_COUNTED;
        return new Crowd(in, (int) all - in.size(), ahead, orMore, first, rates.next(connection, gate));
    }

    private static @Nullable Standing first(List<Standing> standing) {
        return standing.isEmpty() ? null : standing.get(0);
    }

    private static List<Standing> standing(Connection connection, String sql, Object... values) throws SQLException {
        List<Standing> all = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            bind(query, values);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    UUID execution = Objects.requireNonNull(rows.getObject(1, UUID.class));
                    all.add(new Standing(execution, rows.getInt(2), rows.getLong(3)));
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

package dev.baton.server.log;

import dev.baton.server.log.LogBuffer.Taken;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads and writes chunks of logs as rows. */
final class LogTables {

    /** This many chunks of the largest size still fit easily in memory. */
    private static final int CHUNKS_AT_ONCE = 16;

    private static final String SUMMARY = """
            SELECT bytes, lines, dropped, closed
            FROM baton_log_run
            WHERE run = ?""";

    // A writer that knows of fewer bytes than the row has does not know about another writer of the same log.
    private static final String GROW = """
            INSERT INTO baton_log_run (run, bytes, lines, closed, updated)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (run) DO UPDATE
            SET bytes = excluded.bytes, lines = excluded.lines, closed = excluded.closed, updated = excluded.updated
            WHERE baton_log_run.bytes = ?""";

    private static final String ADD = """
            INSERT INTO baton_log (run, start, number, attempt, size, packed, body)
            VALUES (?, ?, ?, ?, ?, ?, ?)""";

    private static final String DROP = """
            DELETE FROM baton_log
            WHERE run = ? AND start >= ? AND start < ? AND start + size <= ?
            RETURNING size""";

    private static final String DROPPED = """
            UPDATE baton_log_run
            SET dropped = dropped + ?
            WHERE run = ?""";

    private static final String CHUNK = "start, number, attempt, size, packed, body";

    private static final String FROM_OFFSET = """
            SELECT %s
            FROM baton_log
            WHERE run = ? AND start >= coalesce((
                SELECT max(start)
                FROM baton_log
                WHERE run = ? AND start <= ?
            ), 0)
            ORDER BY start
            LIMIT %d""".formatted(CHUNK, CHUNKS_AT_ONCE);

    private static final String OF_LINE = """
            SELECT %s
            FROM baton_log
            WHERE run = ? AND number <= ?
            ORDER BY start DESC
            LIMIT 1""".formatted(CHUNK);

    private final LogLimits limits;

    LogTables(LogLimits limits) {
        this.limits = limits;
    }

    Optional<LogSummary> summary(Connection connection, String run) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(SUMMARY)) {
            query.setString(1, run);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(new LogSummary(row.getLong(1), row.getLong(2), row.getLong(3), row.getBoolean(4)))
                        : Optional.empty();
            }
        }
    }

    /** Records the sizes of logs. Returns the runs to whose logs another node has written. */
    List<Taken> grow(Connection connection, List<Taken> taken, long now) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(GROW)) {
            for (Taken part : taken) {
                upsert.setString(1, part.run());
                upsert.setLong(2, part.end());
                upsert.setLong(3, part.endNumber());
                upsert.setBoolean(4, part.closes());
                upsert.setLong(5, now);
                upsert.setLong(6, part.start());
                upsert.addBatch();
            }
            int[] counts = upsert.executeBatch();
            List<Taken> stale = new ArrayList<>();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] == 0) {
                    stale.add(taken.get(i));
                }
            }
            return stale;
        }
    }

    void add(Connection connection, List<Taken> taken) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            for (Taken part : taken) {
                for (Chunk chunk : Chunk.of(part.start(), part.startNumber(), part.pieces())) {
                    insert.setString(1, part.run());
                    insert.setLong(2, chunk.offset());
                    insert.setLong(3, chunk.number());
                    insert.setInt(4, chunk.attempt());
                    insert.setInt(5, chunk.size());
                    insert.setBoolean(6, chunk.isPacked());
                    insert.setBytes(7, chunk.body());
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }

    /** Drops the middle of a log that is too long. */
    void drop(Connection connection, Taken part) throws SQLException {
        long until = part.end() - limits.end();
        if (until <= limits.head()) {
            return;
        }
        long dropped = 0;
        try (PreparedStatement delete = connection.prepareStatement(DROP)) {
            delete.setString(1, part.run());
            delete.setLong(2, limits.head());
            delete.setLong(3, until);
            delete.setLong(4, until);
            try (ResultSet rows = delete.executeQuery()) {
                while (rows.next()) {
                    dropped += rows.getLong(1);
                }
            }
        }
        if (dropped > 0) {
            try (PreparedStatement update = connection.prepareStatement(DROPPED)) {
                update.setLong(1, dropped);
                update.setString(2, part.run());
                update.executeUpdate();
            }
        }
    }

    /** The chunks from an offset on, beginning with the one that contains it or the last one before it. */
    List<Chunk> from(Connection connection, String run, long offset) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(FROM_OFFSET)) {
            query.setString(1, run);
            query.setString(2, run);
            query.setLong(3, offset);
            return readAll(query);
        }
    }

    /** The chunk that contains the line with a number, or the last one before it. */
    Optional<Chunk> ofLine(Connection connection, String run, long number) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(OF_LINE)) {
            query.setString(1, run);
            query.setLong(2, number);
            return readAll(query).stream().findFirst();
        }
    }

    private static List<Chunk> readAll(PreparedStatement query) throws SQLException {
        List<Chunk> chunks = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                chunks.add(new Chunk(
                        row.getLong(1),
                        row.getLong(2),
                        row.getInt(3),
                        row.getInt(4),
                        row.getBoolean(5),
                        row.getBytes(6)));
            }
        }
        return chunks;
    }
}

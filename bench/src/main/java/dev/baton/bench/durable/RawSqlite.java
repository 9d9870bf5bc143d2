package dev.baton.bench.durable;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The most that SQLite can do for a scheduler that keeps the state of each job in a row: batches, by one writer. */
final class RawSqlite implements Fillable {

    private static final String TABLE = """
            CREATE TABLE raw_job (
                id INTEGER PRIMARY KEY,
                state INTEGER NOT NULL,
                rank INTEGER NOT NULL,
                payload TEXT NOT NULL
            )
            """;
    private static final String INDEX = "CREATE INDEX raw_job_ready ON raw_job (rank) WHERE state = 0";
    private static final String FILL = """
            WITH RECURSIVE series (id) AS (
                VALUES (1)
                UNION ALL
                SELECT id + 1
                FROM series
                WHERE id < %1$d + %2$d
            )
            INSERT INTO raw_job (id, state, rank, payload)
            SELECT id, CASE WHEN id <= %1$d THEN 2 ELSE 0 END, id, '{}'
            FROM series
            """;
    private static final String ENQUEUE = """
            WITH RECURSIVE series (id) AS (
                VALUES (?)
                UNION ALL
                SELECT id + 1
                FROM series
                WHERE id < ?
            )
            INSERT INTO raw_job (id, state, rank, payload)
            SELECT id, 0, id, '{}'
            FROM series
            """;
    private static final String CLAIM = """
            UPDATE raw_job
            SET state = 1
            WHERE id IN (
                SELECT id
                FROM raw_job
                WHERE state = 0
                ORDER BY rank
                LIMIT 100
            )
            RETURNING id, payload
            """;
    private static final String COMPLETE = """
            UPDATE raw_job
            SET state = 2
            WHERE id IN (SELECT value FROM json_each(?))
            """;

    private final AtomicLong ids = new AtomicLong();

    @Override
    public String name() {
        return "raw SQLite";
    }

    @Override
    public boolean onPostgres() {
        return false;
    }

    @Override
    public void createTables(Workplace workplace) throws SQLException {
        try (Connection connection = connect(workplace)) {
            Sql.execute(connection, TABLE);
            Sql.execute(connection, INDEX);
        }
    }

    @Override
    public void fill(Workplace workplace, int finished, int ready) throws SQLException {
        try (Connection connection = connect(workplace)) {
            Sql.execute(connection, FILL.formatted(finished, ready));
        }
    }

    @Override
    public DurableScheduler open(Workplace workplace, Runnable body) throws SQLException {
        RawClaims claims = new RawClaims(
                connect(workplace),
                CLAIM,
                COMPLETE,
                (statement, claimed) -> statement.setString(1, claimed.toString()),
                body);
        return new RawScheduler(connect(workplace), ENQUEUE, ids, new RawWorkers(List.of(claims)));
    }

    private static Connection connect(Workplace workplace) throws SQLException {
        Path file = workplace.directory().resolve("raw.db");
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Sql.execute(connection, "PRAGMA journal_mode = WAL");
        Sql.execute(connection, "PRAGMA synchronous = FULL");
        Sql.execute(connection, "PRAGMA busy_timeout = 10000");
        return connection;
    }
}

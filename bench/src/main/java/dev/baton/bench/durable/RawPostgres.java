package dev.baton.bench.durable;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The most that PostgreSQL can do for a scheduler that keeps the state of each job in a row: batches of jobs, each
 * claimed in one transaction and completed in another, on two connections at a time.
 */
final class RawPostgres implements Fillable {

    static final String NAME = "raw PostgreSQL";

    private static final int WORKERS = 2;

    private static final String TABLES = """
            CREATE TABLE raw_job (
                id bigint PRIMARY KEY,
                state smallint NOT NULL,
                rank bigint NOT NULL,
                payload text NOT NULL
            );
            CREATE INDEX raw_job_ready ON raw_job (rank) WHERE state = 0
            """;
    private static final String FILL = """
            INSERT INTO raw_job (id, state, rank, payload)
            SELECT id, CASE WHEN id <= %1$d THEN 2 ELSE 0 END, id, '{}'
            FROM generate_series(1, %1$d + %2$d) AS id
            """;
    private static final String ENQUEUE = """
            INSERT INTO raw_job (id, state, rank, payload)
            SELECT id, 0, id, '{}'
            FROM generate_series(?, ?) AS id
            """;
    private static final String CLAIM = """
            WITH next AS MATERIALIZED (
                SELECT id
                FROM raw_job
                WHERE state = 0
                ORDER BY rank
                LIMIT 200
                FOR UPDATE SKIP LOCKED
            )
            UPDATE raw_job
            SET state = 1
            FROM next
            WHERE raw_job.id = next.id
            RETURNING raw_job.id, raw_job.payload
            """;
    private static final String COMPLETE = """
            UPDATE raw_job
            SET state = 2
            WHERE id = ANY (?)
            """;

    private final AtomicLong ids = new AtomicLong();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void createTables(Workplace workplace) throws SQLException {
        workplace.execute(TABLES);
    }

    @Override
    public void fill(Workplace workplace, int finished, int ready) throws SQLException {
        workplace.execute(FILL.formatted(finished, ready));
    }

    @Override
    public DurableScheduler open(Workplace workplace, Runnable body) throws SQLException {
        List<RawClaims> claims = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            claims.add(new RawClaims(workplace.newConnection(), CLAIM, COMPLETE, RawPostgres::setArray, body));
        }
        return new RawScheduler(workplace.newConnection(), ENQUEUE, ids, new RawWorkers(claims));
    }

    private static void setArray(PreparedStatement statement, List<Long> ids) throws SQLException {
        statement.setArray(1, statement.getConnection().createArrayOf("bigint", ids.toArray()));
    }
}

package dev.baton.server.store;

import dev.baton.server.dispatch.WorkerRows;
import dev.baton.worker.Dispatch;
import dev.baton.worker.wire.WireFormat;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The workers of all servers on a database, and the messages of servers about them. Safe from any thread. */
public final class WorkerTable implements WorkerRows {

    private static final String COLUMNS = "id, introduction, token, since, seen, draining, leases";

    /** In the column draining: the worker has left in order. */
    private static final int LEFT = 2;

    private final Database database;
    private final Clock clock;

    /** The workers in a database. */
    public WorkerTable(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public boolean isShared() {
        return database.isShared();
    }

    @Override
    public void put(Collection<Row> workers) {
        database.write("write down who works", sql -> {
            for (Row worker : workers) {
                sql.update(
                        """
                        INSERT INTO baton_worker (id, introduction, token, since, seen, draining, leases)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (id) DO UPDATE
                        SET seen = excluded.seen, leases = excluded.leases
                        WHERE baton_worker.seen < excluded.seen""",
                        worker.id(),
                        json(worker.introduction()),
                        worker.token(),
                        worker.since(),
                        worker.seen(),
                        worker.draining() ? 1 : 0,
                        String.join(" ", worker.leases()));
            }
            return workers.size();
        });
    }

    @Override
    public void replace(Row worker) {
        database.write("write down who works again", sql -> {
            sql.update("""
                    DELETE FROM baton_worker
                    WHERE id = ?""", worker.id());
            return sql.update(
                    """
                    INSERT INTO baton_worker (id, introduction, token, since, seen, draining, leases)
                    VALUES (?, ?, ?, ?, ?, ?, ?)""",
                    worker.id(),
                    json(worker.introduction()),
                    worker.token(),
                    worker.since(),
                    worker.seen(),
                    0,
                    String.join(" ", worker.leases()));
        });
    }

    @Override
    public Optional<Row> find(String id) {
        return database.read("look for a worker", sql -> sql.first(WorkerTable::row, """
                SELECT %s
                FROM baton_worker
                WHERE id = ? AND draining <> ?""".formatted(COLUMNS), id, LEFT));
    }

    @Override
    public List<Row> all() {
        return database.read("read who works", sql -> sql.list(WorkerTable::row, """
                SELECT %s
                FROM baton_worker
                WHERE draining <> ?""".formatted(COLUMNS), LEFT));
    }

    private static Row row(Sql.Row row) throws SQLException {
        String token = row.textOrNull("token");
        String leases = row.text("leases");
        return new Row(
                row.text("id"),
                WireFormat.mapper().readValue(row.text("introduction"), Dispatch.Introduction.class),
                token == null ? null : UUID.fromString(token),
                row.time("since"),
                row.time("seen"),
                row.integer("draining") != 0,
                leases.isEmpty() ? Set.of() : Set.copyOf(Arrays.asList(leases.split(" ", -1))));
    }

    @Override
    public boolean setDraining(String id, boolean draining) {
        return database.write(
                        draining ? "drain a worker" : "resume a worker",
                        sql -> sql.update("""
                UPDATE baton_worker
                SET draining = ?
                WHERE id = ? AND draining <> ?""", draining ? 1 : 0, id, LEFT))
                == 1;
    }

    @Override
    public boolean remove(String id) {
        return database.write("remove a worker", sql -> {
                    sql.update("""
                    DELETE FROM baton_worker_stop
                    WHERE worker = ?""", id);
                    return sql.update("""
                    DELETE FROM baton_worker
                    WHERE id = ?""", id);
                })
                == 1;
    }

    @Override
    public void leave(String id) {
        database.write("let a worker leave", sql -> {
            sql.update("""
                    DELETE FROM baton_worker_stop
                    WHERE worker = ?""", id);
            return sql.update("""
                    UPDATE baton_worker
                    SET draining = ?
                    WHERE id = ?""", LEFT, id);
        });
    }

    @Override
    public Set<String> left() {
        return Set.copyOf(database.read("read who has left", sql -> sql.list(row -> row.text("id"), """
                SELECT id
                FROM baton_worker
                WHERE draining = ?""", LEFT)));
    }

    @Override
    public void askToStop(String lease, String worker) {
        database.write("ask that a run is stopped", sql -> sql.update("""
                INSERT INTO baton_worker_stop (lease, worker, since)
                VALUES (?, ?, ?)
                ON CONFLICT (lease) DO NOTHING""", lease, worker, clock.instant()));
    }

    @Override
    public Set<String> toStop() {
        return new HashSet<>(
                database.read("read which runs are to stop", sql -> sql.list(row -> row.text("lease"), """
                SELECT lease
                FROM baton_worker_stop""")));
    }

    @Override
    public void keep(KeptResult result) {
        database.write("keep a result", sql -> {
            sql.announce(Bulletin.WORKERS, "");
            return sql.update("""
                    INSERT INTO baton_worker_result (lease, worker, result, since)
                    VALUES (?, ?, ?, ?)
                    ON CONFLICT (lease) DO NOTHING""", result.lease(), result.worker(), json(result.result()), clock.instant());
        });
    }

    @Override
    public List<KeptResult> results(Set<String> held) {
        return database.read("read results", sql -> {
            // Reads the names first, because results may be long and most are for other servers.
            List<String> mine = sql.list(row -> row.text("lease"), """
                    SELECT lease
                    FROM baton_worker_result""").stream()
                    .filter(held::contains)
                    .toList();
            List<KeptResult> results = new ArrayList<>();
            for (String lease : mine) {
                results.addAll(sql.list(
                        row -> new KeptResult(
                                lease,
                                row.text("worker"),
                                WireFormat.mapper().readValue(row.text("result"), Dispatch.Result.class)),
                        """
                        SELECT worker, result
                        FROM baton_worker_result
                        WHERE lease = ?""",
                        lease));
            }
            return results;
        });
    }

    @Override
    public void forget(Collection<String> leases) {
        database.write("forget leases that are over", sql -> {
            for (String lease : leases) {
                sql.update("""
                        DELETE FROM baton_worker_stop
                        WHERE lease = ?""", lease);
                sql.update("""
                        DELETE FROM baton_worker_result
                        WHERE lease = ?""", lease);
            }
            return leases.size();
        });
    }

    @Override
    public void prune(Instant before) {
        database.write("forget old leases", sql -> {
            sql.update("""
                    DELETE FROM baton_worker
                    WHERE draining = ? AND seen < ?""", LEFT, before);
            sql.update("""
                    DELETE FROM baton_worker_stop
                    WHERE since < ?""", before);
            return sql.update("""
                    DELETE FROM baton_worker_result
                    WHERE since < ?""", before);
        });
    }

    private static String json(Object value) {
        return WireFormat.mapper().writeValueAsString(value);
    }
}

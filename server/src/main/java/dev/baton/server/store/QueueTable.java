package dev.baton.server.store;

import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Instant;
import java.util.List;

/** The ready runs that wait at each server of a database, by queue. Safe from any thread. */
public final class QueueTable {

    private final Database database;

    /** The queues in a database. */
    public QueueTable(Database database) {
        this.database = database;
    }

    /** Whether there may be other servers. */
    public boolean isShared() {
        return database.isShared();
    }

    /** Writes down what waits at a server, in place of what it wrote before. */
    public void put(String server, List<Worker.Waiting> waiting, Instant now) {
        database.write("write down what waits", sql -> {
            sql.update("""
                    DELETE FROM baton_server_queue
                    WHERE server = ?""", server);
            for (Worker.Waiting one : waiting) {
                sql.update("""
                        INSERT INTO baton_server_queue (server, queue, runs, since, seen)
                        VALUES (?, ?, ?, ?, ?)""", server, one.queue(), one.runs(), Time.toInstant(one.sinceMicros()), now);
            }
            return waiting.size();
        });
    }

    /** The runs that wait at other servers, as those servers have recently recorded. */
    public List<Worker.Waiting> others(String server, Instant since) {
        return database.read(
                "read what waits elsewhere",
                sql -> sql.list(
                        row -> new Worker.Waiting(
                                row.text("queue"), row.integer("runs"), Time.toMicros(row.time("since"))),
                        """
                        SELECT queue, runs, since
                        FROM baton_server_queue
                        WHERE server <> ? AND seen >= ?""",
                        server,
                        since));
    }

    /** Forgets what servers wrote down that are gone. */
    public void prune(Instant before) {
        database.write("forget what waited", sql -> sql.update("""
                DELETE FROM baton_server_queue
                WHERE seen < ?""", before));
    }
}

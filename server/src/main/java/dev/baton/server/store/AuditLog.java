package dev.baton.server.store;

import dev.baton.server.security.Actor;
import dev.baton.server.store.Sql.Row;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The audit log. Rows are added, never changed, and removed when they are old. Safe from any thread. */
public final class AuditLog implements AutoCloseable {

    /** Small enough that removing a year of rows holds no lock for long. */
    private static final int BATCH = 1000;

    private final Database database;
    private final GroupWrites writes;
    private final UnwrittenAudit unwritten;
    private final Clock clock;

    /**
     * An action that a client performed or tried.
     *
     * @param id its id
     * @param time its time
     * @param token the id of the client's token
     * @param actor the name of that token
     * @param action the operation, as named in the OpenAPI document
     * @param target the object of the action; may be empty
     * @param detail further details, in JSON
     * @param address the client's address
     */
    public record Entry(
            UUID id,
            Instant time,
            UUID token,
            String actor,
            String action,
            String target,
            String detail,
            String address) {}

    /** The position at which the next page begins. */
    public record Position(Instant time, UUID id) {}

    /** Selects entries; null for any. */
    public record Filter(
            @Nullable String actor,
            @Nullable String action,
            @Nullable String target,
            @Nullable Instant from,
            @Nullable Instant to) {}

    /** The log in a database. */
    public AuditLog(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.writes = new GroupWrites(database, "write the audit log");
        this.unwritten = new UnwrittenAudit(this::writeAll);
    }

    /**
     * Adds an entry; it is committed when the result completes. While the database is away, the result completes as soon
     * as the entry waits in memory, to be written when the database is back; exceptionally if very many wait.
     */
    public CompletableFuture<@Nullable Void> append(
            Actor actor, String action, String target, String detail, String address) {
        Entry entry = new Entry(
                UUID.randomUUID(), clock.instant(), actor.token(), actor.name(), action, target, detail, address);
        return writes.write(sql -> write(sql, entry)).exceptionallyCompose(failure -> unwritten.keep(entry, failure));
    }

    private static int write(Sql sql, Entry entry) throws SQLException {
        // An entry may be written again: that its commit was answered by nobody does not mean that it failed.
        return sql.update(
                """
                INSERT INTO baton_audit (id, time, token, actor, action, target, detail, address)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING""",
                entry.id(),
                entry.time(),
                entry.token(),
                entry.actor(),
                entry.action(),
                entry.target(),
                entry.detail(),
                entry.address());
    }

    private void writeAll(List<Entry> entries) {
        database.write("write the audit log", sql -> {
            for (Entry entry : entries) {
                write(sql, entry);
            }
            return entries.size();
        });
    }

    /** Writes the entries that wait for the database, if it is there. Call this before the database is closed. */
    @Override
    public void close() {
        unwritten.close();
    }

    /** Entries, newest first. */
    public List<Entry> list(Filter filter, @Nullable Position after, int limit) {
        Conditions conditions = new Conditions();
        conditions.add("actor = ?", filter.actor());
        conditions.add("action = ?", filter.action());
        conditions.add("target = ?", filter.target());
        conditions.add("time >= ?", filter.from());
        conditions.add("time < ?", filter.to());
        if (after != null) {
            conditions.add("(time, id) < (?, ?)", after.time(), after.id());
        }
        conditions.values.add(limit);
        return database.read(
                "read the audit log",
                sql -> sql.list(AuditLog::entry, """
                SELECT id, time, token, actor, action, target, detail, address
                FROM baton_audit
                %s
                ORDER BY time DESC, id DESC
                LIMIT ?""".formatted(conditions.where()), conditions.values.toArray()));
    }

    /** Removes older entries in small batches. Returns their number. */
    public int prune(Instant before) {
        int removed = 0;
        int batch;
        do {
            batch = database.write("prune the audit log", sql -> sql.update("""
                    DELETE FROM baton_audit
                    WHERE id IN (
                        SELECT id
                        FROM baton_audit
                        WHERE time < ?
                        ORDER BY time
                        LIMIT ?)""", before, BATCH));
            removed += batch;
        } while (batch == BATCH);
        return removed;
    }

    private static Entry entry(Row row) throws SQLException {
        return new Entry(
                row.id("id"),
                row.time("time").truncatedTo(ChronoUnit.MICROS),
                row.id("token"),
                row.text("actor"),
                row.text("action"),
                row.text("target"),
                row.text("detail"),
                row.text("address"));
    }

    private static final class Conditions {
        private final List<String> conditions = new ArrayList<>();
        private final List<@Nullable Object> values = new ArrayList<>();

        void add(String condition, @Nullable Object value) {
            if (value != null) {
                conditions.add(condition);
                values.add(value);
            }
        }

        void add(String condition, Object first, Object second) {
            conditions.add(condition);
            values.add(first);
            values.add(second);
        }

        String where() {
            return conditions.isEmpty() ? "" : "WHERE " + String.join(" AND ", conditions);
        }
    }
}

package dev.baton.server.window;

import dev.baton.RunId;
import dev.baton.jdbc.Migrations;
import dev.baton.server.store.ComponentTables;
import dev.baton.spi.Time;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** Keeps the memory in two tables of an SQLite or PostgreSQL database, and creates the tables if necessary. */
public final class JdbcWindowMemory implements WindowMemory {

    private static final Migrations TABLES = Migrations.of("windows", JdbcWindowMemory.class, 1);

    private static final String LAST_USE = """
            SELECT used, used_by
            FROM baton_window_use
            WHERE job = ? AND dependency = ?""";

    private static final String KEEP_USE = """
            INSERT INTO baton_window_use (job, dependency, used, used_by)
            VALUES (?, ?, ?, ?)
            ON CONFLICT (job, dependency) DO UPDATE
            SET used = excluded.used, used_by = excluded.used_by""";

    private static final String LAST_REFUSAL = """
            SELECT at, refused
            FROM baton_window_refusal
            WHERE job = ?""";

    private static final String KEEP_REFUSAL = """
            INSERT INTO baton_window_refusal (job, at, refused)
            VALUES (?, ?, ?)
            ON CONFLICT (job) DO UPDATE
            SET at = excluded.at, refused = excluded.refused""";

    private final ComponentTables tables;

    /** Creates a memory in a database. */
    public JdbcWindowMemory(DataSource source) {
        this.tables = new ComponentTables(source, TABLES, "windows");
    }

    @Override
    public Optional<Use> lastUse(String job, String dependency) {
        return tables.transact("read what " + job + " has used", connection -> {
            try (PreparedStatement query = connection.prepareStatement(LAST_USE)) {
                query.setString(1, job);
                query.setString(2, dependency);
                try (ResultSet row = query.executeQuery()) {
                    return row.next()
                            ? Optional.of(new Use(RunId.parse(row.getString(1)), RunId.parse(row.getString(2))))
                            : Optional.empty();
                }
            }
        });
    }

    @Override
    public void keepUse(String job, Map<String, RunId> used, RunId by) {
        tables.transact("keep what " + job + " uses", connection -> {
            try (PreparedStatement upsert = connection.prepareStatement(KEEP_USE)) {
                for (Map.Entry<String, RunId> use : used.entrySet()) {
                    upsert.setString(1, job);
                    upsert.setString(2, use.getKey());
                    upsert.setString(3, use.getValue().toString());
                    upsert.setString(4, by.toString());
                    upsert.addBatch();
                }
                upsert.executeBatch();
            }
            return Optional.empty();
        });
    }

    @Override
    public Optional<Refusal> lastRefusal(String job) {
        return tables.transact("read when " + job + " was refused", connection -> {
            try (PreparedStatement query = connection.prepareStatement(LAST_REFUSAL)) {
                query.setString(1, job);
                try (ResultSet row = query.executeQuery()) {
                    return row.next()
                            ? Optional.of(new Refusal(Time.toInstant(row.getLong(1)), RunId.parse(row.getString(2))))
                            : Optional.empty();
                }
            }
        });
    }

    @Override
    public void keepRefusal(String job, Refusal refusal) {
        tables.transact("keep that " + job + " was refused", connection -> {
            try (PreparedStatement upsert = connection.prepareStatement(KEEP_REFUSAL)) {
                upsert.setString(1, job);
                upsert.setLong(2, Time.toMicros(refusal.at()));
                upsert.setString(3, refusal.of().toString());
                upsert.executeUpdate();
            }
            return Optional.empty();
        });
    }
}

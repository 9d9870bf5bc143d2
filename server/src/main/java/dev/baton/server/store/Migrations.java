package dev.baton.server.store;

import dev.baton.jdbc.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Creates and updates the server's tables by numbered files that are applied in order. A released file never changes;
 * changes come in a new file. The version of these tables is independent of the version of the tables of runs.
 */
final class Migrations {

    private static final List<String> FILES = List.of(
            "V1__tables.sql",
            "V2__dependencies.sql",
            "V3__changes.sql",
            "V4__scopes_and_pauses.sql",
            "V5__workers.sql",
            "V6__queues.sql");

    private static final Pattern END = Pattern.compile(";\\s*\\n");

    /** An arbitrary number that no other program on this database is likely to lock. */
    private static final long LOCK = 0x6261746f6e5f7376L;

    private static final String VERSION_TABLE = """
            CREATE TABLE IF NOT EXISTS baton_server_schema (
                version integer NOT NULL PRIMARY KEY
            )""";

    private static final String VERSION = """
            SELECT max(version)
            FROM baton_server_schema""";

    private static final String ADD_VERSION = """
            INSERT INTO baton_server_schema (version)
            VALUES (%d)""";

    private final Connection connection;

    Migrations(Connection connection) {
        this.connection = connection;
    }

    /** Updates the tables in the open transaction. */
    void run() throws SQLException {
        lock();
        if (!exists()) {
            execute(VERSION_TABLE);
        }
        int version = version();
        int known = FILES.size();
        if (version > known) {
            throw new StoreException("the server's tables are of version " + version + ", this Baton knows up to "
                    + known + ": they were made by a newer Baton; use that one or a later one");
        }
        for (int next = version + 1; next <= known; next++) {
            for (String statement : END.split(read(FILES.get(next - 1)), -1)) {
                if (!statement.isBlank()) {
                    execute(statement);
                }
            }
            execute(ADD_VERSION.formatted(next));
        }
    }

    /** Keeps other nodes from migrating at the same time. On SQLite, the write transaction does that. */
    private void lock() throws SQLException {
        if (isPostgres()) {
            execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
        }
    }

    /** Checked first, so that a database user who may not create tables can use existing ones. */
    private boolean exists() throws SQLException {
        String sql = isPostgres()
                ? "SELECT 1 WHERE to_regclass('baton_server_schema') IS NOT NULL"
                : "SELECT 1 FROM sqlite_master WHERE name = 'baton_server_schema'";
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery(sql)) {
            return row.next();
        }
    }

    int version() throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery(VERSION)) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    boolean isPostgres() throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String read(String file) {
        try (InputStream in = Migrations.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

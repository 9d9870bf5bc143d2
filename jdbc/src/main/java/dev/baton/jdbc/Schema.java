package dev.baton.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The tables, as numbered files that are applied in order. A number that was released never changes: what is new comes
 * in a file of its own.
 */
final class Schema {

    /** The files; the first makes version 1. */
    private static final List<String> FILES = List.of("V1__tables.sql");

    private static final Pattern END = Pattern.compile(";\\s*\\n");

    private static final String VERSION_TABLE = """
            CREATE TABLE IF NOT EXISTS baton_schema (
                version integer NOT NULL PRIMARY KEY
            )""";

    private static final String ADD_VERSION = """
            INSERT INTO baton_schema (version)
            VALUES (%d)""";

    private static final String VERSION = """
            SELECT max(version)
            FROM baton_schema""";

    private final Dialect dialect;

    Schema(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Brings the tables up to date. The caller holds a lock that keeps everybody else from doing so. */
    void update(Connection connection) throws SQLException {
        int known = FILES.size();
        int version = version(connection);
        if (version > known) {
            throw new StoreException("the schema is version " + version + ", this Baton knows up to " + known
                    + ": it was made by a newer Baton; use that one or a later one");
        }
        for (int next = version + 1; next <= known; next++) {
            for (String statement : END.split(step(next), -1)) {
                if (!statement.isBlank()) {
                    execute(connection, statement);
                }
            }
        }
    }

    /** Everything from nothing to the newest version, to be run by hand. */
    String ddl() {
        StringBuilder ddl = new StringBuilder(VERSION_TABLE).append(";\n");
        for (int version = 1; version <= FILES.size(); version++) {
            ddl.append('\n').append(step(version));
        }
        return ddl.toString();
    }

    private int version(Connection connection) throws SQLException {
        // Looked for first: whoever may not create tables can use those that are there.
        if (!exists(connection)) {
            execute(connection, VERSION_TABLE);
        }
        try (PreparedStatement query = connection.prepareStatement(VERSION);
                ResultSet row = query.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    private boolean exists(Connection connection) throws SQLException {
        String sql = switch (dialect) {
            case SQLITE -> "SELECT 1 FROM sqlite_master WHERE name = 'baton_schema'";
            case POSTGRES -> "SELECT 1 WHERE to_regclass('baton_schema') IS NOT NULL";
        };
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            return row.next();
        }
    }

    /** A file and the note that it was applied. */
    private String step(int version) {
        return read(FILES.get(version - 1)) + "\n" + ADD_VERSION.formatted(version) + ";\n";
    }

    private String read(String file) {
        String path = dialect.folder() + "/" + file;
        try (InputStream in = Schema.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

package dev.baton.faults;

import dev.baton.jdbc.Dialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/** A file of SQLite. */
record SqliteDatabase(Path file) implements Database {

    @Override
    public String address() {
        return file.toString();
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public Connection connect() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(10_000);
        return config.createConnection("jdbc:sqlite:" + file);
    }

    @Override
    public void close() {
        // The file stays in target/, to be looked at.
    }
}

package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SqliteWatcherTest {

    private final Path path = FreshSqlite.newFile();
    private final SqliteFile file = new SqliteFile(path);
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger woken = new AtomicInteger();
    private volatile Connection connection;

    @Test
    void a_file_that_cannot_be_read_for_a_while_is_watched_again() throws SQLException {
        try (Connection user = file.forWriting();
                Statement statement = user.createStatement();
                SqliteWatcher watcher = new SqliteWatcher(path, this::connectAtTheThirdTry, woken::incrementAndGet)) {
            statement.execute("CREATE TABLE notebook (line TEXT)");
            watcher.start();
            await().until(() -> woken.get() > 0);

            int before = woken.get();
            statement.execute("INSERT INTO notebook VALUES ('a')");
            await().until(() -> woken.get() > before);
        }
    }

    @Test
    void a_file_is_watched_on_although_waking_up_failed() throws SQLException {
        Runnable failing = () -> {
            woken.incrementAndGet();
            throw new IllegalStateException("it was closed meanwhile");
        };
        try (Connection user = file.forWriting();
                Statement statement = user.createStatement();
                SqliteWatcher watcher = new SqliteWatcher(path, this::connectAtTheThirdTry, failing)) {
            statement.execute("CREATE TABLE notebook (line TEXT)");
            watcher.start();
            await().until(() -> woken.get() > 0);

            int before = woken.get();
            statement.execute("INSERT INTO notebook VALUES ('a')");
            await().until(() -> woken.get() > before);
        }
    }

    @Test
    void each_time_that_a_file_cannot_be_read_is_said() throws SQLException {
        PrintStream console = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (SqliteWatcher watcher = new SqliteWatcher(path, this::connectAndKeep, woken::incrementAndGet)) {
            watcher.start();
            for (int times = 1; times <= 2; times++) {
                int wakes = times;
                await().until(() -> woken.get() == wakes);
                connection.close();
            }
            await().until(() -> woken.get() == 3);
        } finally {
            System.setErr(console);
        }
        assertThat(log.toString(StandardCharsets.UTF_8).split("Cannot watch", -1))
                .hasSize(3);
    }

    @Test
    void what_changed_before_the_file_was_first_looked_at_wakes_as_well() throws SQLException {
        try (Connection user = file.forWriting();
                Statement statement = user.createStatement();
                SqliteWatcher watcher = new SqliteWatcher(
                        path,
                        () -> {
                            statement.execute("CREATE TABLE notebook (line TEXT)");
                            return file.forReading();
                        },
                        woken::incrementAndGet)) {
            watcher.start();
            await().until(() -> woken.get() > 0);
        }
    }

    private Connection connectAndKeep() throws SQLException {
        connection = file.forReading();
        return connection;
    }

    private Connection connectAtTheThirdTry() throws SQLException {
        if (opened.incrementAndGet() < 3) {
            throw new SQLException("disk I/O error");
        }
        return file.forReading();
    }
}

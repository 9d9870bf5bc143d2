package dev.baton.jdbc;

import static org.awaitility.Awaitility.await;

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

    private Connection connectAtTheThirdTry() throws SQLException {
        if (opened.incrementAndGet() < 3) {
            throw new SQLException("disk I/O error");
        }
        return file.forReading();
    }
}

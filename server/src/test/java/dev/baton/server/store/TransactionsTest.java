package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.spi.StoreUnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What a failure of a database is called. */
class TransactionsTest {

    @TempDir
    Path directory;

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:sqlite:" + directory.resolve("test.db"));
        config.setMaximumPoolSize(1);
        return new HikariDataSource(config);
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    @Test
    void a_full_disk_is_named_although_sqlite_has_rolled_back_by_itself() {
        try (HikariDataSource pool = pool()) {
            assertThatThrownBy(() -> Transactions.run(pool, "write logs", connection -> {
                        execute(connection, "CREATE TABLE t (a)");
                        execute(connection, "ROLLBACK");
                        throw new SQLiteException("database or disk is full", SQLiteErrorCode.SQLITE_FULL);
                    }))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("disk is full");
            boolean isQuery =
                    Transactions.run(pool, "write logs", connection -> execute(connection, "CREATE TABLE t (a)"));
            assertThat(isQuery).as("the next transaction is none the worse").isFalse();
        }
    }

    @Test
    void a_bug_in_a_statement_is_no_outage() {
        try (HikariDataSource pool = pool()) {
            assertThatThrownBy(() -> Transactions.run(pool, "read", connection -> execute(connection, "SELEC 1")))
                    .isInstanceOf(IllegalStateException.class)
                    .isNotInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("could not read");
        }
    }
}

package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the tables of a newer Baton keep an older one from starting. */
class NewerSchemaTest {

    /** Not removed: what a server that failed to start has opened is closed with its process. */
    @TempDir(cleanup = CleanupMode.NEVER)
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "baton.db | INSERT INTO baton_schema (component, version) VALUES ('engine', 99)",
                "baton-logs.db | INSERT INTO baton_schema (component, version) VALUES ('logs', 99)",
                "baton-server.db | INSERT INTO baton_schema (component, version) VALUES ('notifications', 99)",
                "baton-server.db | INSERT INTO baton_schema (component, version) VALUES ('windows', 99)",
                "baton-server.db | INSERT INTO baton_schema (component, version) VALUES ('server', 99)",
            })
    void a_newer_schema_is_refused_in_one_line(String file, String sql) throws Exception {
        TestServer.start(directory, "").close();
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + directory.resolve("data").resolve(file));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }

        assertThatThrownBy(() -> TestServer.start(directory, ""))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("newer Baton")
                .hasMessageNotContaining("\n");
    }
}

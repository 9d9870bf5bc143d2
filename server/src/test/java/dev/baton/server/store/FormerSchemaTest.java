package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.jdbc.StoreException;
import dev.baton.server.RealPostgres;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** Tables of a Baton that counted the versions of the server's tables in a table of their own. */
class FormerSchemaTest {

    @TempDir
    Path directory;

    /** A database with the server's tables as they were after this many versions. */
    private static void create(DataSource source, int versions) throws Exception {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE baton_server_schema (version integer NOT NULL PRIMARY KEY)");
            for (int version = 1; version <= versions; version++) {
                try (InputStream in = Database.class.getResourceAsStream("server-" + version + ".sql")) {
                    for (String one : new String(in.readAllBytes(), StandardCharsets.UTF_8).split(";\\s*\\n", -1)) {
                        if (!one.isBlank()) {
                            statement.execute(one);
                        }
                    }
                }
                statement.execute("INSERT INTO baton_server_schema (version) VALUES (" + version + ")");
            }
        }
    }

    private static List<Integer> versions(DataSource source, String from) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT version FROM " + from + " ORDER BY version")) {
            List<Integer> versions = new ArrayList<>();
            while (rows.next()) {
                versions.add(rows.getInt(1));
            }
            return versions;
        }
    }

    private static void goesOn(DataSource source, Supplier<Database> open) throws Exception {
        create(source, 4);
        for (int start = 0; start < 2; start++) {
            try (Database database = open.get()) {
                assertThat(database.health().schema()).isEqualTo(6);
                assertThat(new QueueTable(database).others("me", java.time.Instant.EPOCH))
                        .isEmpty();
            }
        }
        assertThat(versions(source, "baton_schema WHERE component = 'server'")).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(versions(source, "baton_server_schema"))
                .as("an older Baton sees it too")
                .containsExactly(1, 2, 3, 4, 5, 6);
    }

    private static void isRefused(DataSource source, Supplier<Database> open) throws Exception {
        create(source, 6);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO baton_server_schema (version) VALUES (7)");
        }
        assertThatThrownBy(open::get)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("newer Baton")
                .hasMessageNotContaining("\n");
    }

    private DataSource sqlite(Path file) {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    @Test
    void an_sqlite_file_goes_on_and_a_newer_one_is_refused() throws Exception {
        Path file = directory.resolve("server.db");
        goesOn(sqlite(file), () -> Database.sqlite(file));
        Path newer = directory.resolve("newer.db");
        isRefused(sqlite(newer), () -> Database.sqlite(newer));
    }

    @Test
    void a_postgresql_goes_on_and_a_newer_one_is_refused() throws Exception {
        PGSimpleDataSource source = RealPostgres.freshSchema();
        goesOn(source, () -> Database.postgres(source));
        PGSimpleDataSource newer = RealPostgres.freshSchema();
        isRefused(newer, () -> Database.postgres(newer));
    }

    @Test
    void servers_that_start_at_the_same_time_on_postgresql_do_not_disturb_one_another() throws Exception {
        PGSimpleDataSource source = RealPostgres.freshSchema();
        create(source, 3);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            CompletableFuture<?>[] starts = new CompletableFuture<?>[4];
            Arrays.setAll(
                    starts,
                    i -> CompletableFuture.runAsync(
                            () -> Database.postgres(source).close(), threads));
            CompletableFuture.allOf(starts).join();
        } finally {
            threads.shutdownNow();
        }
        assertThat(versions(source, "baton_schema WHERE component = 'server'")).containsExactly(1, 2, 3, 4, 5, 6);
    }
}

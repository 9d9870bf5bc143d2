package dev.baton.server.resolve;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

class SqlResolverOnPostgresTest extends SqlResolverTest {

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @AfterEach
    void empty() throws Exception {
        try (Connection connection = newSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE host");
        }
    }

    @Override
    DataSource newSource() {
        return postgres.getPostgresDatabase();
    }

    @Override
    String endlessQuery() {
        return "SELECT pg_sleep(600)::text";
    }
}

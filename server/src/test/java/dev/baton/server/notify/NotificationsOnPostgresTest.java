package dev.baton.server.notify;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.postgresql.ds.PGSimpleDataSource;

class NotificationsOnPostgresTest extends NotificationsTest {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void startPostgres() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stopPostgres() throws IOException {
        postgres.close();
    }

    @Override
    DataSource database() {
        String schema = "notify" + SCHEMAS.incrementAndGet();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        PGSimpleDataSource source = (PGSimpleDataSource) postgres.getPostgresDatabase();
        source.setCurrentSchema(schema);
        return source;
    }
}

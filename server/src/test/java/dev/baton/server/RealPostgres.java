package dev.baton.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL that the first test that needs it starts for all; each test has a schema of its own in it. */
public final class RealPostgres {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private RealPostgres() {}

    private static final class Server {
        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        // Nobody pulls its plug: the tests that do have servers of their own.
                        .setServerConfig("fsync", "off")
                        .start();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    /** Connections to a new schema. */
    public static PGSimpleDataSource freshSchema() {
        PGSimpleDataSource source = (PGSimpleDataSource) Server.POSTGRES.getPostgresDatabase();
        source.setCurrentSchema(createSchema());
        return source;
    }

    /** The address of a new schema. */
    public static String freshUrl() {
        return Server.POSTGRES.getJdbcUrl("postgres", "postgres") + "&currentSchema=" + createSchema();
    }

    private static String createSchema() {
        String name = "test" + SCHEMAS.incrementAndGet();
        try (Connection connection = Server.POSTGRES.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + name);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return name;
    }
}

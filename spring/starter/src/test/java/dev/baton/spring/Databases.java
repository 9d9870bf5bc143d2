package dev.baton.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL for the tests of this module, started once, with a database for each test. */
final class Databases {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Databases() {}

    private static final class Started {

        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The address of a new, empty database. */
    static String fresh() {
        String name = "spring_" + NUMBER.incrementAndGet();
        try (Connection connection = Started.POSTGRES.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return Started.POSTGRES.getJdbcUrl("postgres", name);
    }
}

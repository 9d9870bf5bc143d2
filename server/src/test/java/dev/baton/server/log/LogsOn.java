package dev.baton.server.log;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/** A place for logs that outlives the logs that use it. */
interface LogsOn extends AutoCloseable {

    /** Opens the logs that are kept there. */
    RunLogs open(LogLimits limits);

    @Override
    void close();

    /** A file. */
    static LogsOn sqlite(Path file) {
        return new LogsOn() {
            @Override
            public RunLogs open(LogLimits limits) {
                return RunLogs.sqlite(file, limits);
            }

            @Override
            public void close() {}
        };
    }

    /** A new schema of a PostgreSQL that all tests share. */
    static LogsOn postgres() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(Server.freshSchema());
        config.setMaximumPoolSize(6);
        HikariDataSource pool = new HikariDataSource(config);
        return new LogsOn() {
            @Override
            public RunLogs open(LogLimits limits) {
                return RunLogs.postgres(pool, limits);
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }

    /** Started by the first one who needs it. */
    final class Server {

        private static final AtomicInteger SCHEMAS = new AtomicInteger();
        private static final EmbeddedPostgres POSTGRES = start();

        private Server() {}

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.start();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static PGSimpleDataSource freshSchema() {
            String name = "logs" + SCHEMAS.incrementAndGet();
            try (Connection connection = POSTGRES.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA " + name);
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
            PGSimpleDataSource dataSource = (PGSimpleDataSource) POSTGRES.getPostgresDatabase();
            dataSource.setCurrentSchema(name);
            return dataSource;
        }
    }
}

package dev.baton.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL that is started once for all tests; each test has a schema or a database of its own in it. */
final class RealPostgres {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private RealPostgres() {}

    private static final class Server {
        static final EmbeddedPostgres POSTGRES = start();
        private static Connection administrator;

        /** On a connection that stays: to open one costs more than most of what is asked on it. */
        static synchronized void administer(String sql) {
            try {
                // Some tests end all connections that there are.
                if (administrator == null || !administrator.isValid(10)) {
                    administrator = POSTGRES.getPostgresDatabase().getConnection();
                }
                try (Statement statement = administrator.createStatement()) {
                    statement.execute(sql);
                }
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }

        private static EmbeddedPostgres start() {
            try {
                Path data = Files.createTempDirectory("baton-postgres");
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setDataDirectory(data)
                        // It would remove the files before this process ends, one by one, which takes half a minute.
                        .setCleanDataDirectory(false)
                        .setServerConfig("max_connections", "200")
                        // Nobody pulls its plug: the tests that do have servers of their own.
                        .setServerConfig("fsync", "off")
                        .start();
                ProcessHandle process = process(data);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> removeOnceStopped(data, process)));
                return server;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        /** The server has a hook of its own, which stops it; what it leaves is removed by a process that goes on. */
        private static void removeOnceStopped(Path data, ProcessHandle server) {
            server.onExit().join();
            try {
                new ProcessBuilder("rm", "-rf", data.toString()).start();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static ProcessHandle process(Path data) throws IOException {
            String id = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
            return ProcessHandle.of(Long.parseLong(id.trim())).orElseThrow();
        }
    }

    /** For tests that look at a database as a whole: what it counts, or which connections it has. */
    static PGSimpleDataSource freshDatabase() {
        String name = "test" + COUNT.incrementAndGet();
        execute(Server.POSTGRES.getPostgresDatabase(), "CREATE DATABASE " + name);
        return (PGSimpleDataSource) Server.POSTGRES.getDatabase("postgres", name);
    }

    /** As good as a database of its own for one who uses no other schema, and made in a tenth of the time. */
    static PGSimpleDataSource freshSchema() {
        String name = "test" + COUNT.incrementAndGet();
        Server.administer("CREATE SCHEMA " + name);
        PGSimpleDataSource dataSource = (PGSimpleDataSource) Server.POSTGRES.getPostgresDatabase();
        dataSource.setCurrentSchema(name);
        return dataSource;
    }

    /** The same schema under a login of its own, which can be {@linkplain #forbidLogin forbidden}. */
    static PGSimpleDataSource withOwnLogin(PGSimpleDataSource schema) {
        String role = schema.getCurrentSchema() + "_login";
        Server.administer("CREATE ROLE " + role + " SUPERUSER LOGIN");
        PGSimpleDataSource dataSource = (PGSimpleDataSource) Server.POSTGRES.getDatabase(role, "postgres");
        dataSource.setCurrentSchema(schema.getCurrentSchema());
        return dataSource;
    }

    /** Has PostgreSQL refuse new connections of a login, and cuts those that it has. */
    static void forbidLogin(PGSimpleDataSource login) {
        Server.administer("ALTER ROLE " + login.getUser() + " NOLOGIN");
        Server.administer(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + login.getUser() + "'");
    }

    static void allowLogin(PGSimpleDataSource login) {
        Server.administer("ALTER ROLE " + login.getUser() + " LOGIN");
    }

    static void execute(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The number that a query finds. */
    static long number(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

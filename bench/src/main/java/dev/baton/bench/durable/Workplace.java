package dev.baton.bench.durable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A database and a directory of a contender's own, gone when closed. */
final class Workplace implements AutoCloseable {

    /** How many connections everybody may have. */
    static final int CONNECTIONS = 20;

    private final DataSource source;
    private final Connection administration;
    private final String database;
    private final Path directory;

    Workplace(EmbeddedPostgres postgres, Connection administration, String database) throws IOException, SQLException {
        this.administration = administration;
        this.database = database;
        directory = Files.createTempDirectory("baton-bench");
        Sql.execute(administration, "CREATE DATABASE " + database);
        source = postgres.getDatabase("postgres", database, Map.of("reWriteBatchedInserts", "true"));
    }

    /** A new pool of connections to the database, to be closed by the caller. */
    HikariDataSource newPool() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(CONNECTIONS);
        return new HikariDataSource(config);
    }

    /** A new connection to the database, to be closed by the caller. */
    Connection newConnection() throws SQLException {
        return source.getConnection();
    }

    /** Executes statements in the database. */
    void execute(String sql) throws SQLException {
        try (Connection connection = newConnection()) {
            Sql.execute(connection, sql);
        }
    }

    /** Where files may be kept. */
    Path directory() {
        return directory;
    }

    /**
     * How many transactions the database has committed, those that only read among them. All connections must be
     * closed or about to be: a server process reports what it did no later than when it ends.
     */
    long commits() throws SQLException, InterruptedException {
        while (Sql.count(
                        administration,
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = '%s' AND backend_type = 'client backend'"
                                .formatted(database))
                > 0) {
            Thread.sleep(10);
        }
        return Sql.count(
                administration, "SELECT xact_commit FROM pg_stat_database WHERE datname = '%s'".formatted(database));
    }

    /** The processor time of the server processes whose connections are open, in microseconds; 0 where it is not told. */
    double processorMicros() throws SQLException {
        return Sql.single(administration, """
                SELECT coalesce(sum(split_part(pg_read_file('/proc/' || pid || '/schedstat', true), ' ', 1)::bigint), 0)
                FROM pg_stat_activity
                WHERE datname = '%s' AND backend_type = 'client backend'""".formatted(database), row -> row.getDouble(1) / 1e3);
    }

    @Override
    public void close() throws IOException, SQLException {
        Sql.execute(administration, "DROP DATABASE %s WITH (FORCE)".formatted(database));
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}

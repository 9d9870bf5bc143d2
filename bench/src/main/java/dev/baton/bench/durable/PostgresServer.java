package dev.baton.bench.durable;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One PostgreSQL for everybody, which loses nothing when the power goes: embedded servers usually would. */
final class PostgresServer implements AutoCloseable {

    private static final List<String> DURABLE = List.of("fsync", "synchronous_commit", "full_page_writes");
    private static final Map<String, String> ROOMY =
            new TreeMap<>(Map.of("shared_buffers", "1GB", "max_wal_size", "8GB"));

    private final EmbeddedPostgres postgres;
    private final Connection administration;
    private int workplaces;

    private PostgresServer(EmbeddedPostgres postgres) throws SQLException {
        this.postgres = postgres;
        administration = postgres.getPostgresDatabase().getConnection();
    }

    static PostgresServer start() throws IOException, SQLException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
        DURABLE.forEach(setting -> builder.setServerConfig(setting, "on"));
        ROOMY.forEach(builder::setServerConfig);
        PostgresServer server = new PostgresServer(builder.start());
        server.checkDurability();
        return server;
    }

    private void checkDurability() throws SQLException {
        for (String setting : DURABLE) {
            String actual = show(setting);
            if (!actual.equals("on")) {
                throw new IllegalStateException(
                        "PostgreSQL runs with %s=%s, and would be taken to be durable".formatted(setting, actual));
            }
        }
    }

    /** A place to work in, with nothing in it. */
    Workplace newWorkplace() throws IOException, SQLException {
        return new Workplace(postgres, administration, "bench_" + ++workplaces);
    }

    /** The version, and the settings that matter. */
    String describe() throws SQLException {
        StringBuilder text = new StringBuilder("PostgreSQL ").append(show("server_version"));
        for (String setting : DURABLE) {
            text.append(", ").append(setting).append('=').append(show(setting));
        }
        for (String setting : ROOMY.keySet()) {
            text.append(", ").append(setting).append('=').append(show(setting));
        }
        return text.toString();
    }

    private String show(String setting) throws SQLException {
        return Sql.single(administration, "SHOW " + setting, row -> row.getString(1));
    }

    @Override
    public void close() throws IOException, SQLException {
        administration.close();
        postgres.close();
    }
}

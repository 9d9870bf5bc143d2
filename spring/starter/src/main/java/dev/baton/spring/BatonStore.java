package dev.baton.spring;

import dev.baton.jdbc.JsonCodec;
import dev.baton.jdbc.Stores;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where the application's scheduler keeps its executions.
 *
 * <pre>{@code
 * @Bean
 * BatonStore batonStore(DataSource dataSource) {
 *     return BatonStore.on(dataSource);
 * }
 * }</pre>
 *
 * @param kind {@code PostgreSQL}, {@code SQLite} or {@code memory}
 * @param store the store; null for memory. The scheduler closes it
 * @param dataSource the data source of the store; null for memory
 */
public record BatonStore(
        String kind, @Nullable Store store, @Nullable DataSource dataSource) {

    private static final String SQLITE = "SQLite";
    private static final String SQLITE_URL = "jdbc:sqlite:";

    /** A store in memory. */
    public static BatonStore inMemory() {
        return new BatonStore("memory", null, null);
    }

    /** The store on a data source of PostgreSQL or SQLite. */
    public static BatonStore on(DataSource dataSource) {
        return on(dataSource, JsonCodec.standard());
    }

    /** The store on a data source of PostgreSQL or SQLite, with a codec of one's own. */
    public static BatonStore on(DataSource dataSource, Codec codec) {
        Codec own = ApplicationCodec.of(codec);
        try (Connection connection = dataSource.getConnection()) {
            DatabaseMetaData about = connection.getMetaData();
            String product = about.getDatabaseProductName();
            return switch (product.toLowerCase(Locale.ROOT)) {
                case "postgresql" -> new BatonStore("PostgreSQL", Stores.postgres(dataSource, own), dataSource);
                case "sqlite" -> new BatonStore(SQLITE, Stores.sqlite(file(about.getURL()), own), dataSource);
                default ->
                    throw new IllegalStateException("Baton keeps executions in PostgreSQL or SQLite, and the"
                            + " application's DataSource is " + product + ". Set baton.store=memory, or mark another"
                            + " DataSource with @BatonDataSource.");
            };
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    /** The file of an SQLite store; empty for the others. */
    public Optional<Path> file() {
        if (!kind.equals(SQLITE) || dataSource == null) {
            return Optional.empty();
        }
        try (Connection connection = dataSource.getConnection()) {
            return Optional.of(file(connection.getMetaData().getURL()));
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    private static IllegalStateException unreachable(SQLException e) {
        return new IllegalStateException("Baton cannot reach the application's DataSource: " + e.getMessage(), e);
    }

    private static Path file(String url) {
        String file = url.substring(SQLITE_URL.length());
        int options = file.indexOf('?');
        file = options < 0 ? file : file.substring(0, options);
        file = file.startsWith("file:") ? file.substring("file:".length()) : file;
        if (file.isEmpty() || file.startsWith(":")) {
            throw new IllegalStateException("the application's SQLite database is in memory (" + url + "), where Baton"
                    + " cannot share it. Set baton.store=memory, or give the database a file.");
        }
        return Path.of(file);
    }
}

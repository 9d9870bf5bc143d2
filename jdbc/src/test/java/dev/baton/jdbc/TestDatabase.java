package dev.baton.jdbc;

import dev.baton.spi.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/**
 * An empty database.
 *
 * @param source supplies connections for users
 * @param stores creates stores on it that are not open yet
 * @param histories creates histories of it
 * @param expiry the statement after which the node of a store has sent no heartbeat for too long
 */
record TestDatabase(
        DataSource source, Supplier<Store> stores, Supplier<History> histories, Function<Store, String> expiry) {

    /** The supported databases. */
    enum Kind {
        SQLITE {
            @Override
            TestDatabase fresh() {
                Path file = FreshSqlite.newFile();
                SQLiteDataSource source = new SQLiteDataSource();
                source.setUrl("jdbc:sqlite:" + file);
                return new TestDatabase(
                        source,
                        () -> Stores.sqlite(file),
                        () -> History.sqlite(file),
                        node -> "DELETE FROM baton_node");
            }
        },
        POSTGRES {
            @Override
            TestDatabase fresh() {
                DataSource source = RealPostgres.freshSchema();
                return new TestDatabase(
                        source,
                        () -> Stores.postgres(source),
                        () -> History.postgres(source),
                        node -> "UPDATE baton_node SET expires = now() - interval '1 second' WHERE id = '" + node.node()
                                + "'");
            }
        };

        abstract TestDatabase fresh();
    }

    Connection connect() throws SQLException {
        return source.getConnection();
    }
}

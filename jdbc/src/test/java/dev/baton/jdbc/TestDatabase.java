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
 * A database with nothing in it.
 *
 * @param source where users get connections of their own
 * @param stores makes stores on it that are not open yet
 * @param expiry what to execute for the node of a store to have given no sign of life for too long
 */
record TestDatabase(DataSource source, Supplier<Store> stores, Function<Store, String> expiry) {

    /** What databases there are. */
    enum Kind {
        SQLITE {
            @Override
            TestDatabase fresh() {
                Path file = FreshSqlite.newFile();
                SQLiteDataSource source = new SQLiteDataSource();
                source.setUrl("jdbc:sqlite:" + file);
                return new TestDatabase(source, () -> Stores.sqlite(file), node -> "DELETE FROM baton_node");
            }
        },
        POSTGRES {
            @Override
            TestDatabase fresh() {
                DataSource source = RealPostgres.freshSchema();
                return new TestDatabase(
                        source,
                        () -> Stores.postgres(source),
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

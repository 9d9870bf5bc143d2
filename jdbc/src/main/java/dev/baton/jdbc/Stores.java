package dev.baton.jdbc;

import dev.baton.RunContext;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import java.nio.file.Path;
import java.sql.Connection;
import javax.sql.DataSource;

/**
 * Creates stores that keep executions in a database.
 *
 * <pre>{@code
 * try (Baton baton = Baton.on(Stores.postgres(dataSource))) {
 *     baton.add(report).start();
 * }
 * }</pre>
 */
public final class Stores {

    private Stores() {}

    /**
     * A store in a SQLite file, which one process at a time can use. Creates the file if it does not exist; {@code
     * -wal}, {@code -shm} and {@code .lock} files appear beside it.
     */
    public static Store sqlite(Path file) {
        return sqlite(file, JsonCodec.standard());
    }

    /** A store in an SQLite file, with a codec of one's own; see {@link #sqlite(Path)}. */
    public static Store sqlite(Path file, Codec codec) {
        return new SqliteStore(file, codec);
    }

    /**
     * A store on PostgreSQL 12 or later, which any number of nodes share. It keeps one connection of the data source to
     * listen for notifications, and borrows up to five more, each for the length of a transaction; if the data source
     * has no pool, it keeps these as well. The tables are created in the first schema of the search path.
     */
    public static Store postgres(DataSource dataSource) {
        return postgres(dataSource, JsonCodec.standard());
    }

    /** A store on PostgreSQL, with a codec of one's own; see {@link #postgres(DataSource)}. */
    public static Store postgres(DataSource dataSource, Codec codec) {
        return new PostgresStore(dataSource, codec);
    }

    /**
     * The connection for a body's own data, in the transaction that records the end of its run: both are committed when
     * the body returns, exactly once, and neither when it throws. The body must not commit it, roll it back or close
     * it. On SQLite nothing else can be recorded while the transaction is open, so keep it short.
     *
     * @throws dev.baton.error.NotPossibleException when the scheduler has no store
     */
    public static Connection connection(RunContext context) {
        if (context.transaction() instanceof JdbcTransaction transaction) {
            return transaction.connection();
        }
        throw new IllegalArgumentException("the scheduler of " + context.jobName() + " is on a store of another kind");
    }

    /** The statements that create the tables, to run by hand. A store uses tables that exist. */
    public static String ddl(Dialect dialect) {
        return Migrations.ENGINE.ddl(dialect) + "\n" + Migrations.SCHEDULES.ddl(dialect);
    }
}

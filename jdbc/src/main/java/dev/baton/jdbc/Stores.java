package dev.baton.jdbc;

import dev.baton.RunContext;
import dev.baton.spi.Store;
import java.nio.file.Path;
import java.sql.Connection;
import javax.sql.DataSource;

/** Makes stores that survive the process. */
public final class Stores {

    private Stores() {}

    /**
     * A store in a file of SQLite, which one process at a time can have. The file is made when it is not there, and
     * beside it come {@code -wal}, {@code -shm} and {@code .lock}.
     */
    public static Store sqlite(Path file) {
        return new SqliteStore(file);
    }

    /**
     * A store on PostgreSQL 12 or later, which any number of nodes share. It keeps one connection of the data source for
     * itself, to be woken through, and borrows up to five more for as long as a transaction each; from a data source
     * without a pool it keeps these as well. The tables are made in the first schema of the search path.
     */
    public static Store postgres(DataSource dataSource) {
        return new PostgresStore(dataSource);
    }

    /**
     * The connection a body writes its own data through, in the transaction that records the end of its run: when the
     * body returns, both are committed, once; when it throws, neither is. It must neither be committed, nor rolled back,
     * nor closed. On SQLite nothing else is recorded while such a transaction is open: keep it short.
     *
     * @throws dev.baton.error.NotPossibleException when the scheduler has no store
     */
    public static Connection connection(RunContext context) {
        if (context.transaction() instanceof JdbcTransaction transaction) {
            return transaction.connection();
        }
        throw new IllegalArgumentException("the scheduler of " + context.jobName() + " is on a store of another kind");
    }

    /** The statements that make the tables, for those who make them by hand. A store that finds them makes none. */
    public static String ddl(Dialect dialect) {
        return Migrations.ENGINE.ddl(dialect);
    }
}

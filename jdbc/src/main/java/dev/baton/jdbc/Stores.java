package dev.baton.jdbc;

import dev.baton.spi.Store;
import java.nio.file.Path;
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
     * A store on PostgreSQL 12 or later, which any number of nodes share. It keeps a few connections of the data source
     * for itself, pooled or not, one of them to be woken through; the tables are made in the first schema of the
     * search path.
     */
    public static Store postgres(DataSource dataSource) {
        return new PostgresStore(dataSource);
    }

    /** The statements that make the tables, for those who make them by hand. A store that finds them makes none. */
    public static String ddl(Dialect dialect) {
        return new Schema(dialect).ddl();
    }
}

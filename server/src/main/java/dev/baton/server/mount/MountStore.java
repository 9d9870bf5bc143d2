package dev.baton.server.mount;

import dev.baton.jdbc.History;
import dev.baton.server.store.Bulletin;
import dev.baton.server.store.Database;
import java.nio.file.Path;
import javax.sql.DataSource;

/**
 * The database of a program's scheduler, as the dashboard reads it. The dashboard keeps the reasons of pauses and the
 * audit of changes beside it, in tables of its own.
 *
 * <pre>{@code
 * MountStore store = MountStore.postgres(dataSource);
 * }</pre>
 */
public final class MountStore implements AutoCloseable {

    private final History history;
    private final Database tables;
    private final Bulletin bulletin;

    private MountStore(History history, Database tables, Bulletin bulletin) {
        this.history = history;
        this.tables = tables;
        this.bulletin = bulletin;
    }

    /**
     * The database of {@code Stores.postgres}. The dashboard keeps one connection of the pool to hear of the events of
     * other nodes.
     *
     * @param pool the connections, which stay open
     */
    public static MountStore postgres(DataSource pool) {
        return new MountStore(History.postgres(pool), Database.pooledPostgres(pool), Bulletin.postgres(pool));
    }

    /** The file of {@code Stores.sqlite}. The dashboard's own tables are in a file beside it. */
    public static MountStore sqlite(Path file) {
        Path absolute = file.toAbsolutePath();
        String name = String.valueOf(absolute.getFileName());
        String stem = name.endsWith(".db") ? name.substring(0, name.length() - ".db".length()) : name;
        return new MountStore(
                History.sqlite(absolute),
                Database.sqlite(absolute.resolveSibling(stem + "-server.db")),
                Bulletin.silent());
    }

    History history() {
        return history;
    }

    Database tables() {
        return tables;
    }

    Bulletin bulletin() {
        return bulletin;
    }

    /** Closes what was opened here; a pool stays open. */
    @Override
    public void close() {
        bulletin.close();
        history.close();
        tables.close();
    }
}

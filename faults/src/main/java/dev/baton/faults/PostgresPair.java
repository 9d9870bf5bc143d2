package dev.baton.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;

/**
 * A primary and a standby that repeats every commit before it is acknowledged. When the primary {@linkplain #crash()
 * dies} it is for good: the standby is {@linkplain #restart() promoted}, and gets a standby of its own in the place of the
 * former primary. Nodes know both addresses.
 */
final class PostgresPair implements DatabaseServer {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * The files that a copy of a running server must not have: it gets its log from the primary, and a process of its
     * own.
     */
    private static final Set<String> NOT_COPIED = Set.of("pg_wal", "pg_replslot", "pg_stat_tmp", "pg_notify");

    private static final Set<String> NOT_COPIED_FILES = Set.of("postmaster.pid", "postmaster.opts", "epg-lock");

    private final Path directory;
    private final int[] ports;
    private PostgresServer primary;
    private PostgresServer standby;
    private int copies;

    private PostgresPair(Path directory, PostgresServer primary, int otherPort) throws InterruptedException {
        this.directory = directory;
        this.primary = primary;
        this.ports = new int[] {primary.port(), otherPort};
        this.standby = follow(primary, otherPort);
    }

    static PostgresPair start(Path directory) throws IOException, InterruptedException {
        return new PostgresPair(
                directory,
                PostgresServer.start(directory.resolve("first"), PostgresServer.freePort()),
                PostgresServer.freePort());
    }

    /** A new standby, which is there when every commit waits for it. */
    private PostgresServer follow(PostgresServer leader, int port) throws InterruptedException {
        Path data = directory.resolve("copy" + copies++);
        try (Connection connection = DriverManager.getConnection(leader.url("postgres"));
                Statement statement = connection.createStatement()) {
            boolean renamed = connection.getMetaData().getDatabaseMajorVersion() >= 15;
            statement.execute(
                    renamed ? "SELECT pg_backup_start('copy', true)" : "SELECT pg_start_backup('copy', true, false)");
            copy(leader.data(), data);
            try (ResultSet row = statement.executeQuery(
                    renamed
                            ? "SELECT labelfile FROM pg_backup_stop(false)"
                            : "SELECT labelfile FROM pg_stop_backup(false, false)")) {
                row.next();
                Files.writeString(data.resolve("backup_label"), row.getString(1));
            }
            Files.createFile(data.resolve("standby.signal"));
            Files.writeString(
                    data.resolve("postgresql.auto.conf"),
                    "primary_conninfo = 'host=127.0.0.1 port=" + leader.port() + " user=postgres'\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING);
            PostgresServer follower = PostgresServer.start(data, port);
            // After the copy: a standby that is promoted must not wait for one that is not there.
            statement.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
            statement.execute("SELECT pg_reload_conf()");
            Await.until("the standby keeps up", PATIENCE, () -> isSynchronous(statement));
            return follower;
        } catch (SQLException e) {
            throw new IllegalStateException("no standby could be made", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSynchronous(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")) {
            return row.next();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(folder).toString());
                Files.createDirectories(copy);
                Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(folder));
                if (!NOT_COPIED.contains(folder.getFileName().toString())) {
                    return FileVisitResult.CONTINUE;
                }
                if (folder.getFileName().toString().equals("pg_wal")) {
                    Files.createDirectories(copy.resolve("archive_status"));
                }
                return FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!NOT_COPIED_FILES.contains(file.getFileName().toString())) {
                    try {
                        Files.copy(file, to.resolve(from.relativize(file).toString()));
                    } catch (NoSuchFileException e) {
                        // The server goes on meanwhile; its log says what became of the file.
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
    }

    @Override
    public synchronized void crash() throws InterruptedException {
        primary.crash();
    }

    @Override
    public synchronized void restart() throws InterruptedException {
        int freePort = primary.port();
        primary.close();
        try (Connection connection = DriverManager.getConnection(standby.url("postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_promote()");
        } catch (SQLException e) {
            throw new IllegalStateException("the standby could not be promoted", e);
        }
        primary = standby;
        standby = follow(primary, freePort);
    }

    @Override
    public synchronized PostgresDatabase create(String name) throws SQLException {
        primary.create(name);
        String address = "jdbc:postgresql://localhost:" + ports[0] + ",localhost:" + ports[1] + "/" + name
                + "?user=postgres&connectTimeout=5&targetServerType=primary&hostRecheckSeconds=1";
        return new PostgresDatabase(this, address, address);
    }

    @Override
    public synchronized void close() {
        standby.close();
        primary.close();
    }
}

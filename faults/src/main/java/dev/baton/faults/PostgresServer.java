package dev.baton.faults;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** A PostgreSQL that writes to the disk as it would in earnest, and that can crash and come back. */
final class PostgresServer implements DatabaseServer {

    private final Path data;
    private final int port;
    private EmbeddedPostgres server;

    private PostgresServer(Path data, int port) throws IOException {
        this.data = data;
        this.port = port;
        this.server = launch();
    }

    static PostgresServer start(Path data) throws IOException {
        return start(data, freePort());
    }

    static PostgresServer start(Path data, int port) throws IOException {
        return new PostgresServer(data, port);
    }

    int port() {
        return port;
    }

    Path data() {
        return data;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private EmbeddedPostgres launch() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                // Off by default, to be fast: here what was committed must be there after a crash.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                // For a standby that begins as a copy.
                .setServerConfig("wal_keep_size", "1GB")
                .setPGStartupWait(Duration.ofSeconds(60))
                .start();
    }

    @Override
    public synchronized void crash() throws InterruptedException {
        long postmaster = postmaster();
        // What pg_ctl calls the immediate mode: no checkpoint, so that the next start has to recover.
        Processes.signal(postmaster, "QUIT");
        Await.until(
                "the server is down",
                Duration.ofSeconds(30),
                () -> ProcessHandle.of(postmaster)
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
        Await.until("the server's traces are gone", Duration.ofSeconds(30), () -> !Files.exists(pidFile()));
        stop();
    }

    @Override
    public synchronized void restart() {
        try {
            server = launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long postmaster() {
        try {
            return Long.parseLong(Files.readAllLines(pidFile()).get(0).trim());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path pidFile() {
        return data.resolve("postmaster.pid");
    }

    @Override
    public PostgresDatabase create(String name) throws SQLException {
        String admin = url("postgres");
        try (Connection connection = DriverManager.getConnection(admin);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return new PostgresDatabase(this, url(name), url(name));
    }

    String url(String database) {
        return "jdbc:postgresql://localhost:" + port + "/" + database + "?user=postgres&connectTimeout=5";
    }

    private void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        stop();
        try (Stream<Path> files = Files.walk(data)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

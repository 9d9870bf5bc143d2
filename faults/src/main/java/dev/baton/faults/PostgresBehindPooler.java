package dev.baton.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A PostgreSQL that nodes reach through PgBouncer in transaction mode, and the driver directly. */
final class PostgresBehindPooler implements DatabaseServer {

    private static final List<Path> PLACES = List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));

    private static final String SETTINGS = """
            [databases]
            * = host=127.0.0.1 port=%d user=postgres
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = 20
            max_client_conn = 500
            ignore_startup_parameters = extra_float_digits
            server_login_retry = 1
            """;

    private final PostgresServer server;
    private final int port;
    private final Process pooler;

    private PostgresBehindPooler(PostgresServer server, int port, Process pooler) {
        this.server = server;
        this.port = port;
        this.pooler = pooler;
    }

    /** Where PgBouncer is, if it is installed. */
    static Optional<Path> program() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    static PostgresBehindPooler start(Path data, Path program) throws IOException, InterruptedException {
        PostgresServer server = PostgresServer.start(data);
        int port = PostgresServer.freePort();
        Path directory = Files.createTempDirectory("baton-pgbouncer");
        Path settings = directory.resolve("pgbouncer.ini");
        Files.writeString(settings, SETTINGS.formatted(server.port(), port));
        Process process = new ProcessBuilder(command(program, settings))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Processes.endWithDriver(process);
        Await.until("PgBouncer listens", Duration.ofSeconds(20), () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return true;
            }
        });
        return new PostgresBehindPooler(server, port, process);
    }

    /** PgBouncer does not run as root. */
    private static List<String> command(Path program, Path settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(settings.toString());
        return command;
    }

    @Override
    public void crash() throws InterruptedException {
        server.crash();
    }

    @Override
    public void restart() {
        server.restart();
    }

    @Override
    public PostgresDatabase create(String name) throws SQLException {
        PostgresDatabase direct = server.create(name);
        // Statements that the driver prepares on one connection are not there on the next.
        String address = "jdbc:postgresql://127.0.0.1:" + port + "/" + name
                + "?user=postgres&connectTimeout=5&prepareThreshold=0";
        return new PostgresDatabase(this, address, direct.address());
    }

    @Override
    public void close() {
        pooler.destroy();
        server.close();
    }
}

package dev.baton.cli;

import dev.baton.server.BatonServer;
import dev.baton.server.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A server in this process, on a port that was free.
 *
 * @param server the server
 * @param dataDir where it keeps its files
 */
record RunningServer(BatonServer server, Path dataDir) implements AutoCloseable {

    static RunningServer start(Path dataDir) {
        return start(dataDir, "");
    }

    /** With what a file defines. */
    static RunningServer start(Path dataDir, String toml) {
        Map<String, String> settings = Map.of(
                "BATON_SERVER_PORT", "0",
                "BATON_SERVER_DATA_DIR", dataDir.toString(),
                // No test waits for the commands that it leaves running.
                "BATON_WORKER_SHUTDOWN_GRACE", "0s");
        ConfigLoader loader = new ConfigLoader(settings, Set.of());
        return new RunningServer(
                BatonServer.start(() -> loader.parse("test", toml).orThrow()), dataDir);
    }

    String address() {
        return server.address().toString();
    }

    String adminToken() throws IOException {
        return Files.readString(dataDir.resolve("admin.token")).strip();
    }

    /** Runs a command for this server, with its admin's token. */
    Cli run(String... args) {
        return Cli.run(
                Map.of("BATON_SERVER", address()),
                Stream.concat(Stream.of(args), Stream.of("--data-dir", dataDir.toString()))
                        .toArray(String[]::new));
    }

    @Override
    public void close() {
        server.close();
    }
}

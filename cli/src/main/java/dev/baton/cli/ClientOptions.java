package dev.baton.cli;

import dev.baton.server.http.FirstToken;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a command that asks a running server for something. */
final class ClientOptions {

    private final Map<String, String> environment;

    @Mixin
    private final ServerOptions server;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Without a token, the one of the admin is read from here, if the server is on this machine."
                    + " Default: baton-data.")
    private @Nullable Path dataDir;

    ClientOptions(Map<String, String> environment) {
        this.environment = environment;
        this.server = new ServerOptions(environment);
    }

    /** Which server is meant. */
    ServerOptions server() {
        return server;
    }

    /** A client of that server, with the token there is. */
    ServerClient client() {
        String usual = environment.getOrDefault("BATON_SERVER_DATA_DIR", "baton-data");
        return client(server.server(), Path.of(usual));
    }

    /**
     * A client of another server.
     *
     * @param usualDataDir where that keeps its files, if no option says otherwise
     */
    ServerClient client(URI address, Path usualDataDir) {
        Path file = (dataDir != null ? dataDir : usualDataDir).resolve(FirstToken.FILE);
        return new ServerClient(address, server.token().orElseGet(() -> ofAdmin(address, file)));
    }

    private String ofAdmin(URI address, Path file) {
        // The admin's token is this machine's: another server is not to see it.
        boolean local = ServerOptions.isLocal(address);
        if (local && Files.exists(file)) {
            return server.read(file);
        }
        String looked = local ? " There is none in " + file + " either; --data-dir says where else." : "";
        throw new CommandFailedException(
                "no token was given: give one with --token-file, or as BATON_TOKEN in the environment." + looked);
    }
}

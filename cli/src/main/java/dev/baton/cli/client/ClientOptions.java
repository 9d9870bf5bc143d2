package dev.baton.cli.client;

import dev.baton.cli.client.Profiles.Profile;
import dev.baton.cli.output.CommandFailedException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of a command that asks a running server for something. Which server that is, the nearest says: an option, a
 * profile that is named, BATON_SERVER, a server whose data directory is here, the profile that was signed in to last, the
 * usual port of this machine.
 */
public final class ClientOptions {

    private static final String USUAL_DATA_DIR = "baton-data";

    private final Map<String, String> environment;

    @Mixin
    private final ServerOptions server;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "A server that 'baton login' signed in to. Default: BATON_PROFILE in the environment.")
    private @Nullable String profile;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where a server on this machine keeps its files: its address and the admin's token are read"
                    + " from here. Default: BATON_SERVER_DATA_DIR, or baton-data.")
    private @Nullable Path dataDir;

    public ClientOptions(Map<String, String> environment) {
        this.environment = environment;
        this.server = new ServerOptions(environment);
    }

    /** Which server the options name. */
    public ServerOptions server() {
        return server;
    }

    /** A client of the server that is meant, with the token there is. */
    public Api client() {
        LocalServer local = local(Path.of(environment.getOrDefault("BATON_SERVER_DATA_DIR", USUAL_DATA_DIR)));
        Optional<Profile> named = Optional.ofNullable(profile != null ? profile : environment.get("BATON_PROFILE"))
                .filter(name -> !name.isBlank())
                .map(new Profiles(environment)::named);
        if (named.isPresent() && !server.hasAddress()) {
            return of(named.get());
        }
        if (server.isNamed()) {
            return client(server.server(), local);
        }
        Optional<String> here = local.address();
        if (here.isPresent()) {
            return client(server.address(here.get()), local);
        }
        Optional<Profile> last = dataDir == null ? new Profiles(environment).current() : Optional.empty();
        return last.isPresent() ? of(last.get()) : client(server.server(), local);
    }

    private Api of(Profile known) {
        return new Api(server.address(known.server()), server.givenToken().orElse(known.token()));
    }

    /**
     * A client of another server.
     *
     * @param usualDataDir where that keeps its files, if no option says otherwise
     */
    public Api client(URI address, Path usualDataDir) {
        return client(address, local(usualDataDir));
    }

    private LocalServer local(Path usual) {
        return new LocalServer(dataDir != null ? dataDir : usual);
    }

    private Api client(URI address, LocalServer local) {
        return new Api(address, server.token().orElseGet(() -> ofAdmin(address, local.tokenFile())));
    }

    private String ofAdmin(URI address, Path file) {
        // The admin's token is this machine's: another server is not to see it.
        boolean local = ServerOptions.isLocal(address);
        if (local && Files.exists(file)) {
            return server.read(file);
        }
        String looked = local ? " There is none in " + file + " either; --data-dir says where else." : "";
        throw new CommandFailedException(
                "no token was given for " + address + "." + looked,
                "Sign in with 'baton login', or give a token with --token-file, or as BATON_TOKEN in the environment.");
    }
}

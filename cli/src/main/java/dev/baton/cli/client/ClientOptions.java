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
 * The options of a command that calls a running server. The server comes from the first of these that is present: an
 * option, a named profile, BATON_SERVER, a server with its data directory here, the profile of the last sign-in, the
 * service of this machine, the default port of this machine.
 */
public final class ClientOptions {

    private static final String USUAL_DATA_DIR = "baton-data";

    private final Map<String, String> environment;
    private final LocalServer service;

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
            description =
                    "The data directory of a server on this machine, which contains its address and the admin token."
                            + " Default: BATON_SERVER_DATA_DIR, or baton-data.")
    private @Nullable Path dataDir;

    public ClientOptions(Map<String, String> environment) {
        this(environment, LocalServer.SERVICE);
    }

    /** @param service the server that runs as a service on this machine, if it does */
    ClientOptions(Map<String, String> environment, LocalServer service) {
        this.environment = environment;
        this.service = service;
        this.server = new ServerOptions(environment);
    }

    /** The options that name the server. */
    public ServerOptions server() {
        return server;
    }

    /** The address of a server that runs on this machine, with its data in this directory unless an option names another. */
    public Optional<URI> runningHere(Path usualDataDir) {
        return local(usualDataDir).address().map(server::address);
    }

    /** A client of the server, with its token. */
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
        if (last.isPresent()) {
            return of(last.get());
        }
        Optional<String> ofService = namesDataDir() ? Optional.empty() : service.address();
        return ofService.isPresent()
                ? client(server.address(ofService.get()), service)
                : client(server.server(), local);
    }

    private boolean namesDataDir() {
        return dataDir != null || environment.containsKey("BATON_SERVER_DATA_DIR");
    }

    private Api of(Profile known) {
        return new Api(server.address(known.server()), server.givenToken().orElse(known.token()));
    }

    /**
     * A client of another server.
     *
     * @param usualDataDir the data directory of that server, unless an option names another
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
        // The admin token of this machine must not be sent to another server.
        boolean local = ServerOptions.isLocal(address);
        if (local && Files.exists(file)) {
            return server.read(file);
        }
        throw new CommandFailedException(
                "no token was given for " + address + "." + (local ? looked(file) : ""),
                "Sign in with 'baton login', or give a token with --token-file, or as BATON_TOKEN in the environment.");
    }

    /** Where a token was looked for in vain. */
    private String looked(Path file) {
        if (isHidden(file)) {
            return " This user may not read " + file + ": become the server's user, or root.";
        }
        String others = !namesDataDir() && isHidden(service.tokenFile())
                ? " For the service of this machine, become root or its user: its token is in " + service.tokenFile()
                        + "."
                : "";
        return " There is none in " + file + " either; name another directory with --data-dir." + others;
    }

    private static boolean isHidden(Path file) {
        // Neither is known of a file in a directory that this user may not enter.
        return !Files.exists(file) && !Files.notExists(file);
    }
}

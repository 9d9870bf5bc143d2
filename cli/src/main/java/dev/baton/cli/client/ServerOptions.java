package dev.baton.cli.client;

import dev.baton.cli.input.TextFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name a server and a token. */
public final class ServerOptions {

    private static final String ADDRESS_VARIABLE = "BATON_SERVER";
    private static final String USUAL_SERVER = "http://127.0.0.1:7070";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Map<String, String> environment;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The server's address; for a worker also several of one cluster, with commas. Default: "
                    + ADDRESS_VARIABLE + " in the environment, or " + USUAL_SERVER + ".")
    private @Nullable String server;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "A token of the server. Other users can see it in the process list: prefer BATON_TOKEN in the"
                    + " environment, or --token-file.")
    private @Nullable String token;

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file that contains only the token.")
    private @Nullable Path tokenFile;

    public ServerOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The environment variables that are settings of a server: without those that tell clients where a server is. */
    public static Map<String, String> settings(Map<String, String> environment) {
        Map<String, String> settings = new HashMap<>(environment);
        settings.remove(ADDRESS_VARIABLE);
        settings.remove("BATON_PROFILE");
        return settings;
    }

    /** The server's address. */
    public URI server() {
        return address(given());
    }

    /** The addresses of several servers of a cluster, with commas between them. */
    public List<URI> servers() {
        return Arrays.stream(given().split(","))
                .map(text -> address(text.strip()))
                .toList();
    }

    private String given() {
        return server != null ? server : environment.getOrDefault(ADDRESS_VARIABLE, USUAL_SERVER);
    }

    /** Parses an address. */
    URI address(String text) {
        try {
            URI address = new URI(text);
            boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (web && address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // falls through to the one message for every bad address
        }
        throw bad("--server: \"" + text + "\" is not an address like https://baton.example.com or " + USUAL_SERVER);
    }

    /** Whether an option or variable names a server. */
    public boolean isNamed() {
        return server != null || environment.containsKey(ADDRESS_VARIABLE);
    }

    /** Whether a server is on this machine. */
    public static boolean isLocal(URI address) {
        return LOOPBACK.contains(address.getHost());
    }

    /** Whether an option names a server. */
    boolean hasAddress() {
        return server != null;
    }

    /** The token that was given by an option. */
    Optional<String> givenToken() {
        if (token != null) {
            return Optional.of(token);
        }
        return Optional.ofNullable(tokenFile).map(this::read);
    }

    /** The token that was given, by an option or in the environment. */
    public Optional<String> token() {
        Optional<String> given = givenToken();
        if (given.isPresent()) {
            return given;
        }
        return Optional.ofNullable(environment.get("BATON_TOKEN")).filter(text -> !text.isBlank());
    }

    /** The token in a file. */
    public String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw bad("the token cannot be read from " + file + ": " + TextFile.reason(e));
        }
    }

    private ParameterException bad(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}

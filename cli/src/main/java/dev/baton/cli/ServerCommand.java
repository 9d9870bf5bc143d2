package dev.baton.cli;

import dev.baton.cli.client.LocalServer;
import dev.baton.cli.client.ServerOptions;
import dev.baton.cli.input.BadTextException;
import dev.baton.cli.output.Version;
import dev.baton.server.BatonServer;
import dev.baton.server.http.FirstToken;
import dev.baton.server.spec.document.InvalidDocumentException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton server}: runs the server until it is told to stop. */
@Command(
        name = "server",
        description = "Run the server: schedules, workers, the HTTP API, on a SQLite file or on PostgreSQL.",
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton server --demo",
            "  baton server --config /etc/baton/baton.toml",
            "  baton server --storage jdbc:postgresql://db/baton --port 8080"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ServerCommand implements Callable<Integer> {

    private static final int LAST_PORT = 65_535;

    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Option(names = "--demo", description = "Define example jobs and workflows of every kind, which run at once.")
    private boolean demo;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Listen on this address instead of the one in the file.")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "N", description = "Listen on this port; 0 picks a free one.")
    private @Nullable Integer port;

    @Mixin
    private final StorageOptions storage = new StorageOptions();

    ServerCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Stopping stopping = Stopping.onSignal();
        if (port != null && (port < 0 || port > LAST_PORT)) {
            throw new BadTextException("--port: it is a number from 0 to " + LAST_PORT + ", not " + port);
        }
        ConfigSource source = config.source(demo, overrides());
        BatonServer server = BatonServer.start(source);
        LocalServer files = new LocalServer(source.read().server().dataDir());
        stopping.by(() -> {
            files.retire();
            server.close();
        });
        Signals.on("HUP", () -> reload(server));
        announce(files, server);
        server.announcement().ifPresent(out::println);
        if (demo) {
            welcome(server, source.read().server().dataDir());
        }
        out.println("Baton listens on " + server.address() + " (" + source.description() + "). Stop it with Ctrl-C.");
        out.flush();
        stopping.await();
        return CommandLine.ExitCode.OK;
    }

    /** Says where the demo is to be seen, signed in, and gives it a past at its first start. */
    private void welcome(BatonServer server, Path directory) throws InterruptedException {
        Path file = directory.resolve(FirstToken.FILE);
        if (!Files.isReadable(file)) {
            return;
        }
        String token = new ServerOptions(environment).read(file);
        if (server.announcement().isPresent()) {
            DemoHistory.make(server.address(), token, Clock.systemUTC());
        } else {
            spec.commandLine().getOut().println("Sign in: " + server.address() + "/signin#token=" + token);
        }
    }

    /** Lets other commands of this user find the server, wherever it listens. */
    private void announce(LocalServer files, BatonServer server) {
        try {
            files.announce(server.address());
        } catch (IOException e) {
            spec.commandLine()
                    .getErr()
                    .println("other commands will not find this server by themselves: " + e.getMessage());
        }
    }

    private void reload(BatonServer server) {
        try {
            server.reload();
        } catch (InvalidDocumentException e) {
            spec.commandLine().getErr().println("nothing was changed:\n" + e.getMessage());
        }
    }

    /** The environment, and over it what the options say. */
    private Map<String, String> overrides() {
        Map<String, String> all = storage.over(environment);
        put(all, "BATON_SERVER_HOST", host);
        put(all, "BATON_SERVER_PORT", port);
        return all;
    }

    private static void put(Map<String, String> all, String name, @Nullable Object value) {
        if (value != null) {
            all.put(name, value.toString());
        }
    }
}

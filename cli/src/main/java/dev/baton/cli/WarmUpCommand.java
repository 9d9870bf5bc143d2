package dev.baton.cli;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Terminal;
import dev.baton.server.BatonServer;
import dev.baton.server.config.ConfigLoader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code baton warm-up}: does a little of everything in a directory that it removes again, so that a JVM that archives its
 * classes at its end has those in it that commands and a server need. The launcher runs it once.
 */
@Command(
        name = "warm-up",
        hidden = true,
        description = "Load the classes of commands and a server, for class-data sharing.")
final class WarmUpCommand implements Callable<Integer> {

    private final Clock clock;

    WarmUpCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() throws IOException {
        Path directory = Files.createTempDirectory("baton-warm-up");
        try {
            Path file = directory.resolve("baton.toml");
            Map<String, String> environment = new HashMap<>();
            run(environment, "init", file.toString());
            run(environment, "cron", "0 2 * * *");
            run(environment, "validate", file.toString());
            run(environment, "graph", file.toString());
            withServer(directory, Files.readString(file));
        } finally {
            remove(directory);
        }
        return ExitCode.OK;
    }

    private void withServer(Path directory, String toml) {
        Path data = directory.resolve("data");
        ConfigLoader loader =
                new ConfigLoader(Map.of("BATON_SERVER_PORT", "0", "BATON_SERVER_DATA_DIR", data.toString()), Set.of());
        try (BatonServer server =
                BatonServer.start(() -> loader.parse("baton.toml", toml).orThrow())) {
            Map<String, String> environment = Map.of(
                    "BATON_SERVER", server.address().toString(),
                    "BATON_SERVER_DATA_DIR", data.toString());
            run(environment, "jobs");
            run(environment, "trigger", "hello", "--wait", "--timeout", "20s");
            run(environment, "logs", "hello");
            run(environment, "executions", "show", "hello");
            run(environment, "complete", "--", "trigger", "h");
        }
    }

    private void run(Map<String, String> environment, String... args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Surroundings here = new Surroundings(clock, Terminal.none(StandardCharsets.UTF_8), environment);
        Main.commandLine(here, args).setOut(nowhere).setErr(nowhere).execute(args);
    }

    private static void remove(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }
}

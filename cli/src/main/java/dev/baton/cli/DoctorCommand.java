package dev.baton.cli;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.ClientOptions;
import dev.baton.cli.client.ServerOptions;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.Json;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.ServerSettings;
import dev.baton.server.doctor.Finding;
import dev.baton.server.spec.document.InvalidDocumentException;
import dev.baton.server.spec.document.Problem;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton doctor}: checks this machine, a configuration and a running server. */
@Command(
        name = "doctor",
        description = "Check this machine, the configuration and the running server, and suggest remedies.",
        footer = {"", "Exit code: 0 without problems, 1 with warnings, 2 with failures."})
final class DoctorCommand extends LocalCommand {

    private final Map<String, String> environment;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Option(names = "--json", description = "Print an object with status and findings.")
    private boolean json;

    @Mixin
    private final ClientOptions options;

    DoctorCommand(Map<String, String> environment) {
        this.environment = environment;
        this.options = new ClientOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        DoctorReport report = new DoctorReport();
        report.addAll(LocalChecks.ofJava());
        Optional<Configuration> configuration = configuration(report);
        Path files = configuration.map(read -> read.server().dataDir()).orElse(Path.of("baton-data"));
        URI address = address(configuration, files);
        if (Api.answers(address)) {
            askServer(address, files, report);
        } else if (options.server().isNamed()) {
            report.add(Finding.fail(
                    "server", address + " does not answer", "Start it, or name the right one with --server."));
        } else {
            configuration.ifPresent(read -> report.addAll(LocalChecks.of(read)));
        }
        PrintWriter out = spec().commandLine().getOut();
        if (json) {
            out.println(Json.write(report.json()));
        } else {
            report.lines().forEach(out::println);
        }
        return exitCode(report.worst());
    }

    private static int exitCode(Finding.Level worst) {
        return switch (worst) {
            case OK -> 0;
            case WARN -> 1;
            case FAIL -> 2;
        };
    }

    private Optional<Configuration> configuration(DoctorReport report) {
        ConfigSource source = config.source(false, ServerOptions.settings(environment));
        try {
            Configuration read = source.read();
            report.add(Finding.ok("configuration", source.description()));
            return Optional.of(read);
        } catch (InvalidDocumentException e) {
            for (Problem problem : e.problems()) {
                report.add(mistake(problem));
            }
            return Optional.empty();
        }
    }

    /** The server that is meant: the one that is named, else the one that runs here, else the one that would. */
    private URI address(Optional<Configuration> configuration, Path files) {
        if (options.server().isNamed()) {
            return options.server().server();
        }
        return options.runningHere(files)
                .or(() -> configuration.map(read -> address(read.server())))
                .orElseGet(options.server()::server);
    }

    /** The address of a server with this configuration, from its own machine. */
    private static URI address(ServerSettings server) {
        ServerSettings.Address address = server.address();
        boolean everywhere = address.host().equals("0.0.0.0") || address.host().equals("::");
        String host =
                everywhere ? "127.0.0.1" : address.host().contains(":") ? "[" + address.host() + "]" : address.host();
        return URI.create((server.tls() == null ? "http://" : "https://") + host + ":" + address.port());
    }

    private static Finding mistake(Problem problem) {
        Problem withoutHint = new Problem(problem.place(), problem.path(), problem.message(), "");
        return Finding.fail(
                "configuration",
                withoutHint.toString(),
                problem.hint().isEmpty() ? "Correct it; 'baton validate' checks it again." : problem.hint());
    }

    private void askServer(URI address, Path files, DoctorReport report) throws InterruptedException {
        report.add(Finding.ok("server", address + " answers"));
        try {
            report.addAnswer(options.client(address, files).get("/doctor"));
        } catch (CommandFailedException e) {
            report.add(Finding.fail(
                    "server's own checks", String.valueOf(e.getMessage()), "Use any token, except a worker's."));
        }
    }
}

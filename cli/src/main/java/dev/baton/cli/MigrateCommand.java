package dev.baton.cli;

import dev.baton.cli.input.TextFile;
import dev.baton.server.Migration;
import dev.baton.server.config.Configuration;
import dev.baton.server.security.Role;
import dev.baton.server.security.Secret;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code baton migrate}: creates or updates the tables that servers need, and ends. */
@Command(
        name = "migrate",
        description = "Create or update the database tables that servers need, and exit.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton migrate --storage jdbc:postgresql://db/baton",
            "  baton migrate --config /etc/baton/baton.toml --worker-token-file worker.token",
            "",
            "A server does the same at its start; a deployment with several servers does it once, before them.",
            "A token file holds btn_ and 43 letters, digits, hyphens or underscores, for example the output of",
            "  echo \"btn_$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=')\""
        })
final class MigrateCommand extends LocalCommand {

    private final Clock clock;
    private final Map<String, String> environment;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final StorageOptions storage = new StorageOptions();

    @Option(
            names = "--admin-token-file",
            paramLabel = "FILE",
            description = "Register the token in this file with the role admin, unless it is registered already.")
    private @Nullable Path adminToken;

    @Option(
            names = "--worker-token-file",
            paramLabel = "FILE",
            description = "Register the token in this file with the role worker, unless it is registered already.")
    private @Nullable Path workerToken;

    MigrateCommand(Clock clock, Map<String, String> environment) {
        this.clock = clock;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Configuration configuration =
                config.source(false, storage.over(environment)).read();
        List<Migration.GivenToken> given = new ArrayList<>();
        add(given, "admin", Role.ADMIN, adminToken);
        add(given, "worker", Role.WORKER, workerToken);
        List<String> registered = Migration.run(configuration, given, clock);
        PrintWriter out = spec().commandLine().getOut();
        out.println("The tables are up to date.");
        registered.forEach(name -> out.println("Registered the token \"" + name + "\"."));
        return CommandLine.ExitCode.OK;
    }

    private void add(List<Migration.GivenToken> given, String name, Role role, @Nullable Path file) {
        if (file == null) {
            return;
        }
        String text;
        try {
            text = Files.readString(file).strip();
        } catch (IOException e) {
            throw new ParameterException(
                    spec().commandLine(), "the token cannot be read from " + file + ": " + TextFile.reason(e), e);
        }
        if (!Secret.isOne(text)) {
            throw new ParameterException(
                    spec().commandLine(),
                    file + " holds no token: a token is btn_ and 43 letters, digits, hyphens or underscores");
        }
        given.add(new Migration.GivenToken(name, role, Secret.shown(text)));
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Profiles;
import dev.baton.cli.client.ServerOptions;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Json;
import dev.baton.cli.output.Table;
import dev.baton.cli.output.Version;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code baton login}. */
@Command(
        name = "login",
        description = "Sign in to a server and keep its address and a token as a profile, for this user alone.",
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton login prod --server https://baton.example.com    # asks for the token",
            "  baton login prod --server https://baton.example.com < token.txt",
            "  baton login --list",
            "  baton jobs --profile prod"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class LoginCommand implements Callable<Integer> {

    private final Surroundings here;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PROFILE", description = "The name of the profile. Default: default.")
    private String name = "default";

    @Option(names = "--list", description = "List the profiles, without their tokens.")
    private boolean list;

    @Option(names = "--use", description = "Make an existing profile the current one.")
    private boolean use;

    @Option(names = "--remove", description = "Forget a profile.")
    private boolean remove;

    @Option(names = "--json", description = "With --list: print a list of objects.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "With --list: print only the names.")
    private boolean quiet;

    @Mixin
    private final ServerOptions server;

    LoginCommand(Surroundings here) {
        this.here = here;
        this.server = new ServerOptions(here.environment());
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Profiles profiles = new Profiles(here.environment());
        if (list) {
            list(profiles.read(), out);
        } else if (use) {
            profiles.use(name);
            out.println("Commands use profile " + name + " now, unless this directory has a server's data directory.");
        } else if (remove) {
            profiles.remove(name);
            out.println("Profile " + name + " is removed. Its token is still valid: 'baton token revoke' revokes it.");
        } else {
            String token = server.token().orElseGet(this::ask);
            Api api = new Api(server.server(), token);
            JsonNode who = api.get("/session");
            profiles.put(name, new Profiles.Profile(api.server().toString(), token));
            out.println("Signed in to " + api.server() + " as " + text(who, "name") + " (" + text(who, "role")
                    + "), kept as profile " + name + " in " + profiles.file() + ".");
        }
        return ExitCode.OK;
    }

    private void list(Profiles.All all, PrintWriter out) {
        Table table = new Table(here.style(), "PROFILE", "SERVER", "CURRENT");
        List<Object> objects = new ArrayList<>();
        all.byName().forEach((profile, kept) -> {
            boolean current = profile.equals(all.current());
            table.add(profile, kept.server(), current ? "yes" : "");
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("name", profile);
            object.put("server", kept.server());
            object.put("current", current);
            objects.add(object);
        });
        if (json) {
            out.println(Json.write(objects));
        } else if (quiet) {
            all.byName().keySet().forEach(out::println);
        } else if (table.isEmpty()) {
            out.println("There are no profiles. 'baton login NAME --server URL' signs in to a server and keeps one.");
        } else {
            table.lines().forEach(out::println);
        }
    }

    private String ask() {
        Console console = here.terminal().live() ? System.console() : null;
        String given = console == null ? line() : hidden(console);
        if (given == null || given.isBlank()) {
            throw CommandFailedException.badInput(
                    "no token was given.",
                    "An admin creates one with 'baton token create'; on the server's own machine it is in"
                            + " baton-data/admin.token.");
        }
        return given.strip();
    }

    private static @Nullable String hidden(Console console) {
        char[] typed = console.readPassword("Token: ");
        return typed == null ? null : new String(typed);
    }

    private static @Nullable String line() {
        try {
            return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        } catch (IOException e) {
            return null;
        }
    }
}

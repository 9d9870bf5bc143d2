package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.ClientOptions;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Json;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Version;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** A command that talks to a running server. Sub-classes inherit the layout of their help. */
@Command(
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
abstract class RemoteCommand implements Callable<Integer> {

    private final Surroundings surroundings;
    private @Nullable Style style;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final ClientOptions server;

    RemoteCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
        this.server = new ClientOptions(surroundings.environment());
    }

    /** A client of the server that is meant. */
    final Api api() {
        return server.client();
    }

    final Surroundings surroundings() {
        return surroundings;
    }

    final Clock clock() {
        return surroundings.clock();
    }

    /** How things are written for people. */
    final Style style() {
        if (style == null) {
            style = surroundings.style();
        }
        return style;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints lines for people. */
    final void print(List<String> lines) {
        lines.forEach(out()::println);
    }

    /** Prints a tree for programs, on one line. */
    final void printJson(JsonNode tree) {
        out().println(Json.write(Api.plain(tree)));
    }

    /** Prints a list for programs, on one line. */
    final void printJson(List<JsonNode> trees) {
        out().println(Json.write(trees.stream().map(Api::plain).toList()));
    }

    /** The exception for a command line that is wrong. */
    final ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.server.security.Role;
import dev.baton.worker.wire.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code baton token create}: makes a token and prints its secret. */
@Command(
        name = "create",
        description = "Create a token and print its secret, which is shown only once.",
        footer = {
            "  baton token create --name build-3 --role worker",
            "  baton token create --name ci --role operator --expires 30d"
        })
final class TokenCreate extends RemoteCommand {

    @Option(names = "--name", required = true, paramLabel = "NAME", description = "The name of the token.")
    private String name = "";

    @Option(names = "--role", required = true, paramLabel = "ROLE", description = "The role: ${COMPLETION-CANDIDATES}.")
    private Role role = Role.VIEWER;

    @Option(
            names = "--expires",
            paramLabel = "AFTER",
            description = "How long it is valid: 30d, 12h. Default: forever.")
    private @Nullable Duration expires;

    @Option(
            names = "--queues",
            split = ",",
            paramLabel = "QUEUE",
            description = "For the role worker: the queues that it may serve. Default: all.")
    private List<String> queues = List.of();

    @Option(
            names = "--labels",
            split = ",",
            paramLabel = "LABEL",
            description = "For the role worker: the labels that it may have. Default: any.")
    private List<String> labels = List.of();

    @Option(names = "--json", description = "Print the token and its secret as an object.")
    private boolean json;

    TokenCreate(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, Object> wanted = new LinkedHashMap<>();
        wanted.put("name", name);
        wanted.put("role", role.toString());
        if (expires != null) {
            wanted.put("lifetime", Durations.format(expires));
        }
        if (!queues.isEmpty()) {
            wanted.put("queues", queues);
        }
        if (!labels.isEmpty()) {
            wanted.put("labels", labels);
        }
        JsonNode made = api().post(TokenList.PATH, wanted);
        if (json) {
            printJson(made);
        } else {
            // The secret alone goes to the output, so that a script can take it from there.
            err().println("Token " + text(made.path("token"), "id") + ", shown only once:");
            out().println(text(made, "secret"));
        }
        return ExitCode.OK;
    }
}

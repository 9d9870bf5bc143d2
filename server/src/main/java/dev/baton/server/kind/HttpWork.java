package dev.baton.server.kind;

import dev.baton.server.spec.document.Copies;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Types;
import dev.baton.worker.Command;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request.
 *
 * @param command the command for the worker
 */
public record HttpWork(Command.Http command) implements CommandWork {

    private static final Duration DEFAULT_RESPONSE_TIMEOUT = Duration.ofMinutes(1);

    static final Key<String> URL = Key.of(
            "url",
            Types.matching("url", "an http or https address", "https?://[^\\s]+"),
            "The address of a request, or the address to wait for.");
    private static final Key<String> METHOD = Key.of(
                    "method",
                    Types.matching("method", "an HTTP method such as \"POST\"", "[A-Z]{1,20}"),
                    "The method of the request.")
            .otherwise("GET");
    private static final Key<Map<String, String>> HEADERS = Key.of(
                    "headers", Types.map(Types.TEXT), "The headers of the request.")
            .otherwise(Map.of());
    private static final Key<String> BODY = Key.of("body", Types.TEXT, "The body of the request.");
    private static final Key<List<Integer>> EXPECT_STATUS = Key.of(
                    "expect_status",
                    Types.oneOrMore(Types.integer(100, 599)),
                    "The statuses that count as success; all from 200 to 299 when left out.")
            .otherwise(List.of());
    private static final Key<Boolean> FOLLOW_REDIRECTS = Key.of(
                    "follow_redirects", Types.FLAG, "Whether to follow redirects.")
            .otherwise(false);
    private static final Key<Duration> RESPONSE_TIMEOUT = Key.of(
            "response_timeout",
            Types.POSITIVE_DURATION,
            "How long to wait for the answer to the request; as long as an attempt may take, or else 1m, when left out.");

    static final CommandKind KIND = new CommandKind(
            "http",
            URL,
            List.of(URL, METHOD, HEADERS, BODY, EXPECT_STATUS, FOLLOW_REDIRECTS, RESPONSE_TIMEOUT),
            HttpWork::read);

    private static HttpWork read(CommandReader command, @Nullable Duration attempt) {
        Duration timeout = command.find(RESPONSE_TIMEOUT);
        Duration otherwise = attempt == null ? DEFAULT_RESPONSE_TIMEOUT : attempt;
        return new HttpWork(new Command.Http(
                command.get(METHOD),
                command.main(URL),
                Copies.map(command.get(HEADERS)),
                command.find(BODY),
                Set.copyOf(command.get(EXPECT_STATUS)),
                timeout == null ? otherwise : timeout,
                command.get(FOLLOW_REDIRECTS)));
    }

    @Override
    public ObjectNode table() {
        return new Out()
                .put(METHOD, command.method())
                .put(URL, command.url())
                .put(HEADERS, command.headers())
                .put(BODY, command.body())
                .put(EXPECT_STATUS, command.expectStatus().stream().sorted().toList())
                .put(RESPONSE_TIMEOUT, command.timeout())
                .put(FOLLOW_REDIRECTS, command.followRedirects())
                .json();
    }

    @Override
    public Optional<Command.Http> request() {
        return Optional.of(command);
    }

    @Override
    public List<Reference> references() {
        return List.of(new Reference(Reference.Type.WORKER_ADDRESS, command.url(), CommandKinds.COMMAND));
    }
}

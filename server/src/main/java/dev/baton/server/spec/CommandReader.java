package dev.baton.server.spec;

import dev.baton.server.spec.document.JsonDocument;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Problems;
import dev.baton.server.spec.document.Table;
import dev.baton.worker.Command;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a command from its table, from the keys beside it, and from its text. For one command. */
final class CommandReader {

    static final Key<Node> COMMAND = Key.of(
            "command",
            new CommandType(),
            "What to execute: a text is a command line (or what the kind makes of it), a table with `url` is a request.");

    /** The kinds that a worker executes, by their most telling key. */
    private static final Set<String> KINDS = Set.of("shell", "http", "claude", "java");

    private final Table beside;
    private final @Nullable Node request;
    private @Nullable Table inside;
    private @Nullable String text;

    private CommandReader(Table beside, @Nullable Node request, @Nullable Table inside, @Nullable String text) {
        this.beside = beside;
        this.request = request;
        this.inside = inside;
        this.text = text;
    }

    static CommandReader of(Table table) {
        Node node = table.find(COMMAND);
        if (node == null || node.value() instanceof String) {
            String text = node == null ? null : (String) node.value();
            return new CommandReader(table, node == null ? null : request(node), null, text);
        }
        return new CommandReader(table, null, open(node, table), null);
    }

    private static @Nullable Table open(Node node, Table beside) {
        return Table.open(node, CommandKeys.SECTION, beside.path() + " command", beside.problems())
                .orElse(null);
    }

    /** A request that is written as JSON in a text: files of simpler schedulers have no tables to write it in. */
    private static @Nullable Node request(Node node) {
        String text = ((String) node.value()).strip();
        if (!text.startsWith("{") || !text.endsWith("}")) {
            return null;
        }
        return JsonDocument.read(text, new Problems())
                .filter(json -> json.value() instanceof Node.Table table
                        && table.entries().containsKey(CommandKeys.URL.name()))
                .map(json -> json.at(node.place()))
                .orElse(null);
    }

    /** The kind that was named, or else the one that the keys tell. */
    String kind(@Nullable String named) {
        boolean mayBeRequest = named == null || named.equals("http") || !KINDS.contains(named);
        if (request != null && mayBeRequest) {
            inside = open(request, beside);
            text = null;
        }
        if (named != null && KINDS.contains(named)) {
            return named;
        }
        if (has(CommandKeys.URL)) {
            return "http";
        }
        if (has(CommandKeys.PROMPT)) {
            return "claude";
        }
        return has(CommandKeys.HANDLER) ? "java" : "shell";
    }

    Command read(String kind, @Nullable Duration attempt) {
        if (inside != null) {
            inside.reportKeysOfOtherKinds(kind, null);
        }
        return switch (kind) {
            case "http" -> http(attempt == null ? CommandKeys.DEFAULT_RESPONSE_TIMEOUT : attempt);
            case "claude" ->
                new Command.Claude(
                        main(CommandKeys.PROMPT),
                        get(CommandKeys.PROGRAM),
                        find(CommandKeys.WORKING_DIRECTORY),
                        get(CommandKeys.STOP_GRACE));
            case "java" -> new Command.Handler(main(CommandKeys.HANDLER));
            default ->
                new Command.Shell(
                        main(CommandKeys.LINE),
                        get(CommandKeys.SHELL),
                        find(CommandKeys.WORKING_DIRECTORY),
                        Set.copyOf(get(CommandKeys.SUCCESS_CODES)),
                        get(CommandKeys.STOP_GRACE));
        };
    }

    private Command.Http http(Duration otherwise) {
        Duration timeout = find(CommandKeys.RESPONSE_TIMEOUT);
        return new Command.Http(
                get(CommandKeys.METHOD),
                main(CommandKeys.URL),
                Copies.map(get(CommandKeys.HEADERS)),
                find(CommandKeys.BODY),
                Set.copyOf(get(CommandKeys.EXPECT_STATUS)),
                timeout == null ? otherwise : timeout,
                get(CommandKeys.FOLLOW_REDIRECTS));
    }

    /** What a text stands for; it must be said, in one place or the other. */
    private String main(Key<String> key) {
        String value = find(key);
        if (value != null && text != null) {
            beside.problem(key, "\"command\" and \"" + key.name() + "\" mean the same.", "Keep one of them.");
        }
        if (value == null && text == null && !has(key)) {
            String name = inside == null ? "command" : key.name();
            (inside == null ? beside : inside).problem("missing key \"" + name + "\".", key.description());
        }
        if (value != null) {
            return value;
        }
        return text == null ? "" : text;
    }

    private boolean has(Key<?> key) {
        return (inside != null && inside.has(key)) || beside.has(key);
    }

    private <T> T get(Key<T> key) {
        T value = find(key);
        return value == null ? key.otherwise() : value;
    }

    private <T> @Nullable T find(Key<T> key) {
        T value = inside == null ? null : inside.find(key);
        if (value == null) {
            return beside.find(key);
        }
        if (beside.has(key)) {
            beside.problem(
                    key, "\"" + key.name() + "\" stands both in \"command\" and beside it.", "Keep one of them.");
        }
        return value;
    }
}

package dev.baton.server.kind;

import dev.baton.server.spec.document.JsonDocument;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Problems;
import dev.baton.server.spec.document.Table;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads a command from its table, from the keys beside it, and from its text. For one command. */
final class CommandReader {

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

    /**
     * Reads a command from the table that it stands in.
     *
     * @param outer the kind of the work that contains the command; null if the work is the command itself
     * @param named the kind that the table names; null if the command determines it
     * @param attempt how long an attempt may take; null for no limit
     */
    static CommandWork read(
            Table table, @Nullable String outer, @Nullable CommandKind named, @Nullable Duration attempt) {
        CommandReader reader = of(table);
        CommandKind kind = reader.kind(named);
        table.reportKeysOfOtherKinds(outer == null ? kind.name() : outer, kind.name());
        if (reader.inside != null) {
            reader.inside.reportKeysOfOtherKinds(kind.name(), null);
        }
        return kind.reader().read(reader, attempt);
    }

    /** Reads the command of work of another kind. */
    static CommandWork inner(Table table, Kind outer, @Nullable Duration attempt) {
        return read(table, outer.name(), table.find(CommandKinds.INNER_KIND), attempt);
    }

    private static CommandReader of(Table table) {
        Node node = table.find(CommandKinds.COMMAND);
        if (node == null || node.value() instanceof String) {
            String text = node == null ? null : (String) node.value();
            return new CommandReader(table, node == null ? null : request(node), null, text);
        }
        return new CommandReader(table, null, open(node, table), null);
    }

    private static @Nullable Table open(Node node, Table beside) {
        return Table.open(node, CommandKinds.SECTION, beside.path() + " command", beside.problems())
                .orElse(null);
    }

    /** A request in JSON inside a text, as in the files of simpler schedulers, which have no tables for it. */
    private static @Nullable Node request(Node node) {
        String text = ((String) node.value()).strip();
        if (!text.startsWith("{") || !text.endsWith("}")) {
            return null;
        }
        return JsonDocument.read(text, new Problems())
                .filter(json -> json.value() instanceof Node.Table table
                        && table.entries().containsKey(HttpWork.URL.name()))
                .map(json -> json.at(node.place()))
                .orElse(null);
    }

    /** The named kind, or else the kind whose main key is present. */
    private CommandKind kind(@Nullable CommandKind named) {
        if (request != null && (named == null || named.equals(HttpWork.KIND))) {
            inside = open(request, beside);
            text = null;
        }
        if (named != null) {
            return named;
        }
        return CommandKinds.ALL.stream()
                .filter(kind -> !kind.equals(CommandKinds.USUAL) && has(kind.main()))
                .findFirst()
                .orElse(CommandKinds.USUAL);
    }

    /** The main value of the command, either from its key or from the text; one of them is required. */
    String main(Key<String> key) {
        String value = find(key);
        if (value != null && text != null) {
            beside.problem(key, "\"command\" and \"" + key.name() + "\" mean the same.", "Keep one of them.");
        }
        if (value == null && text == null && !has(key) && !(inside == null && beside.has(CommandKinds.COMMAND))) {
            String name = inside == null ? "command" : key.name();
            (inside == null ? beside : inside).problem("missing key \"" + name + "\".", key.asAnswer());
        }
        if (value != null) {
            return value;
        }
        return text == null ? "" : text;
    }

    private boolean has(Key<?> key) {
        return (inside != null && inside.has(key)) || beside.has(key);
    }

    <T> T get(Key<T> key) {
        T value = find(key);
        return value == null ? key.otherwise() : value;
    }

    <T> @Nullable T find(Key<T> key) {
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

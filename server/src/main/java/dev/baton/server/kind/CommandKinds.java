package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Types;
import java.util.List;

/** The kinds of commands that a worker executes. */
final class CommandKinds {

    /** All kinds, in the order of the reference. */
    static final List<CommandKind> ALL = List.of(ShellWork.KIND, HttpWork.KIND, ClaudeWork.KIND, JavaWork.KIND);

    /** The kind of a command without a key of another kind. */
    static final CommandKind USUAL = ShellWork.KIND;

    static final Key<Node> COMMAND = Key.of(
            "command",
            new CommandType(),
            "What to execute: a text is a command line (or what the kind makes of it), a table with `url` is a request.");

    /** The keys of a {@code command} table. */
    static final Section SECTION = new Section(
            "command = { … }",
            "The command that a worker executes.",
            KindKeys.of(ALL, CommandKind::name, CommandKind::inside));

    /** The keys that may stand beside {@code command}. */
    static final List<Key<?>> BESIDE = KindKeys.of(ALL, CommandKind::name, CommandKind::keys);

    static final Key<CommandKind> INNER_KIND = kindKey(
            "inner_kind",
            "The kind of command that a fan-out or a window runs; when left out, the command determines it.");
    static final Key<CommandKind> REDUCER_KIND =
            kindKey("kind", "The kind of command; when left out, the command determines it.");

    private CommandKinds() {}

    private static Key<CommandKind> kindKey(String name, String description) {
        return Key.of(name, Types.choice(ALL, CommandKind::name), description);
    }
}

package dev.baton.server.spec;

import dev.baton.server.spec.KindKeys.Inner;
import dev.baton.server.spec.KindKeys.Kind;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import dev.baton.worker.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys that say what a job or a step does, whatever its kind. */
final class WorkKeys {

    static final Key<String> WORKFLOW = Key.of(
                    "workflow", Types.NAME, "The workflow that a step of kind workflow runs.")
            .of("workflow");
    static final Key<Map<String, Object>> WITH = Key.of(
                    "with", Types.VALUES, "The parameters that workflow is started with.")
            .of("workflow")
            .otherwise(Map.of());
    static final Key<String> MESSAGE = Key.of("message", Types.NON_EMPTY, "What the person who approves is asked.")
            .of("approval")
            .otherwise("Go on?");

    static final List<Key<?>> ALL = all();

    private WorkKeys() {}

    private static List<Key<?>> all() {
        List<Key<?>> keys = new ArrayList<>(List.of(KindKeys.KIND, CommandReader.COMMAND, KindKeys.INNER_KIND));
        keys.addAll(CommandKeys.BESIDE);
        keys.addAll(FanoutKeys.ALL);
        keys.addAll(WindowKeys.ALL);
        keys.addAll(List.of(WORKFLOW, WITH, MESSAGE));
        keys.addAll(WaitKeys.ALL);
        return List.copyOf(keys);
    }

    /** @param attempt how long an attempt may take, which holds for an answer as well */
    static WorkSpec read(Table table, @Nullable Duration attempt) {
        Kind kind = table.find(KindKeys.KIND);
        if (kind == Kind.WORKFLOW && table.has(WindowKeys.DEPENDS_ON)) {
            kind = Kind.WINDOW;
        }
        if (kind == Kind.WORKFLOW || kind == Kind.APPROVAL || kind == Kind.WAIT) {
            return withoutCommand(table, kind);
        }
        return withCommand(table, kind, attempt);
    }

    private static WorkSpec withoutCommand(Table table, Kind kind) {
        table.reportKeysOfOtherKinds(kind.word(), null);
        if (table.has(CommandReader.COMMAND)) {
            table.problem(
                    CommandReader.COMMAND,
                    "kind " + kind.word() + " has no command.",
                    "Take \"command\" out, or set \"kind\".");
        }
        return switch (kind) {
            case WORKFLOW -> new WorkflowWork(table.require(WORKFLOW, ""), table.get(WITH));
            case APPROVAL -> new ApprovalWork(table.get(MESSAGE));
            default -> WaitKeys.read(table);
        };
    }

    private static WorkSpec withCommand(Table table, @Nullable Kind kind, @Nullable Duration attempt) {
        CommandReader reader = CommandReader.of(table);
        Inner inner = table.find(KindKeys.INNER_KIND);
        String outer = kind == null ? null : kind.word();
        String commandKind = reader.kind(inner == null ? outer : inner.word());
        table.reportKeysOfOtherKinds(outer == null ? commandKind : outer, commandKind);
        Command command = reader.read(commandKind, attempt);
        if (kind == Kind.FANOUT) {
            return FanoutKeys.read(table, command, attempt);
        }
        return kind == Kind.WINDOW ? WindowKeys.read(table, command) : new CommandWork(command);
    }

    static void write(WorkSpec work, Out out) {
        out.put(KindKeys.KIND, Kind.valueOf(work.kind().toUpperCase(Locale.ROOT)));
        if (work instanceof CommandWork command) {
            out.set(CommandReader.COMMAND, CommandWriter.write(command.command()));
        } else if (work instanceof FanoutWork fanout) {
            out.set(CommandReader.COMMAND, CommandWriter.write(fanout.command()));
            FanoutKeys.write(fanout, out);
        } else if (work instanceof WindowWork window) {
            out.set(CommandReader.COMMAND, CommandWriter.write(window.command()));
            WindowKeys.write(window, out);
        } else if (work instanceof WorkflowWork workflow) {
            out.put(WORKFLOW, workflow.workflow()).put(WITH, workflow.parameters());
        } else if (work instanceof ApprovalWork approval) {
            out.put(MESSAGE, approval.message());
        } else if (work instanceof WaitWork wait) {
            WaitKeys.write(wait, out);
        }
    }
}

package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All kinds of work: reads them from definitions and writes them back. */
public final class Kinds {

    private static final List<Kind> ALL =
            all(FanoutWork.KIND, WindowWork.KIND, WorkflowWork.KIND, JobWork.KIND, ApprovalWork.KIND, WaitWork.KIND);

    private static final Key<Kind> KIND = Key.of(
            "kind",
            Types.choice(ALL, Kind::name),
            "The kind of work; when left out, the command or `job` determines it. `workflow` with `depends_on` is `window`.");

    /** The keys of the work of a job or step, for all kinds. */
    public static final List<Key<?>> KEYS = keys();

    private Kinds() {}

    private static List<Kind> all(Kind... others) {
        List<Kind> all =
                new ArrayList<>(CommandKinds.ALL.stream().map(CommandKind::kind).toList());
        all.addAll(List.of(others));
        return List.copyOf(all);
    }

    private static List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(List.of(KIND, CommandKinds.COMMAND));
        keys.addAll(KindKeys.of(ALL, Kind::name, Kind::keys));
        return List.copyOf(keys);
    }

    /**
     * Reads the work of a job or step.
     *
     * @param attempt how long an attempt, and so an answer, may take; null for no limit
     */
    public static WorkSpec read(Table table, @Nullable Duration attempt) {
        Kind kind = table.find(KIND);
        if (kind == null && table.has(JobWork.JOB)) {
            return JobWork.KIND.reader().read(table, attempt);
        }
        if (kind == null) {
            return CommandReader.read(table, null, null, attempt);
        }
        boolean isWindow = kind.name().equals(WorkflowWork.KIND.name()) && table.has(WindowWork.DEPENDS_ON);
        return (isWindow ? WindowWork.KIND : kind).reader().read(table, attempt);
    }

    /** Writes the work of a job or step. */
    public static void write(WorkSpec work, Out out) {
        Kind kind = ALL.stream()
                .filter(known -> known.name().equals(work.kind()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("kind " + work.kind() + " is not listed in Kinds"));
        out.put(KIND, kind);
        work.write(out);
    }
}

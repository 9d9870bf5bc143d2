package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import dev.baton.worker.Command;
import java.time.Duration;
import java.util.List;

/** The keys of a window dependency. */
final class WindowKeys {

    private static final WindowWork.Look LOOK = WindowWork.Look.DEFAULT;
    private static final Type<String> FULL_NAME = Types.matching(
            "name",
            "the name of a job, or workflow/step",
            "[A-Za-z0-9][A-Za-z0-9._-]{0,127}(/[A-Za-z0-9][A-Za-z0-9._-]{0,127})?");

    static final Key<List<String>> DEPENDS_ON = Key.of(
                    "depends_on",
                    Types.oneOrMore(FULL_NAME),
                    "The jobs and steps whose latest runs, and the workflows whose latest executions, are looked at.")
            .of("window");
    static final Key<Duration> WINDOW = Key.of(
                    "window",
                    Types.POSITIVE_DURATION,
                    "How far back to look; for a fan-out, for the run that `job://` takes its lines from.")
            .alias("window_sec", Types.SECONDS)
            .of("window", "fanout")
            .otherwise(LOOK.window());
    static final Key<Duration> WAIT = Key.of(
                    "wait", Types.DURATION, "How long to wait for a job that is still running.")
            .alias("wait_sec", Types.SECONDS)
            .of("window")
            .otherwise(LOOK.patience());
    static final Key<Boolean> FRESH_ONLY = Key.of(
                    "fresh_only", Types.FLAG, "Whether a success that an earlier run has used counts as missing.")
            .of("window")
            .otherwise(LOOK.freshOnly());
    static final Key<Duration> COOLDOWN = Key.of(
                    "cooldown",
                    Types.DURATION,
                    "After a skip or a failure for a dependency, how long not to look again.")
            .alias("cooldown_sec", Types.SECONDS)
            .of("window")
            .otherwise(LOOK.cooldown());
    static final Key<WindowWork.Reaction> ON_MISSING =
            reaction("on_missing", "What to do when a job has no finished run in the window.");
    static final Key<WindowWork.Reaction> ON_DEP_FAIL =
            reaction("on_dep_fail", "What to do when the latest run of a job failed.");

    static final List<Key<?>> ALL = List.of(DEPENDS_ON, WINDOW, ON_MISSING, ON_DEP_FAIL, WAIT, FRESH_ONLY, COOLDOWN);

    private WindowKeys() {}

    private static Key<WindowWork.Reaction> reaction(String name, String description) {
        return Key.of(name, Types.choice(WindowWork.Reaction.class, '_'), description)
                .of("window")
                .otherwise(WindowWork.Reaction.SKIP);
    }

    static WindowWork read(Table table, Command command) {
        List<String> jobs = table.require(DEPENDS_ON, List.of());
        if (table.has(DEPENDS_ON) && jobs.isEmpty()) {
            table.problem(DEPENDS_ON, "\"depends_on\" must name a job or more.", "");
        }
        WindowWork.Look look =
                new WindowWork.Look(table.get(WINDOW), table.get(WAIT), table.get(FRESH_ONLY), table.get(COOLDOWN));
        return new WindowWork(jobs, look, table.get(ON_MISSING), table.get(ON_DEP_FAIL), command);
    }

    static void write(WindowWork work, Out out) {
        out.put(DEPENDS_ON, work.dependsOn())
                .put(WINDOW, work.look().window())
                .put(WAIT, work.look().patience())
                .put(FRESH_ONLY, work.look().freshOnly())
                .put(COOLDOWN, work.look().cooldown())
                .put(ON_MISSING, work.onMissing())
                .put(ON_DEP_FAIL, work.onDepFail());
    }
}

package dev.baton.server.kind;

import dev.baton.server.dispatch.Task;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the latest runs of other jobs, which have their own schedules, and then runs a command or not.
 *
 * @param dependsOn the jobs, steps and workflows to check
 * @param look the settings of the check
 * @param onMissing what to do when one of them has no finished run in the window
 * @param onDepFail what to do when the latest run of one of them failed
 * @param inner the command to run
 */
public record WindowWork(List<String> dependsOn, Look look, Reaction onMissing, Reaction onDepFail, CommandWork inner)
        implements WorkSpec {

    private static final Type<String> FULL_NAME = Types.matching(
            "name",
            "the name of a job, or workflow/step",
            "[A-Za-z0-9][A-Za-z0-9._-]{0,127}(/[A-Za-z0-9][A-Za-z0-9._-]{0,127})?");

    static final Key<List<String>> DEPENDS_ON = Key.of(
            "depends_on",
            Types.oneOrMore(FULL_NAME),
            "The jobs and steps whose latest runs, and the workflows whose latest executions, are looked at.");
    static final Key<Duration> WINDOW = Key.of(
                    "window",
                    Types.POSITIVE_DURATION,
                    "How far back to look; for a fan-out, for the run that `job://` takes its lines from.")
            .alias("window_sec", Types.SECONDS)
            .otherwise(Look.DEFAULT.window());
    private static final Key<Duration> WAIT = Key.of(
                    "wait", Types.DURATION, "How long to wait for a job that is still running.")
            .alias("wait_sec", Types.SECONDS)
            .otherwise(Look.DEFAULT.patience());
    private static final Key<Boolean> FRESH_ONLY = Key.of(
                    "fresh_only", Types.FLAG, "Whether a success that an earlier run has used counts as missing.")
            .otherwise(Look.DEFAULT.freshOnly());
    private static final Key<Duration> COOLDOWN = Key.of(
                    "cooldown",
                    Types.DURATION,
                    "How long to refuse further runs after a skip or a failure because of a dependency.")
            .alias("cooldown_sec", Types.SECONDS)
            .otherwise(Look.DEFAULT.cooldown());
    private static final Key<Reaction> ON_MISSING =
            reaction("on_missing", "What to do when a job has no finished run in the window.");
    private static final Key<Reaction> ON_DEP_FAIL =
            reaction("on_dep_fail", "What to do when the latest run of a job failed.");

    static final Kind KIND = new Kind("window", keys(), WindowWork::read);

    /** Copies the names. */
    public WindowWork {
        dependsOn = List.copyOf(dependsOn);
    }

    /**
     * The settings of the check.
     *
     * @param window how far back to look
     * @param patience how long to wait for a job that is still running
     * @param freshOnly whether a success that an earlier run has used counts as missing
     * @param cooldown how long to refuse further runs after a skip or a failure because of a dependency
     */
    public record Look(Duration window, Duration patience, boolean freshOnly, Duration cooldown) {

        /** Looks back a day, without waiting. */
        public static final Look DEFAULT = new Look(Duration.ofDays(1), Duration.ZERO, false, Duration.ZERO);
    }

    /** The reaction to a dependency that does not hold. */
    public enum Reaction {
        /** The run is skipped. */
        SKIP,
        /** The run fails. */
        FAIL,
        /** The command runs all the same. */
        RUN
    }

    private static Key<Reaction> reaction(String name, String description) {
        return Key.of(name, Types.choice(Reaction.class, '_'), description).otherwise(Reaction.SKIP);
    }

    private static List<Key<?>> keys() {
        return List.of(
                CommandKinds.INNER_KIND, DEPENDS_ON, WINDOW, ON_MISSING, ON_DEP_FAIL, WAIT, FRESH_ONLY, COOLDOWN);
    }

    private static WindowWork read(Table table, @Nullable Duration attempt) {
        List<String> jobs = table.require(DEPENDS_ON, List.of());
        if (table.has(DEPENDS_ON) && jobs.isEmpty()) {
            table.problem(DEPENDS_ON, "\"depends_on\" must name a job or more.", "");
        }
        Look look = new Look(table.get(WINDOW), table.get(WAIT), table.get(FRESH_ONLY), table.get(COOLDOWN));
        return new WindowWork(
                jobs, look, table.get(ON_MISSING), table.get(ON_DEP_FAIL), CommandReader.inner(table, KIND, attempt));
    }

    @Override
    public String kind() {
        return KIND.name();
    }

    @Override
    public void write(Out out) {
        inner.write(out);
        out.put(DEPENDS_ON, dependsOn)
                .put(WINDOW, look.window())
                .put(WAIT, look.patience())
                .put(FRESH_ONLY, look.freshOnly())
                .put(COOLDOWN, look.cooldown())
                .put(ON_MISSING, onMissing)
                .put(ON_DEP_FAIL, onDepFail);
    }

    @Override
    public List<Reference> references() {
        List<Reference> references = new ArrayList<>(inner.references());
        dependsOn.forEach(name -> references.add(new Reference(Reference.Type.PAST_RUNS, name, DEPENDS_ON)));
        return references;
    }

    @Override
    public Optional<CommandWork> needsOfWorkers() {
        return Optional.of(inner);
    }

    /** The retry applies to the command only: a run that a dependency refused is not retried. */
    @Override
    public Made make(Setting setting) {
        Task task = setting.task(inner);
        return new Made(
                setting.parts().window(this, task),
                task.demand(setting.policy().demand()),
                setting.policy().retry().neverOn(WindowRefusedException.class));
    }

    @Override
    public Optional<WindowWork> window() {
        return Optional.of(this);
    }
}

package dev.baton.internal.view;

import dev.baton.Dependency;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.graph.Plan;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.Lease;
import dev.baton.internal.execution.LeftOutputs;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.ReasonText;
import dev.baton.internal.execution.RunDetails;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Copies of an execution's recorded state. The state is read within a turn, so that a copy shows one moment; outputs
 * are decoded after the turn, because that calls the user's codec.
 */
public final class Snapshots {

    private static final int READ_AT_ONCE = 1_000;

    private Snapshots() {}

    /** All runs of an execution. */
    public static List<Run> runs(LiveExecution execution) {
        return runs(execution, 0, Integer.MAX_VALUE, Set.of());
    }

    /** The runs from this step on that have one of these statuses; an empty set accepts all. */
    public static List<Run> runs(LiveExecution execution, int from, int most, Set<RunStatus> statuses) {
        return allOutside(
                execution.ask(turn -> {
                    List<Run> runs = new ArrayList<>();
                    IntPredicate asked = asked(execution, statuses);
                    for (int step = Math.max(0, from); step < execution.plan().size() && runs.size() < most; step++) {
                        if (asked.test(step)) {
                            runs.add(within(execution, step));
                        }
                    }
                    return runs;
                }),
                execution);
    }

    /** The runs before this step that have one of these statuses, in descending order; an empty set accepts all. */
    public static List<Run> runsBefore(LiveExecution execution, int before, int most, Set<RunStatus> statuses) {
        return allOutside(
                execution.ask(turn -> {
                    List<Run> runs = new ArrayList<>();
                    IntPredicate asked = asked(execution, statuses);
                    int last = Math.min(before, execution.plan().size()) - 1;
                    for (int step = last; step >= 0 && runs.size() < most; step--) {
                        if (asked.test(step)) {
                            runs.add(within(execution, step));
                        }
                    }
                    return runs;
                }),
                execution);
    }

    /** The runs of a step's parents. */
    public static List<Run> parents(LiveExecution execution, int step) {
        return allOutside(
                execution.ask(turn -> {
                    List<Run> runs = new ArrayList<>();
                    for (int parent : execution.plan().parents(step)) {
                        runs.add(within(execution, parent));
                    }
                    return runs;
                }),
                execution);
    }

    /** The runs of the steps from {@code from} to before {@code to}; fewer if their outputs are long. */
    public static List<Run> page(LiveExecution execution, int from, int to) {
        List<Run> within = execution.ask(turn -> {
            List<Run> runs = new ArrayList<>();
            for (int step = from; step < Math.min(to, execution.plan().size()); step++) {
                runs.add(within(execution, step));
            }
            return runs;
        });
        List<Run> page = new ArrayList<>(within.size());
        LeftOutputs.@Nullable Page left = null;
        for (Run run : within) {
            int step = run.id().number();
            if (!execution.runs().isLeft(step)) {
                page.add(outside(run, execution));
            } else {
                left = left == null ? execution.runs().leftOutputs(step, to) : left;
                if (step >= left.next()) {
                    break;
                }
                page.add(with(run, left.values().get(step)));
            }
        }
        return Collections.unmodifiableList(page);
    }

    /** The number of a step's parents with each status. */
    public static Map<RunStatus, Integer> parentCounts(LiveExecution execution, int step) {
        return execution.ask(turn -> {
            Map<RunStatus, Integer> counts = new EnumMap<>(RunStatus.class);
            for (int parent : execution.plan().parents(step)) {
                counts.merge(execution.status(parent), 1, Integer::sum);
            }
            return Collections.unmodifiableMap(counts);
        });
    }

    /** One run. */
    public static Run run(LiveExecution execution, int step) {
        return outside(execution.ask(turn -> within(execution, step)), execution);
    }

    private static IntPredicate asked(LiveExecution execution, Set<RunStatus> statuses) {
        return step -> statuses.isEmpty() || statuses.contains(execution.status(step));
    }

    /** The number of runs with each status. */
    public static Map<RunStatus, Integer> counts(LiveExecution execution) {
        return execution.ask(turn -> {
            Map<RunStatus, Integer> counts = new EnumMap<>(RunStatus.class);
            for (int step = 0; step < execution.plan().size(); step++) {
                counts.merge(execution.status(step), 1, Integer::sum);
            }
            return counts;
        });
    }

    /** The edges of a graph. */
    public static List<Dependency> dependencies(Plan plan) {
        List<Dependency> dependencies = new ArrayList<>(plan.edges());
        for (int step = 0; step < plan.size(); step++) {
            int[] parents = plan.parents(step);
            byte[] masks = plan.parentMasks(step);
            for (int i = 0; i < parents.length; i++) {
                dependencies.add(Dependency.of(plan.name(parents[i]), plan.name(step), masks[i]));
            }
        }
        return List.copyOf(dependencies);
    }

    /** A run without its output, for use within a turn. */
    private static Run within(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        int attempt = execution.runs().attempts(step);
        long started = execution.runs().started(step);
        Lease lease = execution.states().lease(step);
        if (lease != null) {
            attempt = lease.number();
            started = lease.started();
        }
        RunDetails details = execution.runs().detailsOrNull(step);
        return new Run(
                execution.runId(step),
                execution.node(step).job().name(),
                status,
                ReasonText.of(execution, step),
                attempt,
                new Run.Times(
                        instant(started),
                        status.isTerminal() ? instant(execution.runs().finished(step)) : null,
                        details == null ? null : instant(details.notBefore())),
                result(details, attempt));
    }

    private static Run.Result result(@Nullable RunDetails details, int attempt) {
        if (details == null) {
            return Run.Result.NONE;
        }
        Failure failure = details.failure();
        RunDetails.Holder holder = details.holder();
        return new Run.Result(
                null,
                failure == null ? null : failure.error(),
                details.progress(),
                details.log(),
                details.pastAttempts(),
                holder == null || holder.attempt() != attempt ? null : holder.text());
    }

    private static List<Run> allOutside(List<Run> runs, LiveExecution execution) {
        List<Run> all = new ArrayList<>(runs.size());
        LeftOutputs.@Nullable Page left = null;
        for (Run run : runs) {
            int step = run.id().number();
            if (run.status().countsAsSuccess() && execution.runs().isLeft(step)) {
                // Reads a page of outputs at once: one query each would be slow.
                if (left == null || !left.values().containsKey(step)) {
                    left = execution.runs().leftOutputs(step, step + READ_AT_ONCE);
                }
                all.add(with(run, left.values().get(step)));
            } else {
                all.add(outside(run, execution));
            }
        }
        return Collections.unmodifiableList(all);
    }

    private static Run outside(Run run, LiveExecution execution) {
        return with(
                run,
                run.status().countsAsSuccess()
                        ? execution.runs().output(run.id().number())
                        : null);
    }

    private static Run with(Run run, @Nullable Object output) {
        if (output == null || !run.status().countsAsSuccess()) {
            return run;
        }
        Run.Result known = run.result();
        Run.Result result = new Run.Result(
                output, known.error(), known.progress(), known.log(), known.pastAttempts(), known.holder());
        return new Run(run.id(), run.job(), run.status(), run.reason(), run.attempt(), run.times(), result);
    }

    private static @Nullable Instant instant(long micros) {
        return micros == 0 ? null : Time.toInstant(micros);
    }
}

package dev.baton.server.dispatch;

import dev.baton.Fanout;
import dev.baton.Run;
import dev.baton.RunContext;
import dev.baton.spi.Worker;
import dev.baton.worker.Assignment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates the assignments of workers. */
final class Assignments {

    /** The variable that names the file with the results of the items, one JSON object on each line. */
    private static final String RESULTS = "BATON_RESULTS";

    /** The most parents that an assignment lists. */
    private static final int MOST_PARENTS = 1_000;

    private static final int LONGEST_REASON = 500;

    private Assignments() {}

    static Assignment of(String lease, Worker.Claim claim, Task task) {
        RunContext context = claim.context();
        boolean isFinal = context.isFinal();
        boolean isReducer = context.jobName().endsWith("/" + Fanout.REDUCER)
                && context.parentRun().isPresent();
        // The results of the items of a fan-out may be larger than memory: its worker fetches them page by page.
        List<Run> parents = isReducer ? List.of() : context.parents();
        Assignment.Inputs inputs = new Assignment.Inputs(
                task.grants().variables(),
                context.parameters(),
                outputs(isFinal ? most(parents) : parents),
                context.item()
                        .map(item -> new Assignment.Item(item.value(), item.index(), task.itemVariable()))
                        .orElse(null),
                Map.of(),
                new Assignment.Upstream(isFinal ? context.statusSoFar().toString() : null, ends(most(parents))),
                isReducer ? RESULTS : null);
        return new Assignment(
                lease,
                info(context, claim.mayHaveStarted()),
                task.command(),
                inputs,
                List.copyOf(task.grants().secrets().values()));
    }

    private static Assignment.RunInfo info(RunContext context, boolean mayHaveStarted) {
        return new Assignment.RunInfo(
                context.runId().toString(),
                context.executionId().toString(),
                context.jobName(),
                context.attempt(),
                context.scheduledTime(),
                context.trigger().toString(),
                context.parentRun().map(Object::toString).orElse(null),
                Traces.parent(context.executionId(), context.runId().number()),
                mayHaveStarted);
    }

    /** As many parents as fit into an environment; those that did not succeed come first. */
    private static List<Run> most(List<Run> parents) {
        if (parents.size() <= MOST_PARENTS) {
            return parents;
        }
        List<Run> sorted = new ArrayList<>(parents);
        sorted.sort(Comparator.comparing(run -> run.status().countsAsSuccess()));
        return sorted.subList(0, MOST_PARENTS);
    }

    private static Map<String, Assignment.Ended> ends(List<Run> parents) {
        Map<String, Assignment.Ended> ends = new LinkedHashMap<>();
        for (Run parent : parents) {
            ends.put(
                    parent.step(),
                    new Assignment.Ended(
                            parent.status().toString(), parent.reason().isEmpty() ? null : shortened(parent.reason())));
        }
        return ends;
    }

    private static String shortened(String reason) {
        if (reason.length() <= LONGEST_REASON) {
            return reason;
        }
        // Half of a surrogate pair could not be written as JSON.
        int end = Character.isHighSurrogate(reason.charAt(LONGEST_REASON - 1)) ? LONGEST_REASON - 1 : LONGEST_REASON;
        return reason.substring(0, end);
    }

    private static Map<String, Object> outputs(List<Run> parents) {
        Map<String, Object> outputs = new LinkedHashMap<>();
        parents.forEach(parent -> parent.output().ifPresent(output -> outputs.put(parent.step(), output)));
        return outputs;
    }
}

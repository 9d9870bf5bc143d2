package dev.baton.faults;

import dev.baton.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** No body was called before those it waits for had ended. */
final class ParentsFirst implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            Scenario scenario = evidence.scenarios().get(execution.name());
            Course course = scenario.course();
            if (evidence.drillOf(execution.id()).isPresent()) {
                // A step that is marked or cancelled has an end, and its body has not.
                continue;
            }
            for (Scenario.Step step : course.steps()) {
                List<LedgerEntry> entries = evidence.entries(execution.id(), scenario.fullName(step));
                if (!entries.isEmpty()) {
                    checkStart(evidence, scenario, course, step, entries.get(0), violations);
                }
            }
        }
        return violations;
    }

    private static void checkStart(
            Evidence evidence,
            Scenario scenario,
            Course course,
            Scenario.Step step,
            LedgerEntry start,
            List<String> violations) {
        List<String> parents = step.last()
                ? course.steps().stream()
                        .filter(other -> !other.last())
                        .map(scenario::fullName)
                        .toList()
                : step.after().stream()
                        .map(edge -> scenario.fullName(edge.parent()))
                        .toList();
        Set<String> waiting = course.waiting(scenario);
        long ended = parents.stream()
                .filter(parent -> hasEnded(evidence, course.ends(), waiting, parent, start))
                .count();
        long needed = step.join().isAll() ? parents.size() : step.join().needed();
        if (ended < needed) {
            violations.add(start + " came before the end of its parents " + parents);
        }
    }

    private static boolean hasEnded(
            Evidence evidence, Map<String, RunStatus> planned, Set<String> waiting, String parent, LedgerEntry start) {
        return planned.get(parent) == RunStatus.SKIPPED
                || (waiting.contains(parent)
                        && evidence.trail().endsOf(start.execution(), parent).stream()
                                .anyMatch(end -> end.at() <= start.at() + Trail.CLOCK_ERROR_MICROS))
                || evidence.entries(start.execution(), parent).stream()
                        .anyMatch(entry -> entry.isEnd() && entry.at() <= start.at());
    }
}

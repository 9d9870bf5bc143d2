package dev.baton.faults;

import dev.baton.Fanout;
import dev.baton.RunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A step that waits for another workflow, or for the items of a fan-out, has one execution to wait for, however often its
 * node died: that begins after the step's parents have ended, and has ended when the step ends.
 */
final class NestedOnce implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        Map<RunId, Recorded.Execution> nested = evidence.recorded().nested();
        Set<RunId> belonging = new HashSet<>();
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            Scenario scenario = evidence.scenarios().get(execution.name());
            Map<String, Scenario.Step> steps = new HashMap<>();
            scenario.course().steps().forEach(step -> steps.put(scenario.fullName(step), step));
            for (Recorded.Run run : evidence.recorded().runsOf(execution)) {
                Scenario.Step step = steps.get(run.job());
                String expected = step == null ? null : nestedName(scenario, step);
                if (step != null && expected != null) {
                    RunId id = new RunId(execution.id(), run.step());
                    belonging.add(id);
                    Recorded.Execution child = nested.get(id);
                    boolean mustBe = run.status().equals("success") && !Drills.isOne(execution.name());
                    if (child == null && mustBe) {
                        violations.add(execution + ": nothing was started for " + run);
                    } else if (child != null) {
                        checkChild(evidence, execution, run, child, expected, violations);
                        checkStart(evidence, execution, scenario, step, child, violations);
                    }
                }
            }
        }
        nested.forEach((run, execution) -> {
            if (!belonging.contains(run)) {
                violations.add(execution + " belongs to no run that waits for it");
            }
        });
        return violations;
    }

    private static @Nullable String nestedName(Scenario scenario, Scenario.Step step) {
        if (step.work() instanceof Work.Nested nested) {
            return nested.name();
        }
        return step.work() instanceof Work.Items ? Fanout.itemsOf(scenario.fullName(step)) : null;
    }

    private static void checkChild(
            Evidence evidence,
            Recorded.Execution execution,
            Recorded.Run run,
            Recorded.Execution child,
            String expected,
            List<String> violations) {
        if (!child.name().equals(expected)) {
            violations.add(child + " was started for " + run + " in the place of " + expected);
        }
        // Who cancels or marks the step ends it while what it waits for is still told to stop.
        boolean waited = !Drills.isOne(execution.name());
        long ended = evidence.trail().ends().getOrDefault(child.id(), List.of()).stream()
                .mapToLong(Trail.End::at)
                .max()
                .orElse(Long.MAX_VALUE);
        for (Trail.End end : evidence.trail().endsOf(execution.id(), run.job())) {
            if (waited && end.at() < ended - Trail.CLOCK_ERROR_MICROS) {
                violations.add(child + " ended after what waits for it: " + end);
            }
        }
    }

    private static void checkStart(
            Evidence evidence,
            Recorded.Execution execution,
            Scenario scenario,
            Scenario.Step step,
            Recorded.Execution child,
            List<String> violations) {
        for (LedgerEntry entry : evidence.byRun().getOrDefault(child.id(), Map.of()).values().stream()
                .flatMap(List::stream)
                .toList()) {
            for (Scenario.Edge edge : step.after()) {
                boolean ended = evidence.trail().endsOf(execution.id(), scenario.fullName(edge.parent())).stream()
                        .anyMatch(end -> end.at() <= entry.at() + Trail.CLOCK_ERROR_MICROS);
                if (!ended && !Drills.isOne(execution.name())) {
                    violations.add(entry + " came before the end of " + edge.parent() + ", which its parent waits for");
                }
            }
        }
    }
}

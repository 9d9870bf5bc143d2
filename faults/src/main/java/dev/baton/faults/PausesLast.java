package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;

/** A wait takes as long as it is said to, however often it changes its node: what comes after it comes no sooner. */
final class PausesLast implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            Scenario scenario = evidence.scenarios().get(execution.name());
            for (Scenario.Step step : scenario.steps()) {
                for (Scenario.Edge edge : step.after()) {
                    Scenario.Step parent = scenario.step(edge.parent());
                    if (parent.work() instanceof Work.Pause pause) {
                        check(evidence, execution, scenario, step, parent, pause, violations);
                    }
                }
            }
        }
        return violations;
    }

    private static void check(
            Evidence evidence,
            Recorded.Execution execution,
            Scenario scenario,
            Scenario.Step step,
            Scenario.Step waiting,
            Work.Pause pause,
            List<String> violations) {
        long before = waiting.after().stream()
                .flatMap(edge -> evidence.entries(execution.id(), scenario.fullName(edge.parent())).stream())
                .filter(LedgerEntry::isEnd)
                .mapToLong(LedgerEntry::at)
                .min()
                .orElse(Long.MAX_VALUE);
        evidence.entries(execution.id(), scenario.fullName(step)).stream()
                .filter(LedgerEntry::isStart)
                .filter(start -> start.at() - before < pause.millis() * 1_000L - Trail.CLOCK_ERROR_MICROS)
                .forEach(start -> violations.add(start + " came " + (start.at() - before) / 1_000
                        + " ms after the start of a wait of " + pause.millis() + " ms"));
    }
}

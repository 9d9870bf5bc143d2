package dev.baton.faults;

import dev.baton.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every step of every execution has one end, the one that follows from the graph, and its body said so too. */
final class EndsAsPlanned implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            Scenario scenario = evidence.scenarios().get(execution.name());
            if (evidence.drillOf(execution.id()).isPresent()) {
                // What was commanded has a check of its own.
                continue;
            }
            Map<String, RunStatus> planned = scenario.course().ends();
            Set<String> waiting = scenario.course().waiting(scenario);
            checkStatus(evidence, execution, scenario, violations);
            Set<String> missing = new HashSet<>(planned.keySet());
            for (Recorded.Run run : evidence.recorded().runsOf(execution)) {
                RunStatus plan = planned.get(run.job());
                boolean allowed = plan != null
                        && (plan.toString().equals(run.status())
                                || scenario.ends().stream()
                                        .anyMatch(end -> end.toString().equals(run.status())));
                if (!missing.remove(run.job()) || !(allowed || isPaused(evidence, execution, run))) {
                    violations.add(execution + ": planned was " + plan + ", and recorded " + run);
                }
                if (!waiting.contains(run.job())
                        && !(isPaused(evidence, execution, run) && wasLostAfterItsBody(evidence, execution, run))) {
                    checkLedger(evidence, execution, run, violations);
                }
            }
            missing.forEach(step -> violations.add(execution + ": no end of " + step));
        }
        return violations;
    }

    /** An execution that fired in the moment of its pause is skipped. */
    private static boolean isPaused(Evidence evidence, Recorded.Execution execution, Recorded.Run run) {
        return Scenarios.TICKS.contains(execution.name())
                && run.status().equals(RunStatus.SKIPPED.toString())
                && evidence.chronicle().isPaused(run.finished());
    }

    /**
     * Whether each node that called the body of a run lost the execution before it could record an end. What it did is
     * not known to anybody then, and the next owner decides the run again: it is skipped, if it was paused meanwhile.
     */
    private static boolean wasLostAfterItsBody(Evidence evidence, Recorded.Execution execution, Recorded.Run run) {
        List<Trail.Move> moves = evidence.trail().movesOf(execution.id());
        return evidence.entries(execution.id(), run.job()).stream()
                .filter(LedgerEntry::isStart)
                .allMatch(start -> moves.stream()
                        .anyMatch(move -> move.isLoss()
                                && move.process().equals(start.node())
                                && move.at() > start.at()
                                && move.at() < run.finished()));
    }

    private static void checkStatus(
            Evidence evidence, Recorded.Execution execution, Scenario scenario, List<String> violations) {
        // Each run is held against the plan by itself: one that fired as it was paused is skipped, and all with it.
        boolean skipped = evidence.recorded().runsOf(execution).stream()
                .allMatch(run -> run.status().equals(RunStatus.SKIPPED.toString()));
        String status = skipped ? "skipped" : scenario.course().status(scenario);
        if (!execution.status().equals(status)) {
            violations.add(execution + " should be " + status + " as " + execution.name());
        }
    }

    private static void checkLedger(
            Evidence evidence, Recorded.Execution execution, Recorded.Run run, List<String> violations) {
        Map<LedgerEntry.Event, Integer> events = new HashMap<>();
        evidence.entries(execution.id(), run.job()).forEach(entry -> events.merge(entry.event(), 1, Integer::sum));
        boolean witnessed = switch (run.status()) {
            case "success" -> events.containsKey(LedgerEntry.Event.END);
            case "failure" -> events.containsKey(LedgerEntry.Event.FAIL);
            default -> !events.containsKey(LedgerEntry.Event.START);
        };
        if (!witnessed) {
            violations.add(execution + ": recorded is " + run + ", and the ledger has " + events);
        }
    }
}

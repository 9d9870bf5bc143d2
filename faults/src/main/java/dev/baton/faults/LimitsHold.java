package dev.baton.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** No more bodies of a job at a time than it may have, those of nodes aside that did not know they were dead. */
final class LimitsHold implements Check {

    private record Body(String node, UUID execution, String step) {}

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        check(evidence, Scenarios.LIMITED, Scenarios.LIMIT, violations);
        check(evidence, Scenarios.EXCLUSIVE, 1, violations);
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            checkItems(evidence, execution, violations);
        }
        return violations;
    }

    private static void check(Evidence evidence, String job, int limit, List<String> violations) {
        check(evidence, evidence.ledger(), evidence.scenarios().stepsOf(job), limit, violations);
    }

    /** Each fan-out has a limit of its own. */
    private static void checkItems(Evidence evidence, Recorded.Execution execution, List<String> violations) {
        int limit = evidence.scenarios().concurrencyOf(execution.name());
        if (limit > 0) {
            Map<String, List<LedgerEntry>> byItem = evidence.byRun().getOrDefault(execution.id(), Map.of());
            List<LedgerEntry> entries = byItem.values().stream()
                    .flatMap(List::stream)
                    .sorted(Comparator.comparingLong(LedgerEntry::at))
                    .toList();
            check(evidence, entries, byItem.keySet(), limit, violations);
        }
    }

    private static void check(
            Evidence evidence, List<LedgerEntry> entries, Set<String> steps, int limit, List<String> violations) {
        Chronicle chronicle = evidence.chronicle();
        Set<Body> running = new HashSet<>();
        for (LedgerEntry entry : entries) {
            if (steps.contains(entry.step())) {
                Body body = new Body(entry.node(), entry.execution(), entry.step());
                if (!entry.isStart()) {
                    running.remove(body);
                    continue;
                }
                running.removeIf(other -> chronicle.endOf(other.node()) <= entry.at());
                running.add(body);
                long counted = running.stream()
                        .filter(other -> !chronicle.isTroubled(other.node(), entry.at(), entry.at()))
                        .count();
                if (counted > limit) {
                    violations.add(entry + " made " + counted + " at a time: " + running);
                }
            }
        }
    }
}

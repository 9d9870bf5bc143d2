package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a run did, and where a promise did not hold.
 *
 * @param summary in words
 * @param violations what went wrong
 */
record Report(String summary, List<String> violations) {

    static Report of(Evidence evidence, List<NodeProcess> nodes, long seed) {
        List<String> violations = new ArrayList<>();
        for (Check check : Check.ALL) {
            for (String violation : check.violations(evidence)) {
                violations.add(check.getClass().getSimpleName() + ": " + violation);
            }
        }
        for (NodeProcess node : nodes) {
            for (String error : node.log().errors()) {
                violations.add("Log: " + node.name() + ": " + error);
            }
        }
        StringBuilder summary = new StringBuilder("seed " + seed + ", " + nodes.size() + " processes\n");
        for (Map.Entry<String, Integer> harm : evidence.chronicle().counts().entrySet()) {
            line(summary, harm.getKey(), harm.getValue());
        }
        Recorded recorded = evidence.recorded();
        line(summary, "executions", recorded.executions().size());
        line(summary, "rolled back", evidence.submissions().takenBack().size());
        line(
                summary,
                "steps",
                recorded.runs().values().stream().mapToInt(List::size).sum());
        line(
                summary,
                "bodies called",
                evidence.ledger().stream().filter(LedgerEntry::isStart).count());
        line(summary, "called again", NoNeedlessRepeat.count(evidence));
        line(summary, "violations", violations.size());
        return new Report(summary.toString(), violations);
    }

    private static void line(StringBuilder summary, String what, long count) {
        summary.append(String.format("  %-28s %8d%n", what, count));
    }
}

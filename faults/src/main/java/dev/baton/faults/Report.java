package dev.baton.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a fault run: its counts, and the promises that did not hold.
 *
 * @param summary in words
 * @param violations what went wrong
 */
record Report(String summary, List<String> violations) {

    /**
     * Makes the checks.
     *
     * @param logs of all processes, in which there must be no error
     */
    static Report of(Evidence evidence, List<Check> checks, List<NodeLog> logs, String title) {
        List<String> violations = new ArrayList<>();
        Map<String, Integer> byCheck = new LinkedHashMap<>();
        for (Check check : checks) {
            String name = check.getClass().getSimpleName();
            for (String violation : check.violations(evidence)) {
                violations.add(name + ": " + violation);
                byCheck.merge(name, 1, Integer::sum);
            }
        }
        for (NodeLog log : logs) {
            for (String error : log.errors()) {
                violations.add("Log: " + log.node() + ": " + error);
                byCheck.merge("Log", 1, Integer::sum);
            }
        }
        Tally tally = new Tally(title);
        Chronicle chronicle = evidence.chronicle();
        int faults = 0;
        for (Fault fault : Fault.values()) {
            tally.addIfAny(fault.toString(), chronicle.count(fault));
            faults += chronicle.count(fault);
        }
        tally.add("faults in all", faults);
        tally.addIfAny("backends terminated", chronicle.backends());
        tally.addIfAny("too slow for their lease", chronicle.slow());
        List<Recorded.Execution> executions = evidence.recorded().executions();
        tally.add("executions", executions.size());
        tally.addIfAny(
                "of recorded workflows",
                executions.stream().filter(RealGraphs::isOne).count());
        tally.add("that grow", executions.stream().filter(Growing::isOne).count());
        tally.add("that wait", executions.stream().filter(Waits::isOne).count());
        tally.add("nested, or over items", evidence.recorded().nested().size());
        tally.add("that are commanded", evidence.drills().size());
        for (Drill.Verb verb : Drill.Verb.values()) {
            for (Drill.Outcome outcome : Drill.Outcome.values()) {
                tally.addIfAny("  " + verb + " " + outcome, count(evidence, verb, outcome));
            }
        }
        tally.addIfAny(
                "enqueued and rolled back", evidence.submissions().takenBack().size());
        tally.add(
                "runs",
                evidence.recorded().runs().values().stream()
                        .mapToInt(List::size)
                        .sum());
        tally.add(
                "bodies called",
                evidence.ledger().stream().filter(LedgerEntry::isStart).count());
        tally.add("repeats", NoNeedlessRepeat.count(evidence));
        tally.add("longest takeover, ms", ReleasedInTime.longest(evidence));
        tally.addIfAny("longest stall of this machine, ms", chronicle.longestStall());
        tally.add("violations", violations.size());
        byCheck.forEach((check, count) -> tally.add("  " + check, count));
        return new Report(tally + Story.of(evidence, violations), violations);
    }

    private static long count(Evidence evidence, Drill.Verb verb, Drill.Outcome outcome) {
        return evidence.drills().stream()
                .flatMap(drill -> drill.orders(verb).stream())
                .filter(order -> order.outcome() == outcome)
                .count();
    }

    /** Lines of numbers. */
    private static final class Tally {

        private final StringBuilder text = new StringBuilder();

        Tally(String title) {
            text.append(title).append('\n');
        }

        void add(String what, long count) {
            text.append(String.format("  %-28s %8d%n", what, count));
        }

        void addIfAny(String what, long count) {
            if (count > 0) {
                add(what, count);
            }
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}

package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * What a run did, and where a promise did not hold.
 *
 * @param summary in words
 * @param violations what went wrong
 */
record Report(String summary, List<String> violations) {

    static Report of(Evidence evidence, List<NodeProcess> nodes, boolean writersKnown, long seed) {
        List<String> violations = new ArrayList<>();
        for (Check check : Check.ALL) {
            if (!writersKnown && Check.BY_WRITER.contains(check.getClass())) {
                System.out.println(
                        "NOT CHECKED behind a pooler: " + check.getClass().getSimpleName());
                continue;
            }
            for (String violation : check.violations(evidence)) {
                violations.add(check.getClass().getSimpleName() + ": " + violation);
            }
        }
        for (NodeProcess node : nodes) {
            for (String error : node.log().errors()) {
                violations.add("Log: " + node.name() + ": " + error);
            }
        }
        Tally tally = new Tally("seed " + seed + ", " + nodes.size() + " processes");
        Chronicle chronicle = evidence.chronicle();
        int faults = 0;
        for (Fault fault : Fault.values()) {
            tally.add(fault.toString(), chronicle.count(fault));
            faults += chronicle.count(fault);
        }
        tally.add("faults in all", faults);
        tally.add("backends terminated", chronicle.backends());
        tally.add("too slow for their lease", chronicle.slow());
        List<Recorded.Execution> executions = evidence.recorded().executions();
        tally.add("executions", executions.size());
        tally.add(
                "of recorded workflows",
                executions.stream().filter(RealGraphs::isOne).count());
        tally.add("that grow", executions.stream().filter(Growing::isOne).count());
        tally.add("that wait", executions.stream().filter(Waits::isOne).count());
        tally.add("nested, or over items", evidence.recorded().nested().size());
        tally.add("that are commanded", evidence.drills().size());
        for (Drill.Verb verb : Drill.Verb.values()) {
            for (Drill.Outcome outcome : Drill.Outcome.values()) {
                tally.add("  " + verb + " " + outcome, count(evidence, verb, outcome));
            }
        }
        tally.add("enqueued and rolled back", evidence.submissions().takenBack().size());
        tally.add(
                "runs",
                evidence.recorded().runs().values().stream()
                        .mapToInt(List::size)
                        .sum());
        tally.add(
                "bodies called",
                evidence.ledger().stream().filter(LedgerEntry::isStart).count());
        tally.add("repeats", NoNeedlessRepeat.count(evidence));
        tally.add("longest takeover, ms", TakenOverInTime.longest(evidence));
        tally.add("violations", violations.size());
        return new Report(tally.toString(), violations);
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

        @Override
        public String toString() {
            return text.toString();
        }
    }
}

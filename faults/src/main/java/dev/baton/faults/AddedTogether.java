package dev.baton.faults;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The steps that a body adds are added together, or not at all. However many attempts asked for the same steps, those
 * that ran were asked for by one of them, the one whose success is recorded, and none ran before that was; and no body
 * was called of a step that nobody added.
 */
final class AddedTogether implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            Scenario scenario = evidence.scenarios().get(execution.name());
            Course course = scenario.course();
            checkAllKnown(evidence, execution, course, violations);
            for (Scenario.Step step : course.steps()) {
                List<LedgerEntry> starts = startsOfAdded(evidence, execution, scenario, step);
                if (!starts.isEmpty()) {
                    String adder = scenario.fullName(step);
                    checkAuthor(evidence, execution, adder, starts, violations);
                    checkRecordedBefore(evidence, execution, adder, starts, violations);
                }
            }
        }
        return violations;
    }

    private static void checkAllKnown(
            Evidence evidence, Recorded.Execution execution, Course course, List<String> violations) {
        Set<String> called = new HashSet<>(
                evidence.byRun().getOrDefault(execution.id(), Map.of()).keySet());
        called.removeAll(course.ends().keySet());
        if (!called.isEmpty()) {
            violations.add(execution + ": bodies were called of steps that nobody added: " + called);
        }
    }

    private static List<LedgerEntry> startsOfAdded(
            Evidence evidence, Recorded.Execution execution, Scenario scenario, Scenario.Step adder) {
        return adder.adds().stream()
                .flatMap(added -> evidence.entries(execution.id(), scenario.fullName(added)).stream())
                .filter(LedgerEntry::isStart)
                .toList();
    }

    private static void checkAuthor(
            Evidence evidence,
            Recorded.Execution execution,
            String adder,
            List<LedgerEntry> starts,
            List<String> violations) {
        List<String> authors = recordedAuthors(evidence, execution, adder).toList();
        String author = starts.get(0).addedBy();
        if (author == null || !authors.contains(author)) {
            violations.add(starts.get(0) + " was not added by the success of " + adder + ", but by " + author
                    + ", and that was " + authors);
        }
        for (LedgerEntry start : starts) {
            if (author != null && !author.equals(start.addedBy())) {
                violations.add(start + " was added by another attempt than " + starts.get(0));
            }
        }
    }

    /** The attempts that may be the one whose success is recorded: they returned, and have its number. */
    private static Stream<String> recordedAuthors(Evidence evidence, Recorded.Execution execution, String adder) {
        Set<Integer> recorded = new HashSet<>();
        for (Recorded.Run run : evidence.recorded().runsOf(execution)) {
            if (run.job().equals(adder)) {
                recorded.add(run.attempt());
            }
        }
        return evidence.entries(execution.id(), adder).stream()
                .filter(entry -> entry.event() == LedgerEntry.Event.END && recorded.contains(entry.attempt()))
                .map(LedgerEntry::author);
    }

    private static void checkRecordedBefore(
            Evidence evidence,
            Recorded.Execution execution,
            String adder,
            List<LedgerEntry> starts,
            List<String> violations) {
        for (Trail.End end : evidence.trail().endsOf(execution.id(), adder)) {
            for (LedgerEntry start : starts) {
                if (start.at() < end.at() - Trail.CLOCK_ERROR_MICROS) {
                    violations.add(start + " came before the end of what added it was recorded: " + end);
                }
            }
        }
    }
}

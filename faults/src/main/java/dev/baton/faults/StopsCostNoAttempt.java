package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A clean stop uses up no attempt: a body that is interrupted by it, because it takes longer than the grace period, is
 * called again elsewhere as the attempt that it was.
 */
final class StopsCostNoAttempt implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        evidence.byRun()
                .values()
                .forEach(steps -> steps.values().forEach(entries -> check(evidence, entries, violations)));
        return violations;
    }

    private static void check(Evidence evidence, List<LedgerEntry> entries, List<String> violations) {
        LedgerEntry before = null;
        LedgerEntry lastWord = null;
        for (LedgerEntry entry : entries) {
            if (entry.isStart()) {
                if (before != null
                        && entry.attempt() > before.attempt()
                        && wasStopped(evidence, before, lastWord, entry)) {
                    violations.add(entry + " is another attempt although " + before + " was cut short by a clean stop");
                }
                before = entry;
                lastWord = null;
            } else if (before != null && entry.node().equals(before.node())) {
                lastWord = entry;
            }
        }
    }

    /** Whether the process was told to stop while the body ran, and nothing else had happened to it. */
    private static boolean wasStopped(
            Evidence evidence, LedgerEntry before, @Nullable LedgerEntry lastWord, LedgerEntry again) {
        long leaves = evidence.chronicle().leavesAt(before.node());
        return lastWord != null
                && lastWord.event() == LedgerEntry.Event.STOPPED
                && leaves >= before.at()
                && leaves <= lastWord.at()
                && evidence.trail().deathsOf(before.node()).stream().noneMatch(death -> death.at() <= again.at());
    }
}

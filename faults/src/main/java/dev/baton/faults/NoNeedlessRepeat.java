package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A body is called again only when its node died or was cut off while it had it, and never after its end was recorded. */
final class NoNeedlessRepeat implements Check {

    /** A node reads the database's clock now and then, over the wire. */
    private static final long CLOCK_ERROR_MICROS = 200_000;

    /** By then everybody knows of a dead node. */
    private static final long LONGEST_SILENCE_MICROS = 5_000_000;

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            for (Recorded.Run run : evidence.recorded().runsOf(execution)) {
                List<LedgerEntry> entries = evidence.entries(execution.id(), run.job());
                checkRepeats(evidence.chronicle(), entries, violations);
                checkAfterEnd(evidence.chronicle(), run, entries, violations);
            }
        }
        return violations;
    }

    private static void checkRepeats(Chronicle chronicle, List<LedgerEntry> entries, List<String> violations) {
        for (int i = 0; i < entries.size(); i++) {
            LedgerEntry again = entries.get(i);
            LedgerEntry before = startBefore(entries, i);
            if (again.isStart() && before != null && !isExcused(chronicle, entries, before, again)) {
                violations.add(again + " came although nothing had happened to " + before);
            }
        }
    }

    /** How many bodies were called again for no reason of their own. */
    static long count(Evidence evidence) {
        long repeats = 0;
        for (var run : evidence.byRun().values().stream()
                .flatMap(steps -> steps.values().stream())
                .toList()) {
            for (int i = 0; i < run.size(); i++) {
                LedgerEntry before = startBefore(run, i);
                if (run.get(i).isStart() && before != null && !isFollowedByRetry(run, before)) {
                    repeats++;
                }
            }
        }
        return repeats;
    }

    private static @Nullable LedgerEntry startBefore(List<LedgerEntry> entries, int index) {
        for (int i = index - 1; i >= 0; i--) {
            if (entries.get(i).isStart()) {
                return entries.get(i);
            }
        }
        return null;
    }

    private static boolean isExcused(
            Chronicle chronicle, List<LedgerEntry> entries, LedgerEntry before, LedgerEntry again) {
        return isFollowedByRetry(entries, before)
                // Not that node alone: the body may have run for another, the home of the execution, which was dead by
                // then.
                || chronicle.isAnybodyHarmed(before.at() - LONGEST_SILENCE_MICROS, again.at());
    }

    private static boolean isFollowedByRetry(List<LedgerEntry> entries, LedgerEntry start) {
        return entries.stream()
                .anyMatch(entry -> entry.event() == LedgerEntry.Event.RETRY
                        && entry.node().equals(start.node())
                        && entry.attempt() == start.attempt());
    }

    private static void checkAfterEnd(
            Chronicle chronicle, Recorded.Run run, List<LedgerEntry> entries, List<String> violations) {
        for (LedgerEntry entry : entries) {
            if (entry.isStart()
                    && entry.at() > run.finished() + CLOCK_ERROR_MICROS
                    && !chronicle.isTroubled(entry.node(), entry.at(), entry.at())) {
                violations.add(entry + " came after its end was recorded: " + run);
            }
        }
    }
}

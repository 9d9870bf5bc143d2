package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * A run of a worker is not started again while the worker lives, whatever happens to servers, to the database and to
 * the way between them. The reasons for a second start are these:
 *
 * <ul>
 *   <li>The attempt failed and is to be tried again, as its command said in the ledger.
 *   <li>Its execution was retried: the driver knows when it asked for that.
 *   <li>The worker was killed or told to stop, or was frozen for longer than its lease.
 *   <li>The worker was a server's own, and the server's lease ran out by the database's clock.
 * </ul>
 *
 * <p>After the end of a run was recorded there is no reason at all, with two exceptions: a worker was frozen in the instant
 * between the confirmation of its lease and the start of the command; or a person ended the run while its first command
 * was being started, and the command, which is stopped, says its first word a moment later.
 */
final class NoRepeatWhileWorkerLives implements Check {

    /** How long it takes at most from the start of a process to its first word, on a busy machine. */
    private static final long LONGEST_START_MICROS = 2_000_000;

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        evidence.byRun()
                .forEach((execution, steps) -> steps.forEach((step, entries) -> {
                    checkRepeats(evidence, entries, violations);
                    List<LedgerEntry> awake = entries.stream()
                            .filter(entry -> !evidence.chronicle().isTroubled(entry.node(), entry.at(), entry.at()))
                            .filter(entry -> !isBeingStarted(evidence, entries, entry))
                            .toList();
                    if (!awake.isEmpty()) {
                        NoNeedlessRepeat.checkAfterEnd(evidence, awake, violations);
                    }
                }));
        return violations;
    }

    /** Whether a person had ended the run just before its first command said its first word. */
    private static boolean isBeingStarted(Evidence evidence, List<LedgerEntry> entries, LedgerEntry entry) {
        long from = entry.at() - LONGEST_START_MICROS;
        return NoNeedlessRepeat.startBefore(entries, entries.indexOf(entry)) == null
                && evidence.drillOf(entry.execution())
                        .filter(drill -> drill.mayBeObeyed(Drill.Verb.MARK, from, entry.at())
                                || drill.mayBeObeyed(Drill.Verb.CANCEL, from, entry.at()))
                        .isPresent();
    }

    private static void checkRepeats(Evidence evidence, List<LedgerEntry> entries, List<String> violations) {
        for (int i = 0; i < entries.size(); i++) {
            LedgerEntry again = entries.get(i);
            LedgerEntry before = NoNeedlessRepeat.startBefore(entries, i);
            if (again.isStart()
                    && before != null
                    && !NoNeedlessRepeat.isRetry(entries, before, again)
                    && !NoNeedlessRepeat.isReopened(evidence, before.execution(), before.at(), again.at())
                    && !wasWorkerLost(evidence, before, again)) {
                violations.add(again + " came although its worker lived: " + before);
            }
        }
    }

    private static boolean wasWorkerLost(Evidence evidence, LedgerEntry before, LedgerEntry again) {
        Chronicle chronicle = evidence.chronicle();
        return chronicle.leavesAt(before.node()) <= again.at()
                || chronicle.isTroubled(before.node(), before.at(), again.at())
                || chronicle.isTroubled(again.node(), again.at(), again.at())
                || evidence.trail().deathsOf(before.node()).stream()
                        .anyMatch(death -> death.at() >= before.at() && death.at() <= again.at());
    }
}

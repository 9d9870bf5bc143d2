package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A body is called again only for a reason. The reasons are these, and each has a witness that is not the engine:
 *
 * <ul>
 *   <li>The attempt failed and is to be tried again: its body said so in the ledger, and the next one has a higher
 *       number. Not always the next: an attempt counts when it is lent to a node that dies before it calls the body.
 *   <li>The execution lost its owner while the body ran: the {@link Trail} says when. {@link OwnersKept} sees to it that
 *       this happens only to nodes that died, were stopped, or whose lease ran out.
 *   <li>Its execution was retried: the driver knows when it asked for that.
 *   <li>The process that ran the body died, was stopped, or had its lease run out, while the body ran. That is no news
 *       when it was the owner; but a body may be lent to another node.
 * </ul>
 *
 * <p>A database that is gone for a while is no reason: outcomes are kept until it is back. Neither is a process that was
 * frozen and came back in time. A body that was called only after it had been given to others, by a process that had not
 * heard of it yet, is not held against either of the two, if the process heard as soon as it could.
 *
 * <p>After the end of a run was recorded there is no reason at all: a process whose lease has run out calls no body, and
 * one that was frozen looks at its lease before it calls the next.
 */
final class NoNeedlessRepeat implements Check {

    /** A node hears with its next heartbeat; one that sends none for this long has lost its own lease. */
    private static final long LONGEST_IGNORANCE_MICROS = 2_000_000;

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        evidence.byRun()
                .forEach((execution, steps) -> steps.forEach((step, entries) -> {
                    checkRepeats(evidence, entries, violations);
                    checkAfterEnd(evidence, entries, violations);
                }));
        return violations;
    }

    private static void checkRepeats(Evidence evidence, List<LedgerEntry> entries, List<String> violations) {
        for (int i = 0; i < entries.size(); i++) {
            LedgerEntry again = entries.get(i);
            LedgerEntry before = startBefore(entries, i);
            if (again.isStart()
                    && before != null
                    && !isRetry(entries, before, again)
                    && !isReopened(evidence, before.execution(), before.at(), again.at())
                    && !isExcused(evidence, before, again)) {
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
                if (run.get(i).isStart() && before != null && !isRetry(run, before, run.get(i))) {
                    repeats++;
                }
            }
        }
        return repeats;
    }

    static @Nullable LedgerEntry startBefore(List<LedgerEntry> entries, int index) {
        for (int i = index - 1; i >= 0; i--) {
            if (entries.get(i).isStart()) {
                return entries.get(i);
            }
        }
        return null;
    }

    static boolean isRetry(List<LedgerEntry> entries, LedgerEntry before, LedgerEntry again) {
        return again.attempt() > before.attempt()
                && entries.stream()
                        .anyMatch(entry -> entry.event() == LedgerEntry.Event.RETRY
                                && entry.node().equals(before.node())
                                && entry.attempt() == before.attempt()
                                && entry.at() >= before.at()
                                && entry.at() <= again.at());
    }

    private static boolean isExcused(Evidence evidence, LedgerEntry before, LedgerEntry again) {
        return breaks(evidence, before, again)
                .anyMatch(time -> time <= again.at()
                        && (time >= before.at()
                                || isIgnorant(evidence, before, time)
                                || isIgnorant(evidence, again, time)));
    }

    /** Whether what failed may have been run again between two times because somebody asked for it. */
    static boolean isReopened(Evidence evidence, UUID execution, long from, long until) {
        return evidence.drillOf(execution)
                .filter(drill -> drill.mayBeObeyed(Drill.Verb.RETRY, from, until))
                .isPresent();
    }

    /** When the execution, or one of two bodies of a run of it, was taken from whoever had it. */
    private static LongStream breaks(Evidence evidence, LedgerEntry before, LedgerEntry again) {
        Trail trail = evidence.trail();
        LongStream losses = trail.movesOf(before.execution()).stream()
                .filter(Trail.Move::isLoss)
                .mapToLong(Trail.Move::at);
        LongStream deaths = LongStream.concat(deaths(trail, before.node()), deaths(trail, again.node()));
        long leaves = evidence.chronicle().leavesAt(before.node());
        return LongStream.concat(LongStream.concat(losses, deaths), LongStream.of(leaves));
    }

    private static LongStream deaths(Trail trail, String process) {
        return trail.deathsOf(process).stream().mapToLong(Trail.Death::at);
    }

    /** Whether a process called a body that was not its own any more since a time, and may not have known. */
    private static boolean isIgnorant(Evidence evidence, LedgerEntry start, long since) {
        UUID execution = start.execution();
        return start.at() >= since
                && !start.node().equals(evidence.trail().homeAt(execution, start.at()))
                && (start.at() - since <= LONGEST_IGNORANCE_MICROS
                        || evidence.chronicle().isTroubled(start.node(), since, start.at()));
    }

    static void checkAfterEnd(Evidence evidence, List<LedgerEntry> entries, List<String> violations) {
        LedgerEntry first = entries.get(0);
        for (Trail.End end : evidence.trail().endsOf(first.execution(), first.step())) {
            for (LedgerEntry entry : entries) {
                if (entry.isStart()
                        && entry.at() > end.at() + Trail.CLOCK_ERROR_MICROS
                        && !isReopened(evidence, entry.execution(), end.at(), entry.at())) {
                    violations.add(entry + " came after its end was recorded: " + end);
                }
            }
        }
    }
}

package dev.baton.internal.view;

import dev.baton.Explanation.Items;
import dev.baton.Fanout;
import dev.baton.RunStatus;
import dev.baton.internal.execution.LiveExecution;
import java.util.Locale;

/** Counts the items of a fan-out by status. Called within the turn of the execution over the items. */
public final class ItemCounts {

    private ItemCounts() {}

    /** Counts the items of an execution, without its reducer. */
    public static Items of(LiveExecution items) {
        int[] counts = new int[RunStatus.values().length];
        int total = 0;
        for (int step = 0; step < items.plan().size(); step++) {
            if (!items.plan().name(step).equals(Fanout.REDUCER)) {
                counts[items.status(step).ordinal()]++;
                total++;
            }
        }
        int succeeded = counts[RunStatus.SUCCESS.ordinal()] + counts[RunStatus.PARTIAL.ordinal()];
        int skipped = counts[RunStatus.SKIPPED.ordinal()];
        int running = counts[RunStatus.RUNNING.ordinal()];
        int waiting = counts[RunStatus.PENDING.ordinal()] + counts[RunStatus.BLOCKED.ordinal()];
        int failed = total - succeeded - skipped - running - waiting;
        return new Items(
                total,
                succeeded,
                failed,
                skipped,
                running,
                waiting,
                items.policy().parallel());
    }

    /** The rest of a sentence that begins with the name of a fan-out. */
    public static String words(Items items) {
        StringBuilder words = new StringBuilder("fans out over ")
                .append(number(items.total()))
                .append(" items: ");
        words.append(number(items.succeeded())).append(" succeeded, ");
        words.append(number(items.failed())).append(" failed, ");
        if (items.skipped() > 0) {
            words.append(number(items.skipped())).append(" were skipped, ");
        }
        words.append(number(items.running())).append(" running");
        if (items.atATime() != Integer.MAX_VALUE) {
            words.append(" (at most ").append(number(items.atATime())).append(" at a time)");
        }
        return words.append(", ")
                .append(number(items.waiting()))
                .append(" waiting")
                .toString();
    }

    private static String number(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

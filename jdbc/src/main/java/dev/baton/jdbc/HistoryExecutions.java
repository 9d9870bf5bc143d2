package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A query for executions, ordered by their ids, which sort by the time of creation.
 *
 * <pre>{@code
 * HistoryExecutions failed = HistoryExecutions.newest(50).named(Set.of("report")).in(Set.of(ExecutionStatus.FAILURE));
 * List<ExecutionRecord> rows = history.executions(failed).rows();
 * }</pre>
 *
 * @param names the names of the jobs or workflows; empty for all
 * @param statuses the statuses; empty for all
 * @param trigger the trigger; null for all
 * @param created the range of creation times
 * @param ended the range of ends; a limited range excludes active executions
 * @param key the keys; null for any or none
 * @param page the page to read
 */
public record HistoryExecutions(
        Set<String> names,
        Set<ExecutionStatus> statuses,
        @Nullable Trigger trigger,
        HistoryRange created,
        HistoryRange ended,
        @Nullable KeyPrefix key,
        Part page) {

    /**
     * A condition on the start of the key.
     *
     * @param text the prefix
     * @param isWanted true for keys with this prefix; false for all others and executions without a key
     */
    public record KeyPrefix(String text, boolean isWanted) {}

    /**
     * A page of the result.
     *
     * @param after the last execution of the previous page; null for the first page
     * @param isNewestFirst true for descending order
     * @param limit the size of the page, from 1 to 10,000
     */
    public record Part(@Nullable UUID after, boolean isNewestFirst, int limit) {

        /** Rejects a limit out of range. */
        public Part {
            HistoryPage.checkedLimit(limit);
        }
    }

    /** Copies the sets. */
    public HistoryExecutions {
        names = Set.copyOf(names);
        statuses = Set.copyOf(statuses);
    }

    /** The newest executions. */
    public static HistoryExecutions newest(int limit) {
        return new HistoryExecutions(
                Set.of(), Set.of(), null, HistoryRange.ALWAYS, HistoryRange.ALWAYS, null, new Part(null, true, limit));
    }

    /** This query for these jobs or workflows. */
    public HistoryExecutions named(Set<String> newNames) {
        return new HistoryExecutions(newNames, statuses, trigger, created, ended, key, page);
    }

    /** This query for these statuses. */
    public HistoryExecutions in(Set<ExecutionStatus> newStatuses) {
        return new HistoryExecutions(names, newStatuses, trigger, created, ended, key, page);
    }

    /** This query for this trigger. */
    public HistoryExecutions startedBy(@Nullable Trigger newTrigger) {
        return new HistoryExecutions(names, statuses, newTrigger, created, ended, key, page);
    }

    /** This query for executions created in a range. */
    public HistoryExecutions created(HistoryRange range) {
        return new HistoryExecutions(names, statuses, trigger, range, ended, key, page);
    }

    /** This query for executions that ended in a range. */
    public HistoryExecutions ended(HistoryRange range) {
        return new HistoryExecutions(names, statuses, trigger, created, range, key, page);
    }

    /** This query for keys with, or without, a prefix. */
    public HistoryExecutions withKey(@Nullable KeyPrefix prefix) {
        return new HistoryExecutions(names, statuses, trigger, created, ended, prefix, page);
    }

    /** This query for the page after this execution. */
    public HistoryExecutions after(@Nullable UUID last) {
        return new HistoryExecutions(
                names, statuses, trigger, created, ended, key, new Part(last, page.isNewestFirst, page.limit));
    }

    /** This query with the oldest first. */
    public HistoryExecutions oldestFirst() {
        return new HistoryExecutions(
                names, statuses, trigger, created, ended, key, new Part(page.after, false, page.limit));
    }

    boolean wantsActive() {
        return !ended.isLimited() && (statuses.isEmpty() || statuses.stream().anyMatch(status -> !status.isTerminal()));
    }

    boolean wantsEnded() {
        return statuses.isEmpty() || statuses.stream().anyMatch(ExecutionStatus::isTerminal);
    }
}

package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which executions to read, and in which order. They are ordered by their ids, which sort by the time they were made.
 *
 * @param names of which jobs or workflows; empty for all
 * @param statuses in which statuses; empty for all
 * @param trigger started by what; null for anything
 * @param created created when
 * @param ended ended when; a limited range leaves out what is active
 * @param key with which keys; null for any or none
 * @param page which part of them
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
     * What keys begin with.
     *
     * @param text how they begin
     * @param isWanted whether to read those that begin so, or all others and those without a key
     */
    public record KeyPrefix(String text, boolean isWanted) {}

    /**
     * A part of what there is.
     *
     * @param after the last one of the part before; null for the first part
     * @param isNewestFirst in which order
     * @param limit how many at most, from 1 to 10,000
     */
    public record Part(@Nullable UUID after, boolean isNewestFirst, int limit) {

        public Part {
            HistoryPage.checkedLimit(limit);
        }
    }

    public HistoryExecutions {
        names = Set.copyOf(names);
        statuses = Set.copyOf(statuses);
    }

    /** The newest of all. */
    public static HistoryExecutions newest(int limit) {
        return new HistoryExecutions(
                Set.of(), Set.of(), null, HistoryRange.ALWAYS, HistoryRange.ALWAYS, null, new Part(null, true, limit));
    }

    /** Only those of these jobs or workflows. */
    public HistoryExecutions named(Set<String> newNames) {
        return new HistoryExecutions(newNames, statuses, trigger, created, ended, key, page);
    }

    /** Only those in these statuses. */
    public HistoryExecutions in(Set<ExecutionStatus> newStatuses) {
        return new HistoryExecutions(names, newStatuses, trigger, created, ended, key, page);
    }

    /** Only those started by this. */
    public HistoryExecutions startedBy(@Nullable Trigger newTrigger) {
        return new HistoryExecutions(names, statuses, newTrigger, created, ended, key, page);
    }

    /** Only those created then. */
    public HistoryExecutions created(HistoryRange range) {
        return new HistoryExecutions(names, statuses, trigger, range, ended, key, page);
    }

    /** Only those ended then. */
    public HistoryExecutions ended(HistoryRange range) {
        return new HistoryExecutions(names, statuses, trigger, created, range, key, page);
    }

    /** Only those with such keys. */
    public HistoryExecutions withKey(@Nullable KeyPrefix prefix) {
        return new HistoryExecutions(names, statuses, trigger, created, ended, prefix, page);
    }

    /** The part after this one. */
    public HistoryExecutions after(@Nullable UUID last) {
        return new HistoryExecutions(
                names, statuses, trigger, created, ended, key, new Part(last, page.isNewestFirst, page.limit));
    }

    /** The oldest first. */
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

package dev.baton.jdbc;

import dev.baton.RunId;
import dev.baton.RunStatus;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which runs to read: those of the newest executions first and of each the last step first, or the other way round. A
 * step that nothing has happened to has no row, and is not among them.
 *
 * @param job of which job, {@code workflow/step} for a step; null for all
 * @param execution of which execution; null for all
 * @param statuses in which statuses; empty for all
 * @param started whose last attempt started when
 * @param finished finished when; a limited range leaves out what has not finished
 * @param after the last one of the part before; null for the first part
 * @param isNewestFirst in which order
 * @param limit how many at most, from 1 to 10,000
 */
public record HistoryRuns(
        @Nullable String job,
        @Nullable UUID execution,
        Set<RunStatus> statuses,
        HistoryRange started,
        HistoryRange finished,
        @Nullable RunId after,
        boolean isNewestFirst,
        int limit) {

    public HistoryRuns {
        HistoryPage.checkedLimit(limit);
        statuses = Set.copyOf(statuses);
    }

    /** The newest of all. */
    public static HistoryRuns newest(int limit) {
        return new HistoryRuns(null, null, Set.of(), HistoryRange.ALWAYS, HistoryRange.ALWAYS, null, true, limit);
    }

    /** Only those of a job. */
    public HistoryRuns ofJob(String newJob) {
        return new HistoryRuns(newJob, execution, statuses, started, finished, after, isNewestFirst, limit);
    }

    /** Only those of an execution. */
    public HistoryRuns of(UUID newExecution) {
        return new HistoryRuns(job, newExecution, statuses, started, finished, after, isNewestFirst, limit);
    }

    /** Only those in these statuses. */
    public HistoryRuns in(Set<RunStatus> newStatuses) {
        return new HistoryRuns(job, execution, newStatuses, started, finished, after, isNewestFirst, limit);
    }

    /** Only those whose last attempt started then. */
    public HistoryRuns started(HistoryRange range) {
        return new HistoryRuns(job, execution, statuses, range, finished, after, isNewestFirst, limit);
    }

    /** Only those finished then. */
    public HistoryRuns finished(HistoryRange range) {
        return new HistoryRuns(job, execution, statuses, started, range, after, isNewestFirst, limit);
    }

    /** The part after this one. */
    public HistoryRuns after(@Nullable RunId last) {
        return new HistoryRuns(job, execution, statuses, started, finished, last, isNewestFirst, limit);
    }

    /** The oldest executions first, and of each the first step first. */
    public HistoryRuns oldestFirst() {
        return new HistoryRuns(job, execution, statuses, started, finished, after, false, limit);
    }

    /** The name of the executions that runs of a job are in: names have no slash. */
    static String executionName(String job) {
        int slash = job.indexOf('/');
        return slash < 0 ? job : job.substring(0, slash);
    }
}

package dev.baton.jdbc;

import dev.baton.RunId;
import dev.baton.RunStatus;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A query for runs: those of the newest executions first and of each execution the last step first, or the reverse. A
 * step that has not started has no row and is missing from the result.
 *
 * <pre>{@code
 * HistoryRuns failed = HistoryRuns.newest(20).ofJob("etl/load").in(Set.of(RunStatus.FAILURE));
 * HistoryPage<HistoryRun> page = history.runs(failed);
 * }</pre>
 *
 * @param job the name of the job, {@code workflow/step} for a step; null for all
 * @param execution the execution; null for all
 * @param statuses the statuses; empty for all
 * @param started the range of starts of the last attempt
 * @param finished the range of ends; a limited range excludes runs that have not finished
 * @param after the last run of the previous page; null for the first page
 * @param isNewestFirst true for descending order
 * @param limit the size of the page, from 1 to 10,000
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

    /** Rejects a limit out of range, and copies the statuses. */
    public HistoryRuns {
        HistoryPage.checkedLimit(limit);
        statuses = Set.copyOf(statuses);
    }

    /** The newest runs. */
    public static HistoryRuns newest(int limit) {
        return new HistoryRuns(null, null, Set.of(), HistoryRange.ALWAYS, HistoryRange.ALWAYS, null, true, limit);
    }

    /** This query for one job. */
    public HistoryRuns ofJob(String newJob) {
        return new HistoryRuns(newJob, execution, statuses, started, finished, after, isNewestFirst, limit);
    }

    /** This query for one execution. */
    public HistoryRuns of(UUID newExecution) {
        return new HistoryRuns(job, newExecution, statuses, started, finished, after, isNewestFirst, limit);
    }

    /** This query for these statuses. */
    public HistoryRuns in(Set<RunStatus> newStatuses) {
        return new HistoryRuns(job, execution, newStatuses, started, finished, after, isNewestFirst, limit);
    }

    /** This query for runs whose last attempt started in a range. */
    public HistoryRuns started(HistoryRange range) {
        return new HistoryRuns(job, execution, statuses, range, finished, after, isNewestFirst, limit);
    }

    /** This query for runs that finished in a range. */
    public HistoryRuns finished(HistoryRange range) {
        return new HistoryRuns(job, execution, statuses, started, range, after, isNewestFirst, limit);
    }

    /** This query for the page after this run. */
    public HistoryRuns after(@Nullable RunId last) {
        return new HistoryRuns(job, execution, statuses, started, finished, last, isNewestFirst, limit);
    }

    /** This query with the oldest executions first, and of each execution the first step first. */
    public HistoryRuns oldestFirst() {
        return new HistoryRuns(job, execution, statuses, started, finished, after, false, limit);
    }

    /** The name of the executions that contain the runs of a job: the part before the slash. */
    static String executionName(String job) {
        int slash = job.indexOf('/');
        return slash < 0 ? job : job.substring(0, slash);
    }
}

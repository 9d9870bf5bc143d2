package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.RunStatus;
import dev.baton.spi.ExecutionRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The read side of a store: pages of executions and runs, and counts. It reads the tables of a store that has been
 * opened at least once, and writes nothing. Safe from any thread.
 *
 * <pre>{@code
 * try (History history = History.postgres(dataSource)) {
 *     HistoryExecutions failed = HistoryExecutions.newest(50).named(Set.of("report")).in(Set.of(ExecutionStatus.FAILURE));
 *     HistoryPage<ExecutionRecord> page = history.executions(failed);
 * }
 * }</pre>
 *
 * <p>Every method throws {@link dev.baton.spi.StoreUnavailableException} when the database cannot be reached at the
 * moment, and {@link StoreException} when the database rejects the query.
 */
public final class History implements AutoCloseable {

    private static final int MOST_READERS = 4;

    private final Connections reading;
    private final HistoryPages pages;
    private final HistoryRunPages runPages;
    private final HistoryRecent recent;
    private final HistoryJobs jobs;
    private final HistoryTotals totals;

    private History(Dialect dialect, Connections.Source source) {
        this.reading = new Connections(source, MOST_READERS);
        this.pages = new HistoryPages(dialect);
        this.runPages = new HistoryRunPages(dialect);
        this.recent = new HistoryRecent(dialect);
        this.jobs = new HistoryJobs(dialect);
        this.totals = new HistoryTotals(dialect);
    }

    /** The history of a SQLite file, which a store may be using at the same time. */
    public static History sqlite(Path file) {
        return new History(Dialect.SQLITE, new SqliteFile(file)::forReading);
    }

    /** The history of a PostgreSQL store. It borrows up to four connections of the data source at a time. */
    public static History postgres(DataSource dataSource) {
        return new History(Dialect.POSTGRES, dataSource::getConnection);
    }

    /** A page of executions. */
    public HistoryPage<ExecutionRecord> executions(HistoryExecutions wanted) {
        return reading.transact("read executions", connection -> pages.executions(connection, wanted));
    }

    /** The execution with an idempotency key. */
    public Optional<ExecutionRecord> execution(String key) {
        return withKeys(Set.of(key)).stream().findFirst();
    }

    /** The executions with these idempotency keys, with a fixed number of queries. */
    public List<ExecutionRecord> withKeys(Collection<String> keys) {
        return keys.isEmpty()
                ? List.of()
                : reading.transact("look for executions by their keys", connection -> pages.withKeys(connection, keys));
    }

    /** The executions that still exist among these, in no particular order. */
    public List<ExecutionRecord> executions(Collection<UUID> ids) {
        return ids.isEmpty()
                ? List.of()
                : reading.transact("read executions", connection -> pages.executions(connection, ids));
    }

    /**
     * The newest executions of each of these jobs or workflows, by name, the newest first: the active ones and those
     * that ended last. A name without executions has an empty list.
     *
     * @param most how many of each name, from 1 to 10,000
     */
    public Map<String, List<ExecutionRecord>> recent(Set<String> names, int most) {
        HistoryPage.checkedLimit(most);
        return names.isEmpty()
                ? Map.of()
                : reading.transact("read recent executions", connection -> recent.of(connection, names, most));
    }

    /**
     * The executions of a job or workflow that ended last with a status, the newest first. Searches the last 1,000
     * executions that ended.
     *
     * @param most how many, from 1 to 10,000
     */
    public List<ExecutionRecord> lastEnded(String name, ExecutionStatus status, int most) {
        HistoryPage.checkedLimit(most);
        return reading.transact(
                "read the last executions of " + name, connection -> recent.ended(connection, name, status, most));
    }

    /** A page of runs. */
    public HistoryPage<HistoryRun> runs(HistoryRuns wanted) {
        return reading.transact("read runs", connection -> runPages.runs(connection, wanted));
    }

    /**
     * All recorded runs of several executions, in no particular order, with one query: without their errors and
     * outputs, which may be long. A step that has not started has no row and is missing from the result.
     */
    public List<HistoryRun> runs(Collection<UUID> executions) {
        return executions.isEmpty()
                ? List.of()
                : reading.transact("read runs", connection -> runPages.runs(connection, executions));
    }

    /**
     * The run of a job that finished last, no earlier than an instant. Its execution may still be active.
     *
     * @param job the name of the job; {@code workflow/step} for a step
     * @param statuses the statuses to consider; empty for all
     */
    public Optional<HistoryRun> latest(String job, Set<RunStatus> statuses, Instant since) {
        return reading.transact(
                "read the latest run of " + job, connection -> jobs.latest(connection, job, statuses, since));
    }

    /**
     * The execution of a job or workflow that ended last, no earlier than an instant. Executions in which every step
     * was skipped and none failed do not count.
     */
    public Optional<ExecutionRecord> latestExecution(String name, Instant since) {
        return reading.transact(
                "read the latest execution of " + name, connection -> jobs.latestExecution(connection, name, since));
    }

    /**
     * The durations of the last successful runs of a job, the newest first. Searches at most 1,000 executions, or
     * {@code most} if that is more.
     */
    public List<Duration> durations(String job, int most) {
        return durations(HistoryRuns.executionName(job), job, most);
    }

    /**
     * The durations of the last successful items of a fan-out, the newest first; empty for a job that is none. Searches
     * as many executions as {@link #durations}.
     */
    public List<Duration> itemDurations(String job, int most) {
        return durations(Fanout.itemsOf(job), job, most);
    }

    private List<Duration> durations(String execution, String job, int most) {
        return reading.transact(
                "read how long " + job + " takes", connection -> jobs.durations(connection, execution, job, most));
    }

    /**
     * The number of executions by status that are active or have ended since an instant; a status without executions is
     * absent.
     *
     * @param names the names of the jobs or workflows; empty for all
     */
    public Map<ExecutionStatus, Long> countByStatus(Set<String> names, Instant since) {
        return reading.transact("count executions", connection -> totals.byStatus(connection, names, since));
    }

    /**
     * The number of executions that ended in each minute of a range, by status. Executions that belong to a run of
     * another execution are left out.
     */
    public List<HistoryEnds> endsByMinute(HistoryRange range) {
        return reading.transact("count ends", connection -> totals.endsByMinute(connection, range));
    }

    /** The number of active executions by name; a name without any is absent. */
    public Map<String, Long> activeByName() {
        return reading.transact("count active executions", totals::activeByName);
    }

    /** The due executions without an owner, by queue: how many, and since when the first one waits. */
    public List<HistoryQueue> unowned(Instant now) {
        return reading.transact("count the executions without an owner", connection -> totals.unowned(connection, now));
    }

    /** The executions that still exist among these. */
    public Set<UUID> existing(Collection<UUID> executions) {
        return executions.isEmpty()
                ? Set.of()
                : reading.transact("look for executions", connection -> totals.existing(connection, executions));
    }

    @Override
    public void close() {
        reading.close();
    }
}

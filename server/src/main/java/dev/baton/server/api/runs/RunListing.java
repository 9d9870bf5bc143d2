package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.jdbc.HistoryPage;
import dev.baton.jdbc.HistoryRange;
import dev.baton.jdbc.HistoryRun;
import dev.baton.jdbc.HistoryRuns;
import dev.baton.server.api.Services;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Listing;
import dev.baton.server.kind.WorkSpec;
import dev.baton.spi.ExecutionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lists all runs, the newest executions first: runs of active executions come from the engine, which knows the end of a
 * run before it is recorded, and all others from the history.
 */
final class RunListing {

    private static final Comparator<RunId> NEWEST_FIRST = Comparator.comparing(RunId::execution, RunListing::compare)
            .thenComparing(RunId::number)
            .reversed();

    private static final int LOOKED_AT_ONCE = 1_000;

    private final Services services;

    RunListing(Services services) {
        this.services = services;
    }

    /**
     * Selects runs.
     *
     * @param job the job; null for all
     * @param execution the execution; null for all
     * @param statuses the statuses; empty for all
     * @param started the range in which the last attempt started
     */
    record Wanted(@Nullable String job, @Nullable UUID execution, Set<RunStatus> statuses, HistoryRange started) {

        /** The statuses that are recorded, which are those of ended runs. */
        Set<RunStatus> terminal() {
            return Arrays.stream(RunStatus.values())
                    .filter(RunStatus::isTerminal)
                    .filter(status -> statuses.isEmpty() || statuses.contains(status))
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(RunStatus.class)));
        }

        /** Whether to leave out child runs: a fan-out's items have the name of its job. */
        boolean isWithoutNested() {
            return job != null && execution == null;
        }

        boolean fits(Run run) {
            Instant time = run.times().started();
            Instant from = started.from();
            Instant to = started.to();
            return (job == null || run.job().equals(job))
                    && (from == null || (time != null && !time.isBefore(from)))
                    && (to == null || (time != null && time.isBefore(to)));
        }
    }

    Listing<RunView> page(Wanted wanted, @Nullable RunId after, int limit) {
        TreeMap<RunId, RunView> views = new TreeMap<>(NEWEST_FIRST);
        // In this order: an execution that ends in between is active in the first query and recorded in the second.
        addActive(wanted, after, limit + 1, views);
        RunId last = addEnded(wanted, after, limit, views);
        if (last != null) {
            // The history may have other executions between this one and the next active one.
            views.tailMap(last, false).clear();
        }
        List<RunId> ids = List.copyOf(views.keySet());
        RunId end = ids.size() > limit ? ids.get(limit - 1) : last;
        return new Listing<>(
                views.values().stream().limit(limit).toList(),
                end == null ? null : Cursor.of(end).toString());
    }

    /** Adds ended runs. Returns the last run that was visited, if there are others after it. */
    private @Nullable RunId addEnded(Wanted wanted, @Nullable RunId after, int limit, Map<RunId, RunView> views) {
        Set<RunStatus> statuses = wanted.terminal();
        if (statuses.isEmpty()) {
            return null;
        }
        HistoryRuns query =
                HistoryRuns.newest(limit).in(statuses).started(wanted.started()).after(after);
        query = wanted.job() == null ? query : query.ofJob(wanted.job());
        query = wanted.execution() == null ? query : query.of(wanted.execution());
        HistoryPage<HistoryRun> page = services.history().runs(query);
        List<HistoryRun> rows = page.rows();
        Map<UUID, ExecutionRecord> executions = new HashMap<>();
        services.history()
                .executions(rows.stream().map(run -> run.id().execution()).collect(Collectors.toSet()))
                .forEach(execution -> executions.put(execution.id(), execution));
        PastReasons reasons = new PastReasons(services.baton());
        for (HistoryRun run : rows) {
            RunView.Place place = place(executions.get(run.id().execution()), run.job());
            if (!wanted.isWithoutNested() || place.parentRunId() == null) {
                // The engine knows more about the executions that it has, such as why a run was skipped.
                views.putIfAbsent(run.id(), RunView.of(run, place, reasons.of(run)));
            }
        }
        return page.hasMore() ? rows.get(rows.size() - 1).id() : null;
    }

    private RunView.Place place(@Nullable ExecutionRecord execution, String job) {
        return execution == null
                ? new RunView.Place(null, null)
                : withRole(
                        new RunView.Place(
                                RunRole.within(execution.name(), job),
                                RunRole.parentOf(execution)
                                        .map(Object::toString)
                                        .orElse(null)),
                        job);
    }

    /** Adds the role of a parent. The definition shows whether a run has children, without a query. */
    private RunView.Place withRole(RunView.Place place, String job) {
        return place.role() == null
                        && services.catalog()
                                .work(job)
                                .filter(WorkSpec::hasChildren)
                                .isPresent()
                ? new RunView.Place(RunRole.PARENT, place.parentRunId())
                : place;
    }

    private void addActive(Wanted wanted, @Nullable RunId after, int most, Map<RunId, RunView> views) {
        int missing = most;
        for (Execution execution : active(wanted)) {
            int order = after == null ? -1 : compare(execution.id(), after.execution());
            boolean isNested = execution.parentRun().isPresent();
            if (missing > 0 && order <= 0 && !(isNested && wanted.isWithoutNested())) {
                int before = after != null && order == 0 ? after.number() : Integer.MAX_VALUE;
                missing -= addActive(wanted, execution, before, missing, views);
            }
        }
    }

    private int addActive(Wanted wanted, Execution execution, int before, int most, Map<RunId, RunView> views) {
        int found = 0;
        List<Run> runs = execution.runsBefore(before, LOOKED_AT_ONCE, wanted.statuses());
        while (!runs.isEmpty() && found < most) {
            for (Run run : runs) {
                if (found < most && wanted.fits(run)) {
                    views.put(run.id(), RunView.of(run, withRole(RunLookup.placeIn(execution, run), run.job())));
                    found++;
                }
            }
            int last = runs.get(runs.size() - 1).id().number();
            runs = execution.runsBefore(last, LOOKED_AT_ONCE, wanted.statuses());
        }
        return found;
    }

    private List<Execution> active(Wanted wanted) {
        if (wanted.execution() != null) {
            try {
                return List.of(services.baton().execution(wanted.execution()));
            } catch (NoSuchExecutionException notThere) {
                return List.of();
            }
        }
        List<Execution> active = new ArrayList<>(services.baton().activeExecutions());
        active.sort(Comparator.comparing(Execution::id, RunListing::compare).reversed());
        return active;
    }

    /** Compares ids as databases do: UUID compares signed numbers. */
    private static int compare(UUID one, UUID other) {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    }
}

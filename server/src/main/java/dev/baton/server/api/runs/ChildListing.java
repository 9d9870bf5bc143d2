package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.jdbc.HistoryPage;
import dev.baton.jdbc.HistoryRun;
import dev.baton.jdbc.HistoryRuns;
import dev.baton.server.api.Services;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Json;
import dev.baton.server.http.Listing;
import dev.baton.spi.ExecutionRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * Lists the child runs of a run, in order. It reads only the runs of the page: from the engine while they are active,
 * and from the history afterwards.
 */
final class ChildListing {

    private static final TypeReference<Map<String, Object>> PARAMETERS = new TypeReference<>() {};

    private final Services services;

    ChildListing(Services services) {
        this.services = services;
    }

    Listing<ChildView> page(ExecutionRecord nested, Set<RunStatus> statuses, @Nullable RunId after, int limit) {
        return nested.state().ended() == 0
                ? active(services.baton().execution(nested.id()), statuses, after, limit)
                : ended(nested, statuses, after, limit);
    }

    private static Listing<ChildView> active(
            Execution execution, Set<RunStatus> statuses, @Nullable RunId after, int limit) {
        List<?> items = execution.items();
        List<Run> runs = execution.runs(after == null ? 0 : after.number() + 1, limit + 1, statuses);
        return Listing.of(runs, limit, run -> Cursor.of(run.id()), run -> {
            RunRole role = RunRole.within(execution.name(), run.job());
            int number = run.id().number();
            return new ChildView(
                    run.id().toString(),
                    run.job(),
                    role,
                    role == RunRole.CHILD ? Integer.valueOf(number) : null,
                    role == RunRole.CHILD ? RunLookup.item(items, number) : null,
                    run.status(),
                    run.reason().isEmpty() ? null : run.reason(),
                    run.attempt(),
                    run.times().started(),
                    run.times().finished());
        });
    }

    private Listing<ChildView> ended(
            ExecutionRecord nested, Set<RunStatus> statuses, @Nullable RunId after, int limit) {
        List<?> items = items(nested);
        HistoryPage<HistoryRun> page = services.history()
                .runs(HistoryRuns.newest(limit)
                        .of(nested.id())
                        .in(statuses)
                        .after(after)
                        .oldestFirst());
        List<HistoryRun> rows = page.rows();
        PastReasons reasons = new PastReasons(services.baton());
        String next = page.hasMore() ? Cursor.of(rows.get(rows.size() - 1).id()).toString() : null;
        return new Listing<>(
                rows.stream()
                        .map(run -> view(run, RunRole.within(nested.name(), run.job()), items, reasons))
                        .toList(),
                next);
    }

    /** The items of a fan-out. */
    List<?> items(ExecutionRecord nested) {
        return nested.state().ended() == 0
                ? services.baton().execution(nested.id()).items()
                : Fanout.items(Json.mapper().readValue(nested.cause().parameters(), PARAMETERS));
    }

    private static ChildView view(HistoryRun run, @Nullable RunRole role, List<?> items, PastReasons reasons) {
        int number = run.id().number();
        return new ChildView(
                run.id().toString(),
                run.job(),
                role,
                role == RunRole.CHILD ? Integer.valueOf(number) : null,
                role == RunRole.CHILD ? RunLookup.item(items, number) : null,
                run.status(),
                reasons.of(run),
                run.attempt(),
                run.started(),
                run.finished());
    }
}

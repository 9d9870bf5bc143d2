package dev.baton.server.api.insight;

import dev.baton.ExecutionStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.server.api.Begun;
import dev.baton.server.api.Services;
import dev.baton.server.http.Doc;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The newest executions of jobs and workflows, in short, for a row of bars. */
final class Bars {

    private final Services services;

    Bars(Services services) {
        this.services = services;
    }

    /** An execution as a bar. */
    @Doc("An execution, in short.")
    record BarView(
            @Doc("Its id.") String id,
            @Doc("Its status.") ExecutionStatus status,
            @Doc("When it was created.") Instant created,
            @Doc("When it began; missing before.") @Nullable Instant started,
            @Doc("When it ended; missing before.") @Nullable Instant finished,

            @Doc("How long it took, once it has ended.") @Nullable Duration duration) {}

    /** The newest executions of each, by name, the newest first. */
    Map<String, List<BarView>> of(Set<String> names, int count) {
        Map<String, List<BarView>> bars = new HashMap<>();
        services.history()
                .recent(names, count)
                .forEach((name, rows) ->
                        bars.put(name, rows.stream().map(this::bar).toList()));
        return bars;
    }

    private BarView bar(ExecutionRecord row) {
        Instant begun = Begun.of(row, services.baton());
        Instant ended =
                row.state().ended() == 0 ? null : Time.toInstant(row.state().ended());
        return new BarView(
                row.id().toString(),
                status(row),
                Time.toInstant(row.cause().created()),
                begun,
                ended,
                begun == null || ended == null ? null : Duration.between(begun, ended));
    }

    /** The current status of an execution, because the record of an active one lags behind. */
    private ExecutionStatus status(ExecutionRecord row) {
        ExecutionStatus recorded = row.state().status();
        try {
            return recorded.isTerminal()
                    ? recorded
                    : services.baton().execution(row.id()).status();
        } catch (NoSuchExecutionException removedMeanwhile) {
            return recorded;
        }
    }
}

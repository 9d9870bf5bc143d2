package dev.baton.server.api.insight;

import dev.baton.ExecutionStatus;
import dev.baton.Registered;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.jdbc.HistoryRange;
import dev.baton.jdbc.HistoryRun;
import dev.baton.jdbc.HistoryRuns;
import dev.baton.server.api.Services;
import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.api.insight.OverviewView.ActivityView;
import dev.baton.server.api.insight.OverviewView.CountsView;
import dev.baton.server.api.insight.OverviewView.FailureView;
import dev.baton.server.api.insight.OverviewView.NextView;
import dev.baton.server.api.insight.OverviewView.WorkersView;
import dev.baton.server.api.runs.RunView;
import dev.baton.server.catalog.BroughtEntries;
import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.metric.QueueState;
import dev.baton.server.metric.Remembered;
import dev.baton.server.security.Access;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The endpoint for the overview. */
final class OverviewEndpoints {

    private static final int USUAL_HOURS = 24;
    private static final List<Integer> YOUNG_HOURS = List.of(1, 6);
    private static final int MOST_PAST_BARS = 100;

    /** The number of future bars, in percent of the past ones. */
    private static final int COMING_SHARE = 55;

    private static final List<Duration> STEPS = List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2));
    private static final int FAILURES = 10;
    private static final int APPROVALS = 20;

    private static final Parameter<Integer> HOURS = Parameter.integer(
            "hours",
            1,
            (int) Tally.DEPTH.toHours(),
            "The number of past hours; " + USUAL_HOURS
                    + " when missing, 6 or 1 on a server whose first executions ended within that time.");

    private final DefinitionServices definitions;
    private final Services services;
    private final Supplier<List<QueueState>> queues;
    private final Approvals approvals;
    private final Tally tally;
    private final ComingFires coming;
    private final Remembered<Long> active = new Remembered<>(this::countRunning);

    OverviewEndpoints(DefinitionServices definitions, Supplier<List<QueueState>> queues, Approvals approvals) {
        this.definitions = definitions;
        this.services = definitions.all();
        this.queues = queues;
        this.approvals = approvals;
        this.tally = new Tally(services.history());
        this.coming = new ComingFires(definitions);
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/overview", Access.VIEWER, this::show)
                .operation("overview.show")
                .about(
                        "Show the overview",
                        "Returns active, waiting and failed executions, the next fires, and the ended executions over time. Executions"
                                + " that belong to a run of another execution count as a part of it.")
                .query(HOURS)
                .gives(OverviewView.class));
    }

    private Response show(Request request) {
        Instant now = definitions.clock().instant();
        int hours = request.query(HOURS).orElseGet(() -> usualHours(now));
        Duration back = Duration.ofHours(hours);
        Duration step = STEPS.stream()
                .filter(one -> back.dividedBy(one) <= MOST_PAST_BARS)
                .findFirst()
                .orElse(Duration.ofHours(2));
        int bars = (int) back.dividedBy(step);
        Instant from = Instant.ofEpochSecond(
                        now.getEpochSecond() / step.toSeconds() * step.toSeconds() + step.toSeconds())
                .minus(step.multipliedBy(bars));
        List<QueueState> waiting = queues.get();
        int[] ended = tally.count(now.minus(back), now.plus(step), now);
        return Response.json(new OverviewView(
                now,
                running(),
                waiting.stream().mapToInt(QueueState::depth).sum(),
                waiting.stream()
                        .map(QueueState::oldest)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO),
                hours,
                counts(ended),
                next(),
                approvals.waiting().stream().limit(APPROVALS).toList(),
                failures(now.minus(back)),
                new ActivityView(
                        from,
                        step,
                        past(from, step, bars, now),
                        coming.count(now, from, step, bars, bars * COMING_SHARE / 100)),
                workers()));
    }

    /** A new server has no executions from yesterday. */
    private int usualHours(Instant now) {
        return tally.first(now.minus(Duration.ofHours(USUAL_HOURS)), now)
                .map(first -> Duration.between(first, now))
                .flatMap(age -> YOUNG_HOURS.stream()
                        .filter(hours -> age.compareTo(Duration.ofHours(hours)) < 0)
                        .findFirst())
                .orElse(USUAL_HOURS);
    }

    private long running() {
        return active.get();
    }

    private long countRunning() {
        return services.history().activeByName().entrySet().stream()
                .filter(entry ->
                        services.catalog().names().contains(entry.getKey()) || BroughtEntries.isOne(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private List<CountsView> past(Instant from, Duration step, int count, Instant now) {
        List<CountsView> bars = new ArrayList<>();
        for (int bar = 0; bar < count; bar++) {
            Instant begin = from.plus(step.multipliedBy(bar));
            bars.add(counts(tally.count(begin, begin.plus(step), now)));
        }
        return bars;
    }

    private static CountsView counts(int[] ends) {
        return new CountsView(
                ends[Tally.End.SUCCESS.ordinal()],
                ends[Tally.End.FAILURE.ordinal()],
                ends[Tally.End.CANCELLED.ordinal()],
                ends[Tally.End.SKIPPED.ordinal()]);
    }

    private @Nullable NextView next() {
        return services.baton().list().stream()
                .filter(registered -> registered.nextFire().isPresent() && !registered.isPaused())
                .min(Comparator.comparing(
                        (Registered registered) -> registered.nextFire().orElseThrow()))
                .map(registered -> new NextView(registered.nextFire().orElseThrow(), registered.name()))
                .orElse(null);
    }

    private List<FailureView> failures(Instant since) {
        List<FailureView> failures = new ArrayList<>();
        for (ExecutionRecord row : services.history()
                .executions(HistoryExecutions.newest(FAILURES * 2)
                        .in(Set.of(ExecutionStatus.FAILURE, ExecutionStatus.TIMEOUT))
                        .ended(HistoryRange.since(since)))
                .rows()) {
            boolean isNested = row.cause().trigger() == Trigger.DEPENDENCY;
            if (!isNested && failures.size() < FAILURES) {
                failures.add(failure(row));
            }
        }
        return failures;
    }

    private FailureView failure(ExecutionRecord row) {
        HistoryRun run = services
                .history()
                .runs(HistoryRuns.newest(1)
                        .of(row.id())
                        .in(Set.of(RunStatus.FAILURE, RunStatus.TIMEOUT))
                        .oldestFirst())
                .rows()
                .stream()
                .findFirst()
                .orElse(null);
        return new FailureView(
                row.id().toString(),
                row.name(),
                Time.toInstant(row.state().ended()),
                run == null ? null : run.id().toString(),
                run == null ? null : run.job().substring(run.job().indexOf('/') + 1),
                run == null ? "ran past its time limit" : reason(run));
    }

    private static String reason(HistoryRun run) {
        String line = RunView.firstLine(run.error());
        return line != null ? line : run.status() == RunStatus.TIMEOUT ? "ran past its time limit" : "failed";
    }

    private WorkersView workers() {
        List<WorkerInfo> workers = services.dispatcher().workers();
        return new WorkersView(
                workers.size(),
                workers.stream()
                        .mapToInt(worker -> worker.introduction().capacity())
                        .sum(),
                workers.stream().mapToInt(worker -> worker.running().size()).sum());
    }
}

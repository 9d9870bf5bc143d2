package dev.baton.server.api.insight;

import dev.baton.ExecutionStatus;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryRun;
import dev.baton.spi.ExecutionRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The usual durations of executions and runs: the median over the last successful executions that ran at least one
 * step, read by two queries and cached for half a minute. Safe from any thread.
 */
public final class Usual {

    private static final int EXECUTIONS = 20;
    private static final int EXECUTIONS_OF_LARGE = 3;
    private static final int LARGE = 500;
    private static final int REMEMBERED = 500;
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final History history;
    private final Clock clock;
    private final Map<String, Times> remembered = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Times> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * The usual durations of a job or workflow.
     *
     * @param asOf the time of the queries
     * @param whole the duration of an execution; null if none has succeeded
     * @param byJob the durations of its runs, by the name of their job
     */
    public record Times(Instant asOf, @Nullable Duration whole, Map<String, Duration> byJob) {}

    /** Creates the usual durations from a history. */
    public Usual(History history, Clock clock) {
        this.history = history;
        this.clock = clock;
    }

    /** The usual durations of a job or workflow. */
    public Times of(String name) {
        Instant now = clock.instant();
        synchronized (remembered) {
            Times times = remembered.get(name);
            if (times != null && times.asOf.plus(FRESH).isAfter(now)) {
                return times;
            }
        }
        Times times = read(name, now);
        synchronized (remembered) {
            remembered.put(name, times);
        }
        return times;
    }

    private Times read(String name, Instant now) {
        List<ExecutionRecord> newest = history.lastEnded(name, ExecutionStatus.SUCCESS, EXECUTIONS);
        boolean large = newest.stream().anyMatch(execution -> execution.state().steps() > LARGE);
        Map<String, List<Duration>> byJob = new HashMap<>();
        List<HistoryRun> runs = history.runs(newest.stream()
                .limit(large ? EXECUTIONS_OF_LARGE : EXECUTIONS)
                .map(ExecutionRecord::id)
                .toList());
        Set<UUID> worked = new HashSet<>();
        for (HistoryRun run : runs) {
            Instant started = run.started();
            Instant finished = run.finished();
            if (run.status().countsAsSuccess() && started != null && finished != null) {
                worked.add(run.id().execution());
                byJob.computeIfAbsent(run.job(), job -> new ArrayList<>()).add(Duration.between(started, finished));
            }
        }
        List<Duration> whole = newest.stream()
                .filter(execution ->
                        worked.contains(execution.id()) && execution.state().begun() != 0)
                .map(execution -> Duration.ofNanos(
                        (execution.state().ended() - execution.state().begun()) * 1_000))
                .toList();
        Map<String, Duration> medians = new HashMap<>();
        byJob.forEach((job, durations) -> medians.put(job, median(durations)));
        return new Times(now, whole.isEmpty() ? null : median(whole), Map.copyOf(medians));
    }

    private static Duration median(List<Duration> durations) {
        return durations.stream().sorted().toList().get(durations.size() / 2);
    }
}

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
 * How long executions and their runs usually take: the median over the last successful executions that skipped not all, read by two queries
 * and kept for half a minute. Safe from any thread.
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
     * How long something usually takes.
     *
     * @param asOf when this was found out
     * @param whole an execution; null when none has succeeded
     * @param byJob its runs, by the name of their job
     */
    public record Times(Instant asOf, @Nullable Duration whole, Map<String, Duration> byJob) {}

    /** Of what a history has. */
    public Usual(History history, Clock clock) {
        this.history = history;
        this.clock = clock;
    }

    /** Of a job or workflow. */
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

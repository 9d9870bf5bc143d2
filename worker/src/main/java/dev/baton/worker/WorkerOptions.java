package dev.baton.worker;

import dev.baton.worker.log.RunLog;
import java.time.Duration;
import java.util.Set;

/**
 * The settings of a worker.
 *
 * <pre>{@code
 * WorkerOptions options = WorkerOptions.named("images-1").withQueues(Set.of("images")).withCapacity(8);
 * }</pre>
 *
 * @param name the name that people see
 * @param queues the queues it serves; empty for all
 * @param labels the labels it has
 * @param capacity how many runs it executes at a time
 * @param claimPatience how long one request for runs waits if none is ready
 * @param logLimit the approximate number of characters of a run's log to keep
 * @param keepRunning how long runs go on while no server answers
 */
public record WorkerOptions(
        String name,
        Set<String> queues,
        Set<String> labels,
        int capacity,
        Duration claimPatience,
        int logLimit,
        Duration keepRunning) {

    private static final Duration CLAIM_PATIENCE = Duration.ofSeconds(15);

    /** Longer than most outages of servers, and shorter than a forgotten worker should run. */
    private static final Duration KEEP_RUNNING = Duration.ofHours(12);

    /** Copies the sets and validates the values. */
    public WorkerOptions {
        queues = Set.copyOf(queues);
        labels = Set.copyOf(labels);
        if (capacity < 1) {
            throw new IllegalArgumentException("a worker's capacity must be at least 1, not " + capacity);
        }
    }

    /**
     * Settings for all queues, without labels, with as many runs at a time as there are processors, but at least four.
     */
    public static WorkerOptions named(String name) {
        int capacity = Math.max(4, Runtime.getRuntime().availableProcessors());
        return new WorkerOptions(
                name, Set.of(), Set.of(), capacity, CLAIM_PATIENCE, RunLog.DEFAULT_LIMIT, KEEP_RUNNING);
    }

    /** These settings with another name. */
    public WorkerOptions withName(String another) {
        return new WorkerOptions(another, queues, labels, capacity, claimPatience, logLimit, keepRunning);
    }

    /** These settings with other queues. */
    public WorkerOptions withQueues(Set<String> others) {
        return new WorkerOptions(name, others, labels, capacity, claimPatience, logLimit, keepRunning);
    }

    /** These settings with other labels. */
    public WorkerOptions withLabels(Set<String> others) {
        return new WorkerOptions(name, queues, others, capacity, claimPatience, logLimit, keepRunning);
    }

    /** These settings with another capacity. */
    public WorkerOptions withCapacity(int another) {
        return new WorkerOptions(name, queues, labels, another, claimPatience, logLimit, keepRunning);
    }

    /** These settings with another claim patience. */
    public WorkerOptions withClaimPatience(Duration another) {
        return new WorkerOptions(name, queues, labels, capacity, another, logLimit, keepRunning);
    }

    /** These settings with another log limit. */
    public WorkerOptions withLogLimit(int another) {
        return new WorkerOptions(name, queues, labels, capacity, claimPatience, another, keepRunning);
    }

    /** These settings with another time for which runs go on while no server answers. */
    public WorkerOptions withKeepRunning(Duration another) {
        return new WorkerOptions(name, queues, labels, capacity, claimPatience, logLimit, another);
    }
}

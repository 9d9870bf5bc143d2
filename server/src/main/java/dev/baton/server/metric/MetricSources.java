package dev.baton.server.metric;

import dev.baton.server.dispatch.WorkerInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The sources of gauges, queried when metrics are read. All must answer immediately, from memory.
 *
 * @param isRegistered whether a job, or a step of a workflow, has this name
 * @param scheduledTime the scheduled time of an execution, if it is in memory
 * @param activeExecutions how many executions have not ended
 * @param queues the queues
 * @param workers the workers
 * @param leasesLost how many leases workers have lost so far
 */
public record MetricSources(
        Predicate<String> isRegistered,
        Function<UUID, Optional<Instant>> scheduledTime,
        IntSupplier activeExecutions,
        Supplier<List<QueueState>> queues,
        Supplier<List<WorkerInfo>> workers,
        LongSupplier leasesLost) {}

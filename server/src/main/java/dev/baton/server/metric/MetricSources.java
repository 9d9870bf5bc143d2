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
 * What is asked when metrics are read. All must answer at once, from memory.
 *
 * @param isRegistered whether there is a job, or a step of a workflow, of this name
 * @param scheduledTime when an execution was scheduled for, if that is at hand
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

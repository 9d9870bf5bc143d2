package dev.baton.server.metric;

import dev.baton.server.dispatch.WorkerInfo;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Gauges, which are read rather than counted: queues, workers, executions. */
final class ServerGauges {

    private final MetricSources sources;
    private final MultiGauge depth;
    private final MultiGauge age;

    ServerGauges(MetricSources sources, MeterRegistry registry) {
        this.sources = sources;
        this.depth = MultiGauge.builder("baton.queue.depth")
                .description("Runs that are ready")
                .register(registry);
        this.age = MultiGauge.builder("baton.queue.age")
                .description("Time that the oldest ready run has waited")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder(
                        "baton.executions.active",
                        () -> sources.activeExecutions().getAsInt())
                .description("Executions that have not ended")
                .register(registry);
        FunctionCounter.builder("baton.leases.lost", sources, asked ->
                        (double) asked.leasesLost().getAsLong())
                .description("Leases of workers that sent no heartbeat or left")
                .register(registry);
        Gauge.builder("baton.workers", () -> sources.workers().get().size())
                .description("Workers")
                .register(registry);
        Gauge.builder(
                        "baton.workers.capacity",
                        () -> sum(worker -> worker.introduction().capacity()))
                .description("Runs that all workers together can execute at a time")
                .register(registry);
        Gauge.builder(
                        "baton.workers.running",
                        () -> sum(worker -> worker.running().size()))
                .description("Runs that workers have")
                .register(registry);
    }

    private int sum(ToIntFunction<WorkerInfo> of) {
        return sources.workers().get().stream().mapToInt(of).sum();
    }

    /** Updates the set of queues. */
    void refresh() {
        List<QueueState> queues = sources.queues().get();
        depth.register(rows(queues, QueueState::depth), true);
        age.register(rows(queues, queue -> queue.oldest().toMillis() / 1000.0), true);
    }

    private static List<Row<?>> rows(List<QueueState> queues, Function<QueueState, Number> value) {
        return queues.stream()
                .<Row<?>>map(queue -> Row.of(Tags.of("queue", queue.queue()), value.apply(queue)))
                .toList();
    }
}

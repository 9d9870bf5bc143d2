package dev.baton.server.metric;

import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.server.dispatch.Traces;
import dev.baton.server.metric.Span.FailedAttempt;
import dev.baton.server.metric.Span.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Creates spans from the engine's events: an execution is a trace with a root span, and each run is a child span from
 * its first attempt to its end. A run that never started has no span.
 */
public final class Spans implements Listener {

    private static final int MOST_OPEN = 100_000;
    private static final int MOST_RETRIES = 100;

    /** The step number of the execution's own span, before the first run. */
    private static final int ROOT = -1;

    private final Consumer<Span> sink;

    private final Map<RunId, OpenRun> open = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, OpenRun> eldest) {
            return size() > MOST_OPEN;
        }
    };

    private record OpenRun(Instant begin, List<FailedAttempt> retries) {}

    /** Spans for an exporter. */
    public Spans(SpanExporter exporter) {
        this(exporter::add);
    }

    Spans(Consumer<Span> sink) {
        this.sink = sink;
    }

    @Override
    public void runStarted(RunEvent event) {
        open.putIfAbsent(event.run(), new OpenRun(event.at(), new ArrayList<>()));
    }

    @Override
    public void runRetried(RunEvent event) {
        OpenRun run = open.get(event.run());
        if (run != null && run.retries.size() < MOST_RETRIES) {
            run.retries.add(new FailedAttempt(event.at(), event.attempt(), event.detail()));
        }
    }

    @Override
    public void runFinished(RunEvent event) {
        end(event);
    }

    @Override
    public void runSkipped(RunEvent event) {
        end(event);
    }

    @Override
    public void executionFinished(ExecutionEvent event) {
        UUID execution = event.execution();
        boolean ok = event.status().countsAsSuccess() || event.status() == ExecutionStatus.SKIPPED;
        sink.accept(new Span(
                new Place(Traces.trace(execution), Traces.span(execution, ROOT), null),
                event.name(),
                madeAt(execution),
                event.at(),
                Map.of(
                        "baton.execution_id", execution.toString(),
                        "baton.trigger", event.trigger().toString(),
                        "baton.status", event.status().toString()),
                List.of(),
                ok ? null : event.status().toString()));
    }

    @Override
    public void eventsLost(long count) {
        open.clear();
    }

    private void end(RunEvent event) {
        OpenRun run = open.remove(event.run());
        if (run == null) {
            return;
        }
        UUID execution = event.run().execution();
        RunStatus status = event.status();
        sink.accept(new Span(
                new Place(
                        Traces.trace(execution),
                        Traces.span(execution, event.run().number()),
                        Traces.span(execution, ROOT)),
                event.job(),
                run.begin,
                event.at(),
                Map.of(
                        "baton.execution_id", execution.toString(),
                        "baton.run_id", event.run().toString(),
                        "baton.attempt", event.attempt(),
                        "baton.status", status.toString()),
                List.copyOf(run.retries),
                status.countsAsFailure() ? (event.detail().isEmpty() ? status.toString() : event.detail()) : null));
    }

    /** The time in a UUID of version 7, which is known even if the execution started before a restart. */
    private static Instant madeAt(UUID execution) {
        return Instant.ofEpochMilli(execution.getMostSignificantBits() >>> 16);
    }
}

package dev.baton.spring;

import dev.baton.Interceptor;
import dev.baton.RunContext;
import dev.baton.SkipSignal;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Observes each attempt as {@code baton.run}, and carries the trace of the caller that started an execution into its
 * runs, also over restarts and to other nodes: a run is a child of the request that triggered it.
 *
 * <pre>{@code
 * Baton baton = Baton.builder().intercept(new BatonObservations(registry)).build();
 * }</pre>
 */
public final class BatonObservations implements Interceptor {

    private final ObservationRegistry registry;

    /** Observes in this registry. */
    public BatonObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** The headers of the caller's trace; none if the caller is not observed. */
    Map<String, String> capture() {
        if (registry.isNoop() || registry.getCurrentObservation() == null) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        SenderContext<Map<String, String>> context = new SenderContext<>(BatonObservations::put, Kind.PRODUCER);
        context.setCarrier(headers);
        Observation.createNotStarted("baton.start", () -> context, registry)
                .start()
                .stop();
        return headers;
    }

    private static void put(@Nullable Map<String, String> headers, String name, String value) {
        if (headers != null) {
            headers.put(name, value);
        }
    }

    private static @Nullable String get(Map<String, String> headers, String name) {
        return headers.get(name);
    }

    @Override
    public @Nullable Object around(Call call) throws Exception {
        if (registry.isNoop()) {
            return call.proceed();
        }
        Observation observation = observation(call.context()).start();
        Observation.Scope scope = observation.openScope();
        try {
            return call.proceed();
        } catch (SkipSignal skipped) {
            throw skipped;
        } catch (Throwable e) {
            observation.error(e);
            throw e;
        } finally {
            scope.close();
            observation.stop();
        }
    }

    private Observation observation(RunContext run) {
        ReceiverContext<Map<String, String>> context = new ReceiverContext<>(BatonObservations::get, Kind.CONSUMER);
        context.setCarrier(run.carried());
        return Observation.createNotStarted("baton.run", () -> context, registry)
                .contextualName("run " + run.jobName())
                .lowCardinalityKeyValue(KeyValue.of("baton.job", run.jobName()))
                .lowCardinalityKeyValue(
                        KeyValue.of("baton.trigger", run.trigger().toString()))
                .highCardinalityKeyValue(
                        KeyValue.of("baton.execution", run.executionId().toString()))
                .highCardinalityKeyValue(KeyValue.of("baton.run", run.runId().toString()))
                .highCardinalityKeyValue(KeyValue.of("baton.attempt", String.valueOf(run.attempt())));
    }
}

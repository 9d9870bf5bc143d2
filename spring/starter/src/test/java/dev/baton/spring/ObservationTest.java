package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Metrics, and traces that go from a caller into its runs. */
class ObservationTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @Configuration(proxyBeanMethods = false)
    static class Observed {

        @Bean
        InMemorySpanExporter spans() {
            return InMemorySpanExporter.create();
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ObservationRegistry observations(InMemorySpanExporter spans) {
            SdkTracerProvider provider = SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build();
            Tracer otel = provider.get("test");
            OtelTracer tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), event -> {});
            OtelPropagator propagator =
                    new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig()
                    .observationHandler(new ObservationHandler.FirstMatchingCompositeObservationHandler(List.of(
                            new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                            new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                            new DefaultTracingObservationHandler(tracer))));
            return registry;
        }

        @Bean
        Job charge() {
            return Job.named("charge").run(context -> {
                assertThat(context.parameters()).isEmpty();
                assertThat(context.carried()).containsKey("traceparent");
            });
        }
    }

    @Test
    void a_run_belongs_to_the_trace_of_its_caller_and_is_counted() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(BatonObservationAutoConfiguration.class, BatonAutoConfiguration.class))
                .withUserConfiguration(Observed.class)
                .run(context -> {
                    Baton baton = context.getBean(Baton.class);
                    Execution charged = Observation.createNotStarted(
                                    "checkout", context.getBean(ObservationRegistry.class))
                            .observe(() -> baton.trigger("charge"));
                    assertThat(charged.await(SOON).run("charge").reason()).isEmpty();
                    assertThat(charged.parameters()).isEmpty();
                    Awaitility.await()
                            .atMost(SOON)
                            .until(() -> context.getBean(InMemorySpanExporter.class)
                                            .getFinishedSpanItems()
                                            .size()
                                    == 3);
                    List<SpanData> spans =
                            context.getBean(InMemorySpanExporter.class).getFinishedSpanItems();
                    SpanData request = span(spans, "checkout");
                    SpanData start = span(spans, "baton.start");
                    SpanData run = span(spans, "run charge");
                    assertThat(run.getTraceId()).isEqualTo(request.getTraceId());
                    assertThat(start.getParentSpanId()).isEqualTo(request.getSpanId());
                    assertThat(run.getParentSpanId()).isEqualTo(start.getSpanId());
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    // Listeners hear of the end a moment later.
                    Awaitility.await()
                            .atMost(SOON)
                            .until(() -> meters.find("baton.runs").counter() != null);
                    assertThat(meters.get("baton.runs")
                                    .tags("job", "charge", "status", "success")
                                    .counter()
                                    .count())
                            .isEqualTo(1);
                });
    }

    private static SpanData span(List<SpanData> spans, String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name + " in " + spans));
    }
}

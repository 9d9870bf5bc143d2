package dev.baton.server.metric;

import dev.baton.server.metric.Span.FailedAttempt;
import dev.baton.server.metric.Span.Place;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.IdGenerator;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans to a collector, in batches, with OpenTelemetry's SDK over OTLP/HTTP. While the collector is unreachable,
 * spans wait in a bounded queue; further spans are dropped, because runs matter more than their traces. The
 * administrator chooses the endpoint, which is usually in a private network, so the address guard does not apply. Safe
 * from any thread.
 */
public final class SpanExporter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SpanExporter.class);
    private static final int MOST_WAITING = 10_000;
    private static final int AT_ONCE = 500;
    private static final int ATTEMPTS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String PATH = "/v1/traces";
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("baton.attempt");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("exception.message");

    private final URI endpoint;
    private final GivenIds ids = new GivenIds();
    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    /**
     * Starts to export.
     *
     * @param endpoint the collector's address, such as {@code http://localhost:4318}
     * @param headers additional headers, such as a credential
     * @param service the name of this server in traces
     * @param pause the pause between batches, and the first pause between attempts
     */
    public SpanExporter(URI endpoint, Map<String, String> headers, String service, Duration pause) {
        String base = endpoint.toString().replaceFirst("/+$", "");
        this.endpoint = URI.create(base.endsWith(PATH) ? base : base + PATH);
        this.provider = SdkTracerProvider.builder()
                .setIdGenerator(ids)
                .setSampler(Sampler.alwaysOn())
                .setResource(Resource.create(Attributes.of(SERVICE, service)))
                .addSpanProcessor(BatchSpanProcessor.builder(new Counting(otlp(headers, pause)))
                        .setMaxQueueSize(MOST_WAITING)
                        .setMaxExportBatchSize(AT_ONCE)
                        .setScheduleDelay(pause)
                        .build())
                .build();
        this.tracer = provider.get("dev.baton");
    }

    private OtlpHttpSpanExporter otlp(Map<String, String> headers, Duration pause) {
        OtlpHttpSpanExporterBuilder otlp = OtlpHttpSpanExporter.builder()
                .setEndpoint(endpoint.toString())
                .setTimeout(PATIENCE)
                .setRetryPolicy(RetryPolicy.builder()
                        .setMaxAttempts(ATTEMPTS)
                        .setInitialBackoff(pause.multipliedBy(2))
                        .setBackoffMultiplier(2)
                        .build());
        headers.forEach(otlp::addHeader);
        return otlp.build();
    }

    /** Adds a span, or drops it if too many wait. */
    synchronized void add(Span span) {
        if (waiting.get() >= MOST_WAITING) {
            if (dropped.getAndIncrement() == 0) {
                LOG.warn("{} does not take spans fast enough: some are dropped", endpoint.getHost());
            }
            return;
        }
        waiting.incrementAndGet();
        ids.next = span.place();
        io.opentelemetry.api.trace.Span made = begin(span);
        for (FailedAttempt failed : span.retries()) {
            made.addEvent("retry", Attributes.of(ATTEMPT, (long) failed.attempt(), ERROR, failed.error()), failed.at());
        }
        String error = span.error();
        if (error == null) {
            made.setStatus(StatusCode.OK);
        } else {
            made.setStatus(StatusCode.ERROR, error);
        }
        made.end(span.end());
    }

    private io.opentelemetry.api.trace.Span begin(Span span) {
        SpanBuilder builder =
                tracer.spanBuilder(span.name()).setParent(parent(span.place())).setStartTimestamp(span.begin());
        span.attributes().forEach((name, value) -> {
            if (value instanceof Number number) {
                builder.setAttribute(name, number.longValue());
            } else {
                builder.setAttribute(name, value.toString());
            }
        });
        return builder.startSpan();
    }

    private static Context parent(Place place) {
        return place.parent() == null
                ? Context.root()
                : Context.root()
                        .with(io.opentelemetry.api.trace.Span.wrap(SpanContext.create(
                                place.trace(), place.parent(), TraceFlags.getSampled(), TraceState.getDefault())));
    }

    /** How many spans were dropped so far. */
    public long dropped() {
        return dropped.get();
    }

    /** Sends the waiting spans, with a short time limit. */
    @Override
    public void close() {
        provider.shutdown().join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Supplies the ids that jobs got as {@code traceparent} before their spans ended, instead of random ids. */
    private static final class GivenIds implements IdGenerator {

        private Place next = new Place("", "", null);

        @Override
        public String generateSpanId() {
            return next.id();
        }

        @Override
        public String generateTraceId() {
            return next.trace();
        }
    }

    /** Counts the spans that wait and those that were given up. */
    private final class Counting implements io.opentelemetry.sdk.trace.export.SpanExporter {

        private final OtlpHttpSpanExporter exporter;

        Counting(OtlpHttpSpanExporter exporter) {
            this.exporter = exporter;
        }

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            int count = spans.size();
            CompletableResultCode result = exporter.export(spans);
            return result.whenComplete(() -> {
                waiting.addAndGet(-count);
                if (!result.isSuccess()) {
                    dropped.addAndGet(count);
                    LOG.warn("{} did not take {} spans", endpoint.getHost(), count, result.getFailureThrowable());
                }
            });
        }

        @Override
        public CompletableResultCode flush() {
            return exporter.flush();
        }

        @Override
        public CompletableResultCode shutdown() {
            return exporter.shutdown();
        }
    }
}

package dev.baton.server.metric;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans to a collector, in batches, over OTLP/HTTP with JSON. When the collector is away, they wait in a bounded
 * queue, and beyond that are dropped: traces are worth less than the runs they are about. Safe from any thread.
 *
 * <p>The SDK of OpenTelemetry is not used: it makes up the ids of spans by itself, while these must be the ones that jobs
 * were given as {@code traceparent} before the span ended; and one request with one JSON document is all that is needed
 * of it. The endpoint is chosen by who configures the server, and is usually in the same net: it is not guarded.
 */
public final class SpanExporter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SpanExporter.class);
    private static final int MOST_WAITING = 10_000;
    private static final int AT_ONCE = 500;
    private static final int ATTEMPTS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String PATH = "/v1/traces";

    /** The answers after which the protocol asks for another attempt. */
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

    private final URI endpoint;
    private final Map<String, String> headers;
    private final String service;
    private final Duration pause;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final BlockingQueue<Span> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread = new Thread(this::work, "baton-spans");
    private volatile boolean closed;

    /**
     * Begins to export.
     *
     * @param endpoint the collector's address, as {@code http://localhost:4318}
     * @param headers what to send along, such as a credential
     * @param service what this server is called in traces
     * @param pause between two batches, and the first between two attempts
     */
    public SpanExporter(URI endpoint, Map<String, String> headers, String service, Duration pause) {
        String base = endpoint.toString().replaceFirst("/+$", "");
        this.endpoint = URI.create(base.endsWith(PATH) ? base : base + PATH);
        this.headers = Map.copyOf(headers);
        this.service = service;
        this.pause = pause;
        thread.setDaemon(true);
        thread.start();
    }

    /** Adds a span, or drops it when too many wait. */
    void add(Span span) {
        if (!waiting.offer(span) && dropped.getAndIncrement() == 0) {
            LOG.warn("{} does not take spans fast enough: some are dropped", endpoint.getHost());
        }
    }

    /** How many spans were dropped so far. */
    public long dropped() {
        return dropped.get();
    }

    private void work() {
        try {
            while (!closed || !waiting.isEmpty()) {
                Span first = waiting.poll(pause.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    gatherAndSend(first);
                }
            }
        } catch (InterruptedException closing) {
            dropped.addAndGet(waiting.size());
        }
    }

    private void gatherAndSend(Span first) throws InterruptedException {
        List<Span> batch = new ArrayList<>(List.of(first));
        waiting.drainTo(batch, AT_ONCE - 1);
        if (!closed && batch.size() < AT_ONCE) {
            // A moment for more to come: a request for each span would be many.
            TimeUnit.MILLISECONDS.sleep(pause.toMillis());
            waiting.drainTo(batch, AT_ONCE - batch.size());
        }
        byte[] body = OtlpJson.write(service, batch);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Outcome outcome = send(body);
            if (outcome == Outcome.TAKEN) {
                return;
            }
            if (outcome == Outcome.REFUSED || closed) {
                break;
            }
            if (attempt < ATTEMPTS) {
                TimeUnit.MILLISECONDS.sleep(pause.toMillis() << attempt);
            }
        }
        dropped.addAndGet(batch.size());
    }

    private enum Outcome {
        TAKEN,
        REFUSED,
        TRY_AGAIN
    }

    private Outcome send(byte[] body) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body));
        headers.forEach(request::setHeader);
        try {
            int status = http.send(request.build(), BodyHandlers.discarding()).statusCode();
            if (status / 100 == 2) {
                return Outcome.TAKEN;
            }
            LOG.warn("{} answered {} to spans", endpoint.getHost(), status);
            return PASSING.contains(status) ? Outcome.TRY_AGAIN : Outcome.REFUSED;
        } catch (IOException away) {
            LOG.warn("{} could not be sent spans: {}", endpoint.getHost(), away.getMessage());
            return Outcome.TRY_AGAIN;
        }
    }

    /** Sends what waits, but does not wait long for that. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}

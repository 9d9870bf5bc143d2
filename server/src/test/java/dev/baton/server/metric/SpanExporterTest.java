package dev.baton.server.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Workflow;
import dev.baton.policy.Retry;
import dev.baton.server.dispatch.Traces;
import dev.baton.test.BatonTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Spans, from the engine to a collector. */
class SpanExporterTest {

    private static final String START = "2026-11-15T00:00:00Z";

    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private HttpServer collector;
    private SpanExporter exporter;
    private BatonTest baton;

    @BeforeEach
    void start() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", this::collect);
        collector.start();
        URI endpoint = URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/");
        exporter = new SpanExporter(endpoint, Map.of("Authorization", "token"), "baton", Duration.ofMillis(10));
        Spans spans = new Spans(exporter);
        baton = BatonTest.startingAt(START, settings -> settings.listen(spans));
    }

    @AfterEach
    void end() {
        baton.close();
        exporter.close();
        collector.stop(0);
    }

    private void collect(HttpExchange exchange) throws IOException {
        JsonNode body = OtlpRequest.read(exchange.getRequestBody());
        boolean refuse = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        if (!refuse) {
            requests.add(body);
            paths.add(exchange.getRequestURI().getPath() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
        }
        exchange.sendResponseHeaders(refuse ? 503 : 200, -1);
        exchange.close();
    }

    @Test
    void an_execution_is_a_trace_and_its_runs_are_spans_with_the_ids_that_jobs_were_given() {
        baton.add(Workflow.define("etl", workflow -> {
                    workflow.run("load", context -> {});
                    workflow.run("copy", context -> {});
                }))
                .taking("etl/load", Duration.ofSeconds(2));

        Execution execution = baton.trigger("etl");
        baton.advance(Duration.ofSeconds(5));

        await().until(() -> spans().size() == 3);
        assertThat(spans())
                .allSatisfy(span -> assertThat(text(span, "traceId")).isEqualTo(Traces.trace(execution.id())));
        JsonNode whole = span("etl");
        JsonNode load = span("etl/load");
        assertThat(whole.has("parentSpanId")).isFalse();
        assertThat(text(load, "parentSpanId")).isEqualTo(text(whole, "spanId"));
        assertThat(text(load, "spanId"))
                .isEqualTo(
                        Traces.span(execution.id(), execution.run("load").id().number()));
        long begin = Instant.parse(START).getEpochSecond();
        assertThat(text(load, "startTimeUnixNano")).isEqualTo(begin + "000000000");
        assertThat(text(load, "endTimeUnixNano")).isEqualTo(begin + 2 + "000000000");
        assertThat(text(whole, "endTimeUnixNano")).isEqualTo(begin + 2 + "000000000");
        assertThat(paths).containsOnly("/v1/traces token");
    }

    @Test
    void a_failed_run_has_its_error_and_its_attempts() {
        baton.add(Job.named("load").retry(Retry.fixed(2, Duration.ofSeconds(1))).run(context -> {
            throw new IllegalStateException("no disk");
        }));

        baton.trigger("load");
        baton.advance(Duration.ofSeconds(5));

        await().until(() -> spans().size() == 2);
        JsonNode run = spans().stream()
                .filter(span -> span.has("parentSpanId"))
                .findFirst()
                .orElseThrow();
        assertThat(run.get("status").get("code").asInt()).isEqualTo(2);
        assertThat(text(run.get("status"), "message")).contains("no disk");
        assertThat(run.get("events").size()).isEqualTo(1);
        assertThat(text(run.get("events").get(0), "name")).isEqualTo("retry");
    }

    @Test
    void a_collector_that_is_busy_is_asked_again() {
        refusals.set(2);

        runOnce();

        await().until(() -> spans().size() == 2);
        assertThat(exporter.dropped()).isZero();
    }

    @Test
    void what_a_collector_does_not_take_is_dropped() {
        refusals.set(Integer.MAX_VALUE);

        runOnce();

        await().until(() -> exporter.dropped() == 2);
    }

    @Test
    void what_waits_is_sent_at_the_end() {
        runOnce();

        exporter.close();

        assertThat(spans()).hasSize(2);
    }

    private void runOnce() {
        baton.add(Job.named("load").run(context -> {}));
        baton.trigger("load");
    }

    private List<JsonNode> spans() {
        List<JsonNode> spans = new ArrayList<>();
        for (JsonNode request : requests) {
            request.get("resourceSpans")
                    .get(0)
                    .get("scopeSpans")
                    .get(0)
                    .get("spans")
                    .forEach(spans::add);
        }
        return spans;
    }

    private JsonNode span(String name) {
        return spans().stream()
                .filter(span -> text(span, "name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String text(JsonNode node, String field) {
        return node.get(field).asString();
    }
}

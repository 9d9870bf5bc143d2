package dev.baton.worker.kind;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.worker.Assignment;
import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Assignments;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.GuardedHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpKindTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestIo io = new TestIo();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void json_is_parsed() throws Exception {
        answer(200, "application/json; charset=utf-8", "{\"rows\": [1, 2]}");
        assertThat(run(Set.of(), Allowed.PRIVATE))
                .isEqualTo(new Result(
                        Outcome.SUCCESS, Map.of("status", 200, "body", Map.of("rows", List.of(1, 2))), null, null));
    }

    @Test
    void anything_else_is_text() throws Exception {
        answer(200, "text/plain", "{\"rows\": 1}");
        assertThat(run(Set.of(), Allowed.PRIVATE).output()).isEqualTo(Map.of("status", 200, "body", "{\"rows\": 1}"));
    }

    @Test
    void a_status_that_was_not_expected_is_a_failure_with_the_beginning_of_the_answer() throws Exception {
        answer(500, "text/plain", "the disk is full");
        Result result = run(Set.of(), Allowed.PRIVATE);
        assertThat(result.outcome()).isEqualTo(Outcome.FAILURE);
        assertThat(result.message()).contains("answered with 500: the disk is full");
    }

    @Test
    void any_status_can_be_expected() throws Exception {
        answer(404, "text/plain", "gone");
        assertThat(run(Set.of(404), Allowed.PRIVATE).outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void private_addresses_are_refused_unless_they_are_allowed() throws Exception {
        answer(200, "text/plain", "");
        assertThat(run(Set.of(), Allowed.NOTHING).message()).contains("127.0.0.1", "loopback", "allow");
    }

    @Test
    void the_trace_goes_along() throws Exception {
        server.createContext("/", exchange -> {
            byte[] trace = exchange.getRequestHeaders().getFirst("traceparent").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, trace.length);
            exchange.getResponseBody().write(trace);
            exchange.close();
        });
        assertThat(run(Set.of(), Allowed.PRIVATE).output()).isEqualTo(Map.of("status", 200, "body", "00-aa-bb-01"));
    }

    @Test
    void an_address_that_is_none_is_a_failure() throws Exception {
        Command.Http command =
                new Command.Http("GET", "not an address", Map.of(), null, Set.of(), Duration.ofSeconds(1), true);
        assertThat(kind(Allowed.PRIVATE).run(Assignments.of("r", command), io).outcome())
                .isEqualTo(Outcome.FAILURE);
    }

    private void answer(int status, String type, String body) {
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private Result run(Set<Integer> expected, Allowed allowed) throws InterruptedException {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        Command.Http command = new Command.Http("GET", url, Map.of(), null, expected, Duration.ofSeconds(10), true);
        RunInfo info = new RunInfo("r", "e", "job", 1, Instant.EPOCH, "manual", null, "00-aa-bb-01", false);
        return kind(allowed).run(new Assignment("l", info, command, Assignments.NO_INPUTS, List.of()), io);
    }

    private HttpKind kind(Allowed allowed) {
        return new HttpKind(new GuardedHttp(new AddressGuard(allowed), threads), Results.LARGEST_OUTPUT);
    }
}

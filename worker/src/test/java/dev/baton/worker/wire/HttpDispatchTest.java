package dev.baton.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.worker.Assignment.Inputs;
import dev.baton.worker.Assignments;
import dev.baton.worker.BatonWorker;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch;
import dev.baton.worker.Dispatch.Introduction;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.MessageRefusedException;
import dev.baton.worker.TestServer;
import dev.baton.worker.UnknownWorkerException;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerNotAllowedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpDispatchTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestServer behind = new TestServer(Duration.ofMillis(50), Duration.ofSeconds(30));
    private HttpServer front;

    @BeforeEach
    void start() throws IOException {
        front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        front.setExecutor(threads);
        front.start();
    }

    @AfterEach
    void end() {
        front.stop(0);
        threads.shutdownNow();
    }

    @Test
    void a_worker_on_another_host_executes_runs() throws Exception {
        serve();
        try (Worker worker = BatonWorker.connect(address(), "t0ken")
                .name("images-1")
                .queues("images")
                .labels("gpu")
                .capacity(2)
                .handler("twice", context -> {
                    context.log("doubling");
                    return 2 * context.parameter("n", Integer.class).orElseThrow();
                })
                .start()) {
            Dispatch.Result result = run("r", 21);
            assertThat(result.output()).isEqualTo(42);
            assertThat(behind.log("r")).containsExactly("doubling");
            assertThat(worker.running()).isLessThanOrEqualTo(1);
        }
        assertThat(behind.workers()).isZero();
    }

    @Test
    void answers_say_what_went_wrong() {
        assertFailure(401, "", WorkerNotAllowedException.class, "not a worker's token");
        assertFailure(403, "", WorkerNotAllowedException.class, "not a worker's token");
        assertFailure(404, "no such worker", UnknownWorkerException.class, "no such worker");
        assertFailure(404, "", DispatchUnavailableException.class, "no Baton server");
        assertFailure(409, "the lease is another's", LeaseLostException.class, "the lease is another's");
        assertFailure(413, "too large", MessageRefusedException.class, "too large");
        assertFailure(429, "slow down", DispatchUnavailableException.class, "slow down");
        assertFailure(503, "", DispatchUnavailableException.class, "503");
    }

    @Test
    void a_server_that_is_not_there_is_unavailable() {
        front.stop(0);
        HttpDispatch dispatch = new HttpDispatch(address(), "t0ken");
        assertThatThrownBy(() -> dispatch.leave("w")).isInstanceOf(DispatchUnavailableException.class);
    }

    @Test
    void a_server_that_talks_nonsense_is_unavailable() {
        front.createContext("/", exchange -> answer(exchange, 200, "text/html", "<html>"));
        HttpDispatch dispatch = new HttpDispatch(address(), "t0ken");
        assertThatThrownBy(() -> dispatch.claim("w", 1, Duration.ZERO))
                .isInstanceOf(DispatchUnavailableException.class)
                .hasMessageContaining("same version");
    }

    private Dispatch.Result run(String id, int n) {
        behind.submit(Assignments.withInputs(
                Assignments.of(id, new Command.Handler("twice")),
                new Inputs(Map.of(), Map.of("n", n), Map.of(), null, Map.of(), null)));
        return await().until(() -> behind.result(id), Optional::isPresent).orElseThrow();
    }

    private void assertFailure(int status, String detail, Class<? extends Exception> type, String message) {
        String problem = detail.isEmpty() ? "" : "{\"title\": \"Problem\", \"detail\": \"" + detail + "\"}";
        String contentType = detail.isEmpty() ? "text/plain" : "application/problem+json";
        var context = front.createContext("/", exchange -> answer(exchange, status, contentType, problem));
        HttpDispatch dispatch = new HttpDispatch(address(), "t0ken");
        assertThatThrownBy(() -> dispatch.heartbeat("w", List.of()))
                .isInstanceOf(type)
                .hasMessageContaining(message);
        front.removeContext(context);
    }

    /** What the real server does with each message, in a few lines. */
    private void serve() {
        on("register", Introduction.class, behind::register);
        on(
                "claim",
                Messages.Claim.class,
                claim -> new Messages.Claimed(behind.claim(claim.worker(), claim.most(), claim.patience())));
        on("heartbeat", Messages.Heartbeat.class, beat -> behind.heartbeat(beat.worker(), beat.running()));
        on("log", Messages.Log.class, log -> {
            behind.log(log.worker(), log.lease(), log.entries());
            return Map.of();
        });
        on("finish", Messages.Finish.class, finish -> {
            behind.finish(finish.worker(), finish.lease(), finish.result());
            return Map.of();
        });
        on("leave", Messages.Leave.class, leave -> {
            behind.leave(leave.worker());
            return Map.of();
        });
    }

    private <T> void on(String what, Class<T> type, Function<T, Object> behaviour) {
        front.createContext("/api/v1/workers/" + what, exchange -> {
            if (!"Bearer t0ken".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                answer(exchange, 401, "text/plain", "");
                return;
            }
            T message = WireFormat.mapper().readValue(exchange.getRequestBody().readAllBytes(), type);
            answer(exchange, 200, "application/json", WireFormat.mapper().writeValueAsString(behaviour.apply(message)));
        });
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + front.getAddress().getPort());
    }
}

package dev.baton.server.api.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.server.BatonServer;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.http.Json;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.wire.HttpDispatch;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server ends while a worker has a run, and the next one on its data takes the worker at its word. */
class LeaseTakeoverTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Dispatch.Introduction SOMEBODY =
            new Dispatch.Introduction("somebody", Set.of(), Set.of("far"), Set.of("shell"), Set.of(), 4, "1", "there");
    private static final Dispatch.Result DONE =
            new Dispatch.Result(Dispatch.Outcome.SUCCESS, Map.of("answer", "42"), null, 0);

    private static final String CONFIGURATION = """
            [worker]
            shutdown_grace = "1s"

            [[jobs]]
            id = "long"
            labels = ["far"]
            command = "true"
            """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private BatonServer server;
    private String admin;
    private String token;
    private String worker;
    private String execution;
    private String lease;

    @BeforeEach
    void a_worker_has_a_run() throws Exception {
        start();
        token = send("POST", "/tokens", "{\"name\": \"w\", \"role\": \"worker\"}")
                .path("secret")
                .asString();
        worker = dispatch().register(SOMEBODY).worker();
        execution = send("POST", "/jobs/long/trigger", "{}").path("id").asString();
        List<Assignment> given = dispatch().claim(worker, 1, PATIENCE);
        lease = given.get(0).lease();
        dispatch().log(worker, lease, List.of(line("first")));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void start() throws IOException {
        Path data = folder.resolve("data");
        Map<String, String> environment = Map.of("BATON_SERVER_PORT", "0", "BATON_SERVER_DATA_DIR", data.toString());
        server = BatonServer.start(() -> new ConfigLoader(environment, Set.of())
                .parse("baton.toml", CONFIGURATION)
                .orThrow());
        admin = Files.readString(data.resolve("admin.token")).strip();
    }

    private void restart() throws IOException {
        server.close();
        start();
    }

    private Dispatch dispatch() {
        return new HttpDispatch(server.address(), token);
    }

    private static Dispatch.LogEntry line(String text) {
        return new Dispatch.LogEntry(Instant.ofEpochSecond(1, 596), Dispatch.Stream.STDOUT, text);
    }

    private JsonNode send(String method, String path, String body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1" + path))
                    .header("Authorization", "Bearer " + admin)
                    .header("Content-Type", "application/json")
                    .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .build();
            return Json.mapper()
                    .readTree(client.send(request, BodyHandlers.ofString()).body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode run() {
        return send("GET", "/runs/" + execution + ".0", "");
    }

    private void awaitStatus(String status) {
        await().atMost(PATIENCE).until(() -> run().path("status").asString().equals(status));
    }

    @Test
    void the_run_goes_on_and_its_result_counts_once() throws Exception {
        restart();
        assertThat(dispatch()
                        .heartbeat(worker, List.of(new Dispatch.Progress(lease, 0.5, "half")))
                        .lost())
                .isEmpty();
        awaitStatus("running");
        dispatch().finish(worker, lease, DONE);
        awaitStatus("success");
        dispatch().finish(worker, lease, DONE);
        restart();
        dispatch().finish(worker, lease, DONE);

        JsonNode run = run();
        assertThat(run.path("attempt").asInt()).isEqualTo(1);
        assertThat(run.path("output").path("answer").asString()).isEqualTo("42");
        assertThat(run.path("exit_code").asInt(-1)).isZero();
        assertThat(run.path("worker").path("name").asString()).isEqualTo("somebody");
        assertThat(run.path("worker").path("host").asString()).isEqualTo("there");
    }

    @Test
    void nobody_else_may_report_for_it() throws Exception {
        restart();
        String other = dispatch().register(SOMEBODY).worker();
        assertThatThrownBy(() -> dispatch().finish(other, lease, DONE)).isInstanceOf(LeaseLostException.class);
        dispatch().finish(worker, lease, DONE);
        awaitStatus("success");
    }

    @Test
    void lines_that_are_sent_again_stand_in_the_log_once() throws Exception {
        restart();
        dispatch().logAgain(worker, lease, List.of(line("first"), line("second")));
        dispatch().log(worker, lease, List.of(line("third")));
        dispatch().finish(worker, lease, DONE);
        awaitStatus("success");
        HttpRequest log = HttpRequest.newBuilder(server.address().resolve("/api/v1/runs/" + execution + ".0/log"))
                .header("Authorization", "Bearer " + admin)
                .build();
        assertThat(client.send(log, BodyHandlers.ofString()).body().lines())
                .containsExactly("first", "second", "third");
    }

    @Test
    void a_run_that_was_cancelled_while_the_server_was_away_is_told_to_stop() throws Exception {
        restart();
        send("POST", "/executions/" + execution + "/cancel", "{\"reason\": \"enough\"}");
        await().atMost(PATIENCE)
                .until(() -> dispatch()
                        .heartbeat(worker, List.of(new Dispatch.Progress(lease, null, null)))
                        .stop()
                        .contains(lease));
        dispatch().finish(worker, lease, new Dispatch.Result(Dispatch.Outcome.STOPPED, null, "stopped", null));
        awaitStatus("cancelled");
    }

    @Test
    void a_run_that_was_cancelled_just_before_the_server_ended_is_told_to_stop() throws Exception {
        send("POST", "/runs/" + execution + ".0/cancel", "{\"reason\": \"enough\"}");
        restart();
        await().atMost(PATIENCE)
                .until(() -> dispatch()
                        .heartbeat(worker, List.of(new Dispatch.Progress(lease, null, null)))
                        .stop()
                        .contains(lease));
        dispatch().finish(worker, lease, DONE);
        awaitStatus("cancelled");
    }
}

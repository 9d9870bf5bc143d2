package dev.baton.server.api.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.ExplainPage;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.http.Endpoint;
import dev.baton.server.security.Actor;
import dev.baton.server.security.Role;
import dev.baton.worker.Dispatch.Introduction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the additions of the server to explanations: workers, people, history. */
class ExplainApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofSeconds(6);

    @TempDir
    private Path directory;

    private ApiFixture server;

    @AfterEach
    void stop() {
        server.close();
    }

    private void start() {
        server = new ApiFixture(directory, LEASE);
    }

    private Execution trigger(String name) {
        return server.services.baton().trigger(name);
    }

    private void awaitStatus(Execution execution, String step, RunStatus status) {
        await().atMost(PATIENCE).until(() -> execution.run(step).status() == status);
    }

    private JsonNode explain(Execution execution, String step) {
        Answer answer = server.get("/api/v1/runs/" + execution.run(step).id() + "/explain");
        Endpoint endpoint = server.table.stream()
                .filter(one -> one.path().endsWith("/runs/{id}/explain"))
                .findFirst()
                .orElseThrow();
        assertThat(server.objections(endpoint, answer)).isEmpty();
        return answer.json();
    }

    private static void says(String name, JsonNode answer) {
        ExplainPage.saysByTheClock(name, answer.path("text").asString());
    }

    /** A worker that this test speaks for. */
    private String worker(String name, int capacity) {
        return server.services
                .dispatcher()
                .register(new Introduction(
                        name, Set.of("default"), Set.of("cpu"), Set.of("shell"), Set.of(), capacity, "1"))
                .worker();
    }

    @Test
    void which_worker_runs_it_and_how_long_that_usually_takes() throws Exception {
        start();
        Path go = Files.createFile(directory.resolve("go"));
        server.workflow("""
                {"id": "etl", "steps": [
                  {"id": "extract", "command": "while [ ! -e %s ]; do sleep 0.05; done"},
                  {"id": "load", "command": "true", "after": ["extract"]}]}""".formatted(go)).withWorker();
        trigger("etl").await(PATIENCE);
        Files.delete(go);
        Execution execution = trigger("etl");
        awaitStatus(execution, "extract", RunStatus.RUNNING);

        JsonNode answer = explain(execution, "load");
        assertThat(answer.path("cause").asString()).isEqualTo("running");
        assertThat(answer.at("/worker/name").asString()).isEqualTo("inside");
        assertThat(answer.path("usually").isMissingNode()).isFalse();
        assertThat(answer.at("/chain/0/name").asString()).isEqualTo("load");
        assertThat(answer.at("/chain/1/link").asString())
                .isEqualTo("/runs/" + execution.run("extract").id());
        says("server-running", answer);
        Files.createFile(go);
        execution.await(PATIENCE);
    }

    @Test
    void labels_that_no_worker_has() {
        start();
        server.job("{\"id\": \"train\", \"command\": \"true\", \"labels\": [\"gpu\"]}");
        worker("forge", 4);
        JsonNode answer = explain(trigger("train"), "train");
        assertThat(answer.path("cause").asString()).isEqualTo("no-worker");
        assertThat(answer.at("/demand/queue").asString()).isEqualTo("default");
        assertThat(answer.at("/workers/0/name").asString()).isEqualTo("forge");
        assertThat(answer.at("/ways/0").asString()).isEqualTo("start-worker");
        says("server-no-worker", answer);
    }

    @Test
    void workers_that_are_busy() {
        start();
        server.job("{\"id\": \"report\", \"command\": \"true\"}");
        String worker = worker("forge", 1);
        trigger("report");
        await().atMost(PATIENCE)
                .until(() -> !server.services
                        .dispatcher()
                        .claim(worker, 1, Duration.ofSeconds(1))
                        .isEmpty());
        trigger("report");
        Execution last = trigger("report");
        await().atMost(PATIENCE)
                .until(() -> explain(last, "report").at("/ahead/count").asInt() == 1);
        JsonNode answer = explain(last, "report");
        assertThat(answer.path("cause").asString()).isEqualTo("workers-busy");
        assertThat(answer.at("/ahead/since").isMissingNode()).isFalse();
        assertThat(answer.at("/workers/0/running").asInt()).isEqualTo(1);
        assertThat(answer.at("/workers/0/capacity").asInt()).isEqualTo(1);
        says("server-busy", answer);
    }

    @Test
    void a_worker_that_falls_silent_and_is_lost() {
        start();
        server.job("{\"id\": \"report\", \"command\": \"true\"}");
        String worker = worker("forge", 1);
        Execution execution = trigger("report");
        await().atMost(PATIENCE)
                .until(() -> !server.services
                        .dispatcher()
                        .claim(worker, 1, Duration.ofSeconds(1))
                        .isEmpty());
        await().atMost(PATIENCE)
                .until(() ->
                        explain(execution, "report").path("cause").asString().equals("worker-silent"));
        JsonNode silent = explain(execution, "report");
        assertThat(silent.path("until").asString())
                .isEqualTo(silent.at("/worker/lease_until").asString());
        says("server-silent", silent);

        awaitStatus(execution, "report", RunStatus.PENDING);
        JsonNode lost = explain(execution, "report");
        assertThat(lost.path("cause").asString()).isEqualTo("no-worker");
        says("server-lost", lost);
        assertThat(server.get("/api/v1/runs/" + execution.run("report").id())
                        .json()
                        .at("/attempts/0/reason")
                        .asString())
                .isEqualTo("worker forge sent no heartbeat for 6s");
    }

    @Test
    void who_may_approve() {
        start();
        server.workflow("""
                {"id": "release", "steps": [
                  {"id": "ask", "kind": "approval", "message": "Ship version 7?"},
                  {"id": "ship", "command": "true", "after": ["ask"]}]}""");
        Execution execution = trigger("release");
        awaitStatus(execution, "ask", RunStatus.RUNNING);
        JsonNode answer = explain(execution, "ship");
        assertThat(answer.path("cause").asString()).isEqualTo("approval");
        assertThat(answer.at("/ways/0").asString()).isEqualTo("approve");
        says("server-approval", answer);
    }

    @Test
    void who_held_it() {
        start();
        server.job("{\"id\": \"report\", \"command\": \"true\"}");
        Execution execution = trigger("report");
        server.post("/api/v1/executions/" + execution.id() + "/hold", "{\"reason\": \"freeze until Monday\"}");
        Answer answer = server.get("/api/v1/executions/" + execution.id() + "/explain");
        assertThat(answer.json().path("cause").asString()).isEqualTo("hold");
        assertThat(answer.json().at("/ways/0").asString()).isEqualTo("release");
        says("server-held", answer.json());
    }

    @Test
    void who_paused_it() throws InterruptedException {
        start();
        server.job("{\"id\": \"report\", \"command\": \"true\"}").withWorker();
        server.services.baton().pause("report");
        server.pauses.put("report", "the disk is full", new Actor(UUID.randomUUID(), "ada", Role.OPERATOR));
        Execution execution = trigger("report").await(PATIENCE);
        JsonNode answer = explain(execution, "report");
        assertThat(answer.path("cause").asString()).isEqualTo("paused");
        says("server-paused", answer);
    }

    @Test
    void three_ways_on_after_a_failure_that_holds() throws IOException {
        start();
        server.workflow("""
                {"id": "careful", "on_failure": "hold", "steps": [
                  {"id": "extract", "command": "exit 3"},
                  {"id": "load", "command": "true", "after": ["extract"]}]}""").withWorker();
        Execution execution = trigger("careful");
        awaitStatus(execution, "extract", RunStatus.FAILURE);
        JsonNode answer = explain(execution, "load");
        assertThat(answer.path("cause").asString()).isEqualTo("failure-hold");
        assertThat(answer.path("ways").toString()).isEqualTo("[\"retry\",\"mark\",\"cancel\"]");
        assertThat(answer.path("text").asString()).doesNotContain("Exception");
    }
}

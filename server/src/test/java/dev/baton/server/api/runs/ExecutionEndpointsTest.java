package dev.baton.server.api.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.http.Endpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ExecutionEndpointsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String EXECUTIONS = "/api/v1/executions";

    @TempDir
    private Path directory;

    private ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory).workflow("""
                {"id": "etl", "steps": [
                  {"id": "extract", "command": "echo extracted"},
                  {"id": "load", "command": "exit 3", "after": ["extract"]},
                  {"id": "alert", "command": "echo alarm", "after": ["load:failure"]},
                  {"id": "report", "command": "echo reported", "after": ["load"]}]}""").workflow("""
                {"id": "release", "steps": [
                  {"id": "ask", "kind": "approval", "message": "ship it?"},
                  {"id": "ship", "command": "echo shipped", "after": ["ask"]}]}""").withWorker();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Execution trigger(String name) {
        return server.services.baton().trigger(name, Map.of("day", "monday"));
    }

    private Execution asking() {
        Execution execution = trigger("release");
        await().atMost(PATIENCE).until(() -> execution.run("ask").status() == RunStatus.RUNNING);
        return execution;
    }

    private Answer fitting(String operation, Answer answer) {
        Endpoint endpoint = server.table.stream()
                .filter(line -> line.about().operation().equals(operation))
                .findFirst()
                .orElseThrow();
        assertThat(server.objections(endpoint, answer)).as(operation).isEmpty();
        return answer;
    }

    private List<String> names(String query) {
        List<String> names = new ArrayList<>();
        server.get(EXECUTIONS + query)
                .json()
                .path("items")
                .forEach(item -> names.add(item.path("name").asString()));
        return names;
    }

    @Test
    void all_of_an_execution_is_run_again_as_another_with_the_same_parameters() throws Exception {
        server.job("{\"id\": \"alone\", \"command\": \"true\"}").withWorker();
        Execution first = server.services
                .baton()
                .trigger("alone", Map.of("day", "monday"))
                .await(PATIENCE);
        Answer answer = server.post("/api/v1/executions/" + first.id() + "/rerun");
        assertThat(answer.status()).isEqualTo(201);
        JsonNode again = answer.json();
        assertThat(again.path("id").asString()).isNotEqualTo(first.id().toString());
        assertThat(again.path("trigger").asString()).isEqualTo("retry");
        assertThat(again.at("/parameters/day").asString()).isEqualTo("monday");
        assertThat(again.path("scheduled_time").asString())
                .isEqualTo(first.scheduledTime().toString());
    }

    @Test
    void an_active_execution_tells_when_it_began() {
        Execution execution = asking();
        String began = execution.started().toString();
        assertThat(server.get("/api/v1/executions/" + execution.id())
                        .json()
                        .path("started")
                        .asString())
                .isEqualTo(began);
        assertThat(server.get("/api/v1/executions?name=release")
                        .json()
                        .at("/items/0/started")
                        .asString())
                .isEqualTo(began);
    }

    @Test
    void executions_are_listed_newest_first_with_where_they_are_now() throws Exception {
        Execution etl = trigger("etl").await(PATIENCE);
        Execution release = asking();
        release.hold();
        await().atMost(PATIENCE).until(() -> names("").size() == 2);
        JsonNode items =
                fitting("executions.list", server.get(EXECUTIONS)).json().path("items");
        assertThat(items.at("/0/id").asString()).isEqualTo(release.id().toString());
        assertThat(items.at("/0/status").asString()).isEqualTo("held");
        assertThat(items.at("/1/id").asString()).isEqualTo(etl.id().toString());
        assertThat(items.at("/1/status").asString()).isEqualTo("failure");
        assertThat(names("?name=etl")).containsExactly("etl");
        assertThat(names("?status=failure")).containsExactly("etl");
        assertThat(names("?trigger=schedule")).isEmpty();
        assertThat(names("?to=2020-01-01T00:00:00Z")).isEmpty();
        JsonNode page = server.get(EXECUTIONS + "?limit=1").json();
        assertThat(names("?limit=1&cursor=" + page.path("next").asString())).containsExactly("etl");
    }

    @Test
    void executions_of_items_are_listed_when_asked_for() throws Exception {
        server.job("{\"id\": \"scan\", \"kind\": \"fanout\", \"items\": [1, 2], \"command\": \"true\"}");
        trigger("scan").await(PATIENCE);
        assertThat(names("")).containsExactly("scan");
        assertThat(names("?nested=true")).containsExactly("scan/items", "scan");
    }

    @Test
    void an_execution_counts_its_runs() throws Exception {
        Execution execution = trigger("etl").await(PATIENCE);
        JsonNode shown = fitting("executions.show", server.get(EXECUTIONS + "/" + execution.id()))
                .json();
        assertThat(shown.path("status").asString()).isEqualTo("failure");
        assertThat(shown.at("/parameters/day").asString()).isEqualTo("monday");
        assertThat(shown.at("/runs/total").asInt()).isEqualTo(4);
        assertThat(shown.at("/runs/by_status/success").asInt()).isEqualTo(2);
        assertThat(shown.at("/runs/by_status/skipped").asInt()).isEqualTo(1);
        assertThat(shown.at("/progress/fraction").asDouble()).isEqualTo(1.0);
    }

    @Test
    void the_graph_says_which_edges_held() throws Exception {
        Execution execution = trigger("etl").await(PATIENCE);
        JsonNode graph = fitting("executions.graph", server.get(EXECUTIONS + "/" + execution.id() + "/graph"))
                .json();
        assertThat(graph.path("nodes")).hasSize(4);
        Map<String, String> edges = new TreeMap<>();
        graph.path("edges")
                .forEach(edge -> edges.put(
                        edge.path("parent").asString() + " "
                                + edge.path("child").asString(),
                        edge.at("/conditions/0").asString() + " "
                                + edge.path("holds").asBoolean()));
        assertThat(edges)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "extract load", "success true",
                        "load alert", "failure true",
                        "load report", "success false"));
    }

    @Test
    void an_edge_whose_parent_has_not_ended_is_undecided() {
        Execution execution = asking();
        JsonNode edge =
                server.get(EXECUTIONS + "/" + execution.id() + "/graph").json().at("/edges/0");
        assertThat(edge.path("parent").asString()).isEqualTo("ask");
        assertThat(edge.has("holds")).isFalse();
    }

    @Test
    void a_held_execution_starts_nothing_until_it_is_released() throws Exception {
        Execution execution = asking();
        String path = EXECUTIONS + "/" + execution.id();
        assertThat(fitting("executions.hold", server.post(path + "/hold", "{\"reason\": \"freeze\"}"))
                        .json()
                        .path("status")
                        .asString())
                .isEqualTo("held");
        execution.approve("ask", "yes");
        await().atMost(PATIENCE).until(() -> execution.run("ask").status() == RunStatus.SUCCESS);
        assertThat(server.get(path + "/explain").json().path("text").asString())
                .contains("the-operator held the execution")
                .contains("freeze");
        assertThat(execution.run("ship").status().isTerminal()).isFalse();
        server.post(path + "/release");
        assertThat(execution.await(PATIENCE).status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(server.post(path + "/hold").status()).isEqualTo(409);
    }

    @Test
    void a_cancellation_says_how_much_it_ended() throws Exception {
        Execution execution = asking();
        Answer answer = server.post(EXECUTIONS + "/" + execution.id() + "/cancel");
        JsonNode done = fitting("executions.cancel", answer).json();
        assertThat(done.path("signalled").asInt()).isEqualTo(1);
        assertThat(done.path("never_started").asInt()).isEqualTo(1);
        assertThat(execution.await(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    void a_retry_runs_again_what_failed_and_keeps_what_succeeded() throws Exception {
        Execution execution = trigger("etl").await(PATIENCE);
        String path = EXECUTIONS + "/" + execution.id();
        assertThat(server.post(path + "/retry").status()).isEqualTo(200);
        execution.await(PATIENCE);
        assertThat(execution.run("load").attempt()).isEqualTo(2);
        assertThat(execution.run("extract").attempt()).isEqualTo(1);
    }

    @Test
    void whoever_waits_is_answered_when_it_has_ended() {
        Execution execution = trigger("etl");
        Answer ended = fitting("executions.show", server.get(EXECUTIONS + "/" + execution.id() + "?wait=60s"));
        assertThat(ended.json().path("status").asString()).isEqualTo("failure");
        Execution asking = asking();
        Answer still = server.get(EXECUTIONS + "/" + asking.id() + "?wait=50ms");
        assertThat(still.json().path("status").asString()).isEqualTo("running");
        assertThat(server.get(EXECUTIONS + "/" + asking.id() + "?wait=soon").status())
                .isEqualTo(400);
    }

    @Test
    void executions_are_found_by_the_beginning_of_an_id() throws Exception {
        String etl = trigger("etl").await(PATIENCE).id().toString();
        String release = trigger("release").id().toString();
        for (int length : new int[] {18, 23, 36}) {
            assertThat(names("?id=" + etl.substring(0, length))).containsExactly("etl");
            assertThat(names("?order=oldest&id=" + release.substring(0, length)))
                    .containsExactly("release");
        }
        assertThat(names("?id=" + etl.substring(0, 2))).containsExactly("release", "etl");
        assertThat(names("?order=oldest&id=" + etl.substring(0, 2))).containsExactly("etl", "release");
        assertThat(names("?id=ffffffff")).isEmpty();
        assertThat(names("?id=00000000")).isEmpty();
        assertThat(server.get(EXECUTIONS + "?id=etl").status()).isEqualTo(400);
        JsonNode page =
                server.get(EXECUTIONS + "?limit=1&id=" + etl.substring(0, 2)).json();
        assertThat(names("?limit=1&id=" + etl.substring(0, 2) + "&cursor="
                        + page.path("next").asString()))
                .containsExactly("etl");
    }

    @Test
    void executions_are_listed_from_either_end() throws Exception {
        trigger("etl").await(PATIENCE);
        trigger("release");
        assertThat(names("?order=oldest")).containsExactly("etl", "release");
        assertThat(names("?order=newest")).containsExactly("release", "etl");
        JsonNode first = server.get(EXECUTIONS + "?order=oldest&limit=1").json();
        assertThat(names("?order=oldest&limit=1&cursor=" + first.path("next").asString()))
                .containsExactly("release");
    }

    @Test
    void who_did_what_and_why_is_audited() throws Exception {
        Execution execution = trigger("etl").await(PATIENCE);
        server.post(EXECUTIONS + "/" + execution.id() + "/retry", "{\"reason\": \"disk was full\"}");
        execution.await(PATIENCE);
        assertThat(server.lastAudited()).contains("executions.retry", "the-operator", "disk was full");
    }

    @Test
    void an_execution_that_is_not_there_is_not_found() {
        Answer answer = server.get(EXECUTIONS + "/0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("detail").asString()).contains("retention");
    }
}

package dev.baton.server.api.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.server.api.definitions.ApiFixture.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class WorkflowsApiTest {

    private static final String ETL = """
            {
              "id": "etl",
              "schedule": "0 2 * * *",
              "steps": [
                {"id": "extract", "command": "true"},
                {"id": "load", "command": "true", "after": ["extract"]},
                {"id": "alert", "command": "true", "after": ["extract:failure", "load:failure"], "join": "any"},
                {"id": "cleanup", "command": "true", "final": true}
              ]
            }""";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private ApiFixture api;

    @BeforeEach
    void start() {
        api = new ApiFixture(directory);
        assertThat(api.post("/workflows", ETL).status()).isEqualTo(201);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void a_workflow_is_listed_with_its_steps_counted() {
        JsonNode listed = api.get("/workflows").body().path("items").get(0);

        assertThat(listed.path("name").asString()).isEqualTo("etl");
        assertThat(listed.path("steps").asInt()).isEqualTo(4);
        assertThat(api.get("/jobs").body().path("items")).isEmpty();
    }

    @Test
    void a_grid_shows_the_newest_executions_by_step() throws Exception {
        assertThat(api.get("/workflows/etl/grid").body().path("executions")).isEmpty();
        String steps = "[{\"id\": \"extract\", \"command\": \"true\"},"
                + " {\"id\": \"load\", \"command\": \"[ $BATON_ATTEMPT = 2 ]\", \"after\": [\"extract\"],"
                + " \"retry\": {\"attempts\": 2}},"
                + " {\"id\": \"ok\", \"kind\": \"approval\", \"message\": \"go on?\", \"after\": [\"load\"]}]";
        assertThat(api.put("/workflows/etl", "{\"steps\": " + steps + "}").status())
                .isEqualTo(200);
        Execution first = api.baton.trigger("etl");
        await().atMost(PATIENCE).until(() -> first.run("ok").status() == RunStatus.RUNNING);
        first.approve("ok", "");
        first.await(PATIENCE);
        Execution second = api.baton.trigger("etl");
        await().atMost(PATIENCE).until(() -> second.run("ok").status() == RunStatus.RUNNING);
        await().atMost(PATIENCE)
                .until(() -> api.get("/workflows/etl/grid")
                        .body()
                        .at("/executions/1/status")
                        .asString()
                        .equals("success"));

        JsonNode grid = api.get("/workflows/etl/grid").body();
        assertThat(grid.path("steps").toString()).isEqualTo("[\"extract\",\"load\",\"ok\"]");
        assertThat(grid.at("/executions/0/id").asString()).isEqualTo(second.id().toString());
        assertThat(grid.at("/executions/0/status").asString()).isEqualTo("running");
        assertThat(grid.at("/executions/0/steps/2/status").asString()).isEqualTo("running");
        assertThat(grid.at("/executions/0/steps/2").has("duration")).isFalse();
        JsonNode ended = grid.at("/executions/1");
        assertThat(ended.path("id").asString()).isEqualTo(first.id().toString());
        assertThat(ended.path("trigger").asString()).isEqualTo("manual");
        assertThat(ended.has("scheduled_time") && ended.has("started") && ended.has("finished"))
                .isTrue();
        assertThat(ended.path("steps")).hasSize(3);
        assertThat(ended.at("/steps/1/step").asString()).isEqualTo("load");
        assertThat(ended.at("/steps/1/status").asString()).isEqualTo("success");
        assertThat(ended.at("/steps/1/attempt").asInt()).isEqualTo(2);
        assertThat(ended.at("/steps/1").has("duration")).isTrue();

        assertThat(api.get("/workflows/etl/grid?limit=1").body().path("executions"))
                .hasSize(1);
        assertThat(api.get("/workflows/etl/grid?limit=101").status()).isEqualTo(400);
        assertThat(api.get("/workflows/none/grid").status()).isEqualTo(404);
        second.cancel();
    }

    @Test
    void a_cycle_of_steps_is_refused_with_its_path() {
        Answer answer = api.put("/workflows/etl", """
                {"steps": [{"id": "a", "command": "true", "after": ["b"]}, {"id": "b", "command": "true", "after": ["a"]}]}""");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("→");
    }

    @Test
    void a_job_cannot_take_the_name_of_a_workflow() {
        Answer answer = api.put("/jobs/etl", "{\"command\": \"true\"}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.detail()).contains("is a workflow");
    }

    @Test
    void a_workflow_is_triggered_and_runs() {
        UUID id = UUID.fromString(
                api.post("/workflows/etl/trigger", "{}").body().path("id").asString());

        await().atMost(Duration.ofSeconds(60))
                .until(() -> api.baton.execution(id).status() == ExecutionStatus.SUCCESS);
    }

    @Test
    void its_graph_has_positions_and_the_lines_of_the_final_step() {
        JsonNode graph = api.get("/workflows/etl/graph").body();

        assertThat(graph.path("nodes")).hasSize(4);
        assertThat(graph.path("edges").valueStream().map(WorkflowsApiTest::edge))
                .containsExactlyInAnyOrder(
                        "extract load",
                        "extract alert",
                        "load alert",
                        "extract cleanup implied",
                        "load cleanup implied",
                        "alert cleanup");
        assertThat(graph.path("edges").valueStream())
                .allSatisfy(edge -> assertThat(edge.path("route").size() >= 2)
                        .isNotEqualTo(edge.path("implied").asBoolean()));
        JsonNode alert = graph.path("nodes").get(2);
        assertThat(alert.path("step").asString()).isEqualTo("alert");
        assertThat(alert.path("job").asString()).isEqualTo("etl/alert");
        assertThat(alert.path("join").asString()).isEqualTo("any");
        JsonNode last = graph.path("nodes").get(3);
        assertThat(last.path("last").asBoolean()).isTrue();
        assertThat(graph.path("nodes").valueStream().limit(3))
                .as("the final step stands at the end")
                .allSatisfy(node -> assertThat(node.at("/position/x").asDouble())
                        .isLessThan(last.at("/position/x").asDouble()));
    }

    private static String edge(JsonNode edge) {
        return edge.path("parent").asString() + " " + edge.path("child").asString()
                + (edge.path("implied").asBoolean() ? " implied" : "");
    }

    @Test
    void a_step_is_paused_with_a_reason_and_skipped_until_it_is_resumed() {
        assertThat(api.post("/workflows/etl/steps/load/pause", "{\"reason\": \"the warehouse is down\"}")
                        .status())
                .isEqualTo(204);
        JsonNode paused = api.get("/workflows/etl/steps").body().path("steps").get(1);
        assertThat(paused.path("paused").asBoolean()).isTrue();
        assertThat(paused.path("reason").asString()).isEqualTo("the warehouse is down");
        assertThat(paused.path("paused_by").asString()).isNotEmpty();
        UUID id = UUID.fromString(
                api.post("/workflows/etl/trigger", "{}").body().path("id").asString());
        await().atMost(Duration.ofSeconds(60))
                .until(() -> api.baton.execution(id).status().isTerminal());
        assertThat(api.baton.execution(id).run("load").reason()).isEqualTo("paused");

        assertThat(api.post("/workflows/etl/steps/load/resume", "{}").status()).isEqualTo(204);
        assertThat(api.get("/workflows/etl/steps").body().at("/steps/1/paused").asBoolean())
                .isFalse();
        assertThat(api.post("/workflows/etl/steps/nobody/pause", "{}").status()).isEqualTo(404);
    }

    @Test
    void a_dry_run_of_a_backfill_lists_the_fires_and_starts_nothing() {
        Answer answer = api.post("/workflows/etl/backfill", """
                {"from": "2026-01-01T00:00:00Z", "to": "2026-01-04T00:00:00Z", "dry_run": true}""");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()
                        .path("fires")
                        .valueStream()
                        .map(fire -> fire.path("scheduled_time").asString()))
                .containsExactly("2026-01-01T02:00:00Z", "2026-01-02T02:00:00Z", "2026-01-03T02:00:00Z");
        assertThat(api.baton.activeExecutions()).isEmpty();
        assertThat(api.baton.pastExecutions("etl")).isEmpty();
    }

    @Test
    void a_backfill_runs_an_execution_for_each_fire_and_repeating_it_starts_nothing_twice() {
        String request = """
                {"from": "2026-01-01T00:00:00Z", "to": "2026-01-04T00:00:00Z", "concurrency": 2, "id": "january"}""";

        JsonNode first = api.post("/workflows/etl/backfill", request).body();
        JsonNode again = api.post("/workflows/etl/backfill", request).body();

        assertThat(again).isEqualTo(first);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> api.baton.pastExecutions("etl").size() == 3);
        assertThat(api.baton.pastExecutions("etl")).allSatisfy(execution -> {
            assertThat(execution.trigger()).isEqualTo(Trigger.BACKFILL);
            assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        });
    }

    @Test
    void a_backfill_of_too_many_fires_is_refused() {
        Answer answer = api.post("/workflows/etl/backfill", """
                {"from": "1900-01-01T00:00:00Z", "to": "2026-01-04T00:00:00Z"}""");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("more than 10000 fires").contains("shorter range");
    }

    @Test
    void parameters_that_are_too_large_for_one_execution_are_too_large_for_many() {
        Answer answer = api.post(
                "/workflows/etl/backfill",
                "{\"from\": \"2026-01-01T00:00:00Z\", \"to\": \"2026-01-04T00:00:00Z\", \"parameters\": {\"a\": \""
                        + "x".repeat(300_000) + "\"}}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("/parameters", "262,144");
    }

    @Test
    void a_paused_workflow_is_not_backfilled() {
        api.post("/workflows/etl/pause", "{}");

        Answer answer = api.post("/workflows/etl/backfill", """
                {"from": "2026-01-01T00:00:00Z", "to": "2026-01-04T00:00:00Z"}""");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.detail()).contains("Resume it first");
    }

    @Test
    void what_is_defined_can_be_simulated() {
        JsonNode simulation = api.post("/simulate", """
                {
                  "from": "2026-11-16T00:00:00Z",
                  "to": "2026-11-18T00:00:00Z",
                  "assume": [{"job": "extract", "outcome": "failure", "duration": "10m", "on": {"weekdays": ["monday"]}}]
                }""").body();

        assertThat(simulation
                        .path("executions")
                        .valueStream()
                        .map(execution -> execution.path("status").asString()))
                .containsExactly("failure", "success");
        assertThat(api.baton.pastExecutions("etl")).isEmpty();
    }

    @Test
    void a_file_can_be_simulated_and_checked_without_loading_it() {
        String file = "[[jobs]]\\nid = \\\"report\\\"\\nschedule = \\\"0 6 * * *\\\"\\ncommand = \\\"true\\\"\\n";

        JsonNode simulation = api.post("/simulate", """
                {"toml": "%s", "from": "2026-11-16T00:00:00Z", "to": "2026-11-18T00:00:00Z"}""".formatted(file)).body();
        JsonNode checked = api.post("/validate", """
                {"toml": "%s"}""".formatted(file)).body();

        assertThat(simulation.path("executions")).hasSize(2);
        assertThat(checked.path("ok").asBoolean()).isTrue();
        assertThat(api.get("/jobs/report").status()).isEqualTo(404);
    }

    @Test
    void a_file_with_mistakes_is_told_all_of_them_with_their_lines() {
        JsonNode checked = api.post("/validate", "{\"toml\": \"[[jobs]]\\nid = 1\\nshedule = \\\"x\\\"\\n\"}")
                .body();

        assertThat(checked.path("ok").asBoolean()).isFalse();
        assertThat(checked.path("problems")
                        .valueStream()
                        .map(problem -> problem.path("place").asString()))
                .contains("toml:2", "toml:3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/toml", "text/plain; charset=utf-8"})
    void a_file_can_be_the_body_itself(String contentType) {
        JsonNode right = api.postText("/validate", contentType, "[[jobs]]\nid = \"new\"\ncommand = \"true\"\n")
                .body();
        JsonNode wrong = api.postText("/validate", contentType, """
                [[workflows]]
                id = "etl"
                [[workflows.steps]]
                id = "load"
                command = "true"
                when = "parms.size > 1"
                """).body();

        assertThat(right.path("ok").asBoolean()).isTrue();
        assertThat(wrong.at("/problems/0/place").asString()).isEqualTo("toml:6");
        assertThat(wrong.at("/problems/0/message").asString()).contains("undeclared reference to 'parms'");
        assertThat(wrong.at("/problems/0/hint").asString()).isEqualTo("Did you mean \"params\"?");
        assertThat(api.postText("/jobs", contentType, "id = \"new\"").status()).isEqualTo(415);
        assertThat(api.get("/jobs/new").status()).isEqualTo(404);
    }

    @Test
    void a_condition_of_a_step_in_json_is_checked_as_well() {
        JsonNode checked = api.post("/validate", """
                {"workflow": {"id": "w", "steps": [{"id": "a", "command": "true", "when": "attempt =="}]}}""").body();

        assertThat(checked.at("/problems/0/place").asString()).isEqualTo("/steps/0/when");
        assertThat(checked.at("/problems/0/message").asString()).contains("\"when\" cannot be understood");
    }

    @Test
    void the_schema_of_the_configuration_is_given() {
        assertThat(api.get("/schema").body().path("properties").has("jobs")).isTrue();
    }

    @Test
    void a_simulation_that_is_too_large_is_refused() {
        Answer answer = api.post("/simulate", """
                {"from": "2026-11-16T00:00:00Z", "to": "2046-11-18T00:00:00Z"}""");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("366 days");
    }

    @Test
    void a_definition_is_checked_without_being_defined() {
        JsonNode good = api.post("/validate", "{\"job\": {\"id\": \"new\", \"command\": \"true\"}}")
                .body();
        JsonNode bad = api.post("/validate", "{\"job\": {\"id\": \"new\", \"schedule\": \"61 * * * *\"}}")
                .body();

        assertThat(good.path("ok").asBoolean()).isTrue();
        assertThat(bad.path("ok").asBoolean()).isFalse();
        assertThat(bad.path("problems")).hasSizeGreaterThanOrEqualTo(2);
        assertThat(api.get("/jobs/new").status()).isEqualTo(404);
    }

    @Test
    void a_schedule_is_explained() {
        JsonNode cron = api.get("/cron?expr=30%2014%20*%20*%20MON-FRI&zone=Europe/Berlin&count=3")
                .body();

        assertThat(cron.path("words").asString()).contains("14:30").contains("Monday");
        assertThat(cron.path("zone").asString()).isEqualTo("Europe/Berlin");
        assertThat(cron.path("next")).hasSize(3);
    }

    @Test
    void a_bad_schedule_is_explained_too() {
        Answer answer = api.get("/cron?expr=61%20*%20*%20*%20*");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("minute");
    }
}

package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Workflows of a server that use its jobs: as steps and at their end; the final step; and workflows that run once. */
class ReuseTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String FILE = """
            [[jobs]]
            id = "clean"
            command = 'echo "table=$BATON_PARAM_TABLE" > "$BATON_OUTPUT"'
            env = { MODE = "fast" }

            [[jobs]]
            id = "page"
            command = 'echo "told=$BATON_PARAM_WHO $BATON_PARAM_EXECUTION_NAME $BATON_PARAM_EXECUTION_STATUS" > "$BATON_OUTPUT"'

            [[workflows]]
            id = "etl"
            start_on_failure = { job = "page", inputs = { who = "ops" } }
            [[workflows.steps]]
            id = "extract"
            command = "exit 3"
            [[workflows.steps]]
            id = "clean-orders"
            job = "clean"
            inputs = { table = "orders" }
            [[workflows.steps]]
            id = "load"
            command = "true"
            after = ["extract", "clean-orders"]
            [[workflows.steps]]
            id = "alert"
            command = "true"
            after = ["*:failure"]
            [[workflows.steps]]
            id = "report"
            final = true
            when = 'status == "failure" && statuses["load"] == "skipped" && reasons["load"] == "extract failed" && outputs["clean-orders"].table == "orders"'
            command = '''
            echo "execution=$BATON_EXECUTION_STATUS" > "$BATON_OUTPUT"
            echo "extract=$BATON_STATUS_EXTRACT" >> "$BATON_OUTPUT"
            echo "why=$BATON_REASON_LOAD" >> "$BATON_OUTPUT"
            echo "table=$BATON_OUTPUT_CLEAN_ORDERS_TABLE" >> "$BATON_OUTPUT"
            '''
            """;

    @TempDir
    Path folder;

    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.start(folder, FILE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode ended(String execution) {
        return await().atMost(PATIENCE)
                .until(
                        () -> server.get("/executions/" + execution + "?wait=5s"),
                        shown -> shown.hasNonNull("finished"));
    }

    private JsonNode run(String execution, String step) throws Exception {
        for (JsonNode node : server.get("/executions/" + execution + "/graph").path("nodes")) {
            if (node.path("step").asString().equals(step)) {
                return server.get("/runs/" + node.path("run_id").asString());
            }
        }
        throw new AssertionError("no step " + step);
    }

    @Test
    void the_final_step_of_a_file_sees_everything_and_the_end_starts_a_job() throws Exception {
        String execution = server.json("POST", "/workflows/etl/trigger", "{}", 201)
                .path("id")
                .asString();
        assertThat(ended(execution).path("status").asString()).isEqualTo("failure");
        JsonNode report = run(execution, "report");
        assertThat(report.path("status").asString()).as(report.toString()).isEqualTo("success");
        assertThat(report.path("output").toString())
                .isEqualTo("{\"execution\":\"failure\",\"extract\":\"failure\",\"why\":\"extract failed\","
                        + "\"table\":\"orders\"}");
        assertThat(run(execution, "clean-orders").at("/output/table").asString())
                .isEqualTo("orders");
        assertThat(run(execution, "clean-orders").path("setup").toString()).contains("MODE");
        assertThat(run(execution, "alert").path("status").asString()).isEqualTo("success");
        assertThat(server.get("/executions?name=clean").path("items")).isEmpty();

        String told = await().atMost(PATIENCE)
                .until(
                        () -> server.get("/executions?name=page")
                                .at("/items/0/id")
                                .asString(""),
                        id -> !id.isEmpty());
        assertThat(ended(told).path("trigger").asString()).isEqualTo("dependency");
        assertThat(run(told, "page").at("/output/told").asString()).isEqualTo("ops etl failure");
    }

    @Test
    void a_retry_does_not_move_when_an_execution_began() throws Exception {
        String execution = server.json("POST", "/workflows/etl/trigger", "{}", 201)
                .path("id")
                .asString();
        JsonNode first = ended(execution);
        server.json("POST", "/executions/" + execution + "/retry", "{}", 200);
        JsonNode second = await().atMost(PATIENCE)
                .until(
                        () -> server.get("/executions/" + execution),
                        shown -> shown.hasNonNull("finished")
                                && !shown.path("finished").equals(first.path("finished")));
        assertThat(second.path("started")).isEqualTo(first.path("started"));
    }

    private static final String ONCE = """
            {"workflow": {"steps": [
              {"id": "ask", "kind": "approval", "message": "go on?"},
              {"id": "go", "command": "echo \\"day=$BATON_PARAM_DAY\\" > \\"$BATON_OUTPUT\\"", "after": ["ask"]}]},
             "parameters": {"day": "monday"}, "key": "once"}""";

    @Test
    void a_workflow_is_defined_and_started_in_one_call_and_goes_on_after_a_restart() throws Exception {
        JsonNode started = server.json("POST", "/executions", ONCE, 201);
        String execution = started.path("execution_id").asString();
        assertThat(server.json("POST", "/executions", ONCE, 200)
                        .path("execution_id")
                        .asString())
                .isEqualTo(execution);
        assertThat(server.get("/workflows").path("items"))
                .extracting(item -> item.path("name").asString())
                .containsExactly("etl");
        String name = started.path("job").asString();
        assertThat(server.get("/workflows/" + name).toString()).contains("go on?");

        server.close();
        start();
        JsonNode ask = await().atMost(PATIENCE)
                .until(
                        () -> run(execution, "ask"),
                        run -> run.path("status").asString().equals("running"));
        assertThat(server.get("/approvals").toString()).contains("go on?", execution);
        server.json("POST", "/runs/" + ask.path("id").asString() + "/approve", "{\"approved\": true}", 200);
        assertThat(ended(execution).path("status").asString()).isEqualTo("success");
        assertThat(run(execution, "go").at("/output/day").asString()).isEqualTo("monday");
    }

    @Test
    void a_definition_that_cannot_be_read_after_a_restart_fails_its_runs_and_says_why() throws Exception {
        String execution = server.json("POST", "/executions", """
                {"workflow": {"steps": [
                  {"id": "ask", "kind": "approval", "message": "go on?"},
                  {"id": "go", "job": "clean", "inputs": {"table": "a"}, "after": ["ask"]}]}}""", 201)
                .path("execution_id")
                .asString();
        server.close();
        server = TestServer.start(folder, "[[jobs]]\nid = \"other\"\ncommand = \"true\"\n");

        assertThat(ended(execution).path("status").asString()).isEqualTo("failure");
        assertThat(run(execution, "ask").toString()).contains("cannot be read here", "clean");
    }

    @Test
    void what_cannot_be_started_once_is_refused_with_its_place() throws Exception {
        JsonNode refused = server.json(
                "POST",
                "/executions",
                "{\"workflow\": {\"schedule\": \"@daily\", \"steps\": [{\"id\": \"a\", \"command\": \"true\","
                        + " \"after\": [\"b\"]}]}}",
                400);
        assertThat(refused.path("errors").toString())
                .contains("/workflow/schedule", "/workflow/steps/0/after", "\\\"b\\\"");
        assertThat(server.send("POST", "/executions", "{\"workflow\": \"etl\"}").statusCode())
                .isEqualTo(400);
    }
}

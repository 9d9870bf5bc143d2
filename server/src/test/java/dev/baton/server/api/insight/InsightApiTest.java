package dev.baton.server.api.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestServer;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the requests of the dashboard against a whole server. */
class InsightApiTest {

    private static final String DEFINITIONS = """
            [[jobs]]
            id = "bad"
            title = "Never works"
            command = "echo nope >&2; exit 7"
            [[workflows]]
            id = "release"
            [[workflows.steps]]
            id = "build"
            command = "true"
            [[workflows.steps]]
            id = "ask"
            kind = "approval"
            message = "Ship it?"
            after = ["build"]
            [[workflows.steps]]
            id = "ship"
            command = "true"
            after = ["ask"]
            [[workflows.steps]]
            id = "cleanup"
            command = "true"
            final = true
            """;

    @TempDir
    Path folder;

    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.start(folder, DEFINITIONS);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode get(String path) {
        return server.get(path);
    }

    private String trigger(String path) {
        return server.post(path + "/trigger", "{}").path("id").stringValue();
    }

    private JsonNode ended(String execution) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> get("/executions/" + execution).has("finished"));
        return get("/executions/" + execution);
    }

    private JsonNode waiting() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !get("/approvals").path("items").isEmpty());
        return get("/approvals").path("items").get(0);
    }

    @Test
    void a_definition_says_in_which_file_and_line_it_stands() {
        List<String> lines = DEFINITIONS.lines().toList();
        int line = lines.lastIndexOf("[[workflows]]") + 1;

        assertThat(get("/workflows/release").path("place").stringValue()).isEqualTo("baton.toml:" + line);
        assertThat(server.post("/jobs", "{\"id\": \"made\", \"command\": \"true\"}")
                        .has("place"))
                .isFalse();
        assertThat(get("/jobs/made").has("place")).isFalse();
    }

    @Test
    void a_search_for_what_everything_has_gives_the_best_twenty() {
        String steps = IntStream.range(0, 300)
                .mapToObj(i -> "{\"id\": \"step-" + i + "\", \"command\": \"true\"}")
                .collect(Collectors.joining(", "));
        server.post("/workflows", "{\"id\": \"broad\", \"steps\": [" + steps + "]}");

        assertThat(get("/search?q=step-").path("items")).hasSize(20);
        assertThat(get("/definitions?limit=1000").path("items")).hasSize(3);
        assertThat(get("/overview").path("hours").intValue()).isEqualTo(24);
    }

    @Test
    void many_are_paused_at_once_with_a_reason_that_is_shown() {
        server.post(
                "/bulk", "{\"action\": \"pause\", \"names\": [\"bad\", \"release\"], \"reason\": \"stock-taking\"}");

        assertThat(get("/workflows/release").at("/pause/reason").stringValue()).isEqualTo("stock-taking");
        server.post("/bulk", "{\"action\": \"resume\", \"names\": [\"bad\", \"release\"]}");
        assertThat(get("/workflows/release").has("pause")).isFalse();
    }

    @Test
    void a_failure_is_counted_and_told_with_its_reason() {
        String execution = trigger("/jobs/bad");
        ended(execution);

        await().atMost(Duration.ofSeconds(60))
                .until(() -> get("/overview").at("/ended/failure").intValue() == 1);
        assertThat(get("/overview").path("hours").intValue())
                .as("a server that is new has nothing to show of yesterday")
                .isEqualTo(1);
        JsonNode failure = get("/overview").at("/failures/0");
        assertThat(failure.path("execution_id").stringValue()).isEqualTo(execution);
        assertThat(failure.path("reason").stringValue()).isEqualTo("the command ended with exit code 7: nope");

        assertThat(get("/search?q=exit+code+7").at("/items/0/type").stringValue())
                .isEqualTo("run");
        assertThat(get("/search?q=never").at("/items/0/id").stringValue()).isEqualTo("bad");
        assertThat(get("/search?q=" + execution).at("/items/0/type").stringValue())
                .isEqualTo("execution");
    }

    @Test
    void what_waits_for_a_person_is_listed_until_somebody_answers() {
        String execution = trigger("/workflows/release");
        JsonNode approval = waiting();
        assertThat(approval.path("message").stringValue()).isEqualTo("Ship it?");
        assertThat(approval.path("execution_id").stringValue()).isEqualTo(execution);
        assertThat(get("/definitions?name=release").at("/items/0/asks").intValue())
                .isEqualTo(1);

        server.post("/runs/" + approval.path("run_id").stringValue() + "/approve", "{\"approved\":true}");

        assertThat(ended(execution).path("status").stringValue()).isEqualTo("success");
        assertThat(get("/approvals").path("items")).isEmpty();
    }

    @Test
    void a_timeline_and_a_graph_show_the_final_step_after_the_others() {
        String execution = trigger("/workflows/release");
        waiting();

        JsonNode timeline = get("/executions/" + execution + "/timeline");
        assertThat(timeline.at("/rows/1/asks").stringValue()).isEqualTo("Ship it?");
        assertThat(timeline.at("/rows/0/attempts")).hasSize(1);
        JsonNode edges = get("/executions/" + execution + "/graph").path("edges");
        assertThat(edges.valueStream()
                        .filter(edge -> edge.path("child").stringValue().equals("cleanup"))
                        .map(edge -> edge.path("parent").stringValue()))
                .containsExactlyInAnyOrder("build", "ask", "ship");
        assertThat(edges.valueStream()
                        .filter(edge -> edge.path("child").stringValue().equals("cleanup")
                                && !edge.path("implied").booleanValue()))
                .singleElement()
                .satisfies(edge -> {
                    assertThat(edge.path("parent").stringValue()).isEqualTo("ship");
                    assertThat(edge.path("route").size()).isGreaterThan(1);
                });
    }

    @Test
    void the_same_is_done_to_many_and_what_cannot_be_done_is_told() {
        String execution = trigger("/workflows/release");
        waiting();
        String nobody = "0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11";

        JsonNode done = server.post(
                "/bulk", "{\"action\":\"cancel\",\"executions\":[\"" + execution + "\",\"" + nobody + "\"]}");

        assertThat(done.path("done").intValue()).isEqualTo(1);
        assertThat(done.at("/refused/0/subject").stringValue()).isEqualTo(nobody);
        assertThat(ended(execution).path("status").stringValue()).isEqualTo("cancelled");
    }

    @Test
    void a_pause_keeps_its_reason() {
        server.post("/workflows/release/pause", "{\"reason\":\"freeze\"}");

        JsonNode summary = get("/definitions?paused=true").at("/items/0");
        assertThat(summary.at("/definition/name").stringValue()).isEqualTo("release");
        assertThat(summary.at("/pause/reason").stringValue()).isEqualTo("freeze");
        assertThat(summary.at("/pause/by").stringValue()).isEqualTo("admin");
    }

    @Test
    void a_text_is_previewed_with_its_mistakes_or_its_graph() {
        JsonNode wrong = server.post("/preview", "{\"toml\":\"[[jobs]]\\nid = 'x'\\ncomand = 'true'\"}");
        assertThat(wrong.path("problems").findValuesAsString("place")).contains("toml:1", "toml:3");

        String toml = Json.mapper()
                .writeValueAsString(
                        DEFINITIONS.replace("\"release\"", "\"other\"").replace("\"bad\"", "\"worse\""));
        JsonNode right = server.post("/preview", "{\"toml\":" + toml + "}");
        assertThat(right.path("problems")).isEmpty();
        assertThat(right.at("/definitions/0/graph/nodes")).hasSize(4);
    }

    @Test
    void a_workflow_without_a_schedule_is_simulated_from_its_start() {
        JsonNode simulated = server.post("/simulate", """
                {"from": "2026-11-16T12:00:00Z", "to": "2026-11-16T12:00:01Z", "only": ["release"], "start": ["release"],
                 "assume": [{"job": "release/build", "outcome": "failure"}]}""");

        assertThat(simulated.at("/executions/0/status").stringValue()).isEqualTo("failure");
        assertThat(simulated.at("/executions/0/started").stringValue()).isEqualTo("2026-11-16T12:00:00Z");
    }
}

package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.Json;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.wire.HttpDispatch;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the event stream of a server. */
class EventsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ONE = "[[jobs]]\nid = \"one\"\ncommand = \"true\"\n";
    private static final Dispatch.Introduction SOMEBODY =
            new Dispatch.Introduction("somebody", Set.of(), Set.of("far"), Set.of("shell"), Set.of(), 4, "1");

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<JsonNode> seen = new CopyOnWriteArrayList<>();
    private Path file;
    private BatonServer server;
    private String token;
    private Stream<String> lines;

    @BeforeEach
    void start() throws Exception {
        file = Files.writeString(folder.resolve("baton.toml"), ONE);
        Map<String, String> environment = Map.of(
                "BATON_SERVER_PORT",
                "0",
                "BATON_SERVER_DATA_DIR",
                folder.resolve("data").toString());
        server = BatonServer.start(new BatonServer.Source() {
            @Override
            public Configuration read() {
                return new ConfigLoader(environment, Set.of()).load(file).orThrow();
            }

            @Override
            public Optional<Path> file() {
                return Optional.empty();
            }
        });
        token = Files.readString(folder.resolve("data/admin.token")).trim();
        follow();
    }

    private void follow() throws Exception {
        lines = client.send(request("/api/v1/events").build(), BodyHandlers.ofLines())
                .body();
        Thread reader = new Thread(() -> lines.filter(line -> line.startsWith("data:"))
                .map(line -> Json.mapper().readTree(line.substring("data:".length())))
                .forEach(seen::add));
        reader.setDaemon(true);
        reader.start();
    }

    @AfterEach
    void stop() {
        server.close();
        lines.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.address().resolve(path)).header("Authorization", "Bearer " + token);
    }

    private JsonNode call(String method, String path, String json, int status) throws Exception {
        HttpResponse<String> answer = client.send(
                request("/api/v1" + path)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return Json.mapper().readTree(answer.body().isEmpty() ? "{}" : answer.body());
    }

    private List<String> told(String field, String value) {
        return seen.stream()
                .filter(event -> event.path(field).asString("").equals(value))
                .map(event -> event.path("type").asString())
                .toList();
    }

    private void awaitTold(String field, String value, String... types) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(told(field, value)).containsExactly(types));
    }

    @Test
    void what_the_api_does_to_definitions_is_told() throws Exception {
        call("POST", "/jobs", "{\"id\": \"two\", \"command\": \"true\"}", 201);
        call("PATCH", "/jobs/two", "{\"command\": \"false\"}", 200);
        call("POST", "/jobs/two/pause", "", 204);
        call("POST", "/jobs/two/resume", "", 204);
        call("DELETE", "/jobs/two", "", 204);
        awaitTold("name", "two", "job.created", "job.changed", "job.paused", "job.resumed", "job.removed");

        String steps = "\"steps\": [{\"id\": \"a\", \"command\": \"true\"}]";
        call("POST", "/workflows", "{\"id\": \"flow\", " + steps + "}", 201);
        call("PUT", "/workflows/flow", "{\"paused\": true, " + steps + "}", 200);
        awaitTold("name", "flow", "workflow.created", "workflow.changed", "workflow.paused");
    }

    @Test
    void what_a_reload_changes_is_told_and_nothing_else() throws Exception {
        Files.writeString(file, ONE + ONE.replace("one", "two") + ONE.replace("one", "same"));
        call("POST", "/reload", "", 204);
        Files.writeString(file, ONE.replace("true", "false") + ONE.replace("one", "same"));
        call("POST", "/reload", "", 204);
        awaitTold("name", "two", "job.created", "job.removed");
        awaitTold("name", "one", "job.changed");
        awaitTold("name", "same", "job.created");
    }

    @Test
    void workers_and_the_last_progress_of_a_run_before_its_end_are_told() throws Exception {
        call("POST", "/jobs", "{\"id\": \"far\", \"command\": \"true\", \"labels\": [\"far\"]}", 201);
        String secret = call("POST", "/tokens", "{\"name\": \"w\", \"role\": \"worker\"}", 201)
                .path("secret")
                .asString();
        HttpDispatch dispatch = new HttpDispatch(server.address(), secret);
        String worker = dispatch.register(SOMEBODY).worker();
        call("POST", "/jobs/far/trigger", "", 201);
        Assignment assignment =
                dispatch.claim(worker, 1, Duration.ofSeconds(20)).get(0);
        for (double fraction : List.of(0.25, 0.5, 0.75)) {
            dispatch.heartbeat(worker, List.of(new Dispatch.Progress(assignment.lease(), fraction, "at " + fraction)));
        }
        dispatch.finish(
                worker, assignment.lease(), new Dispatch.Result(Dispatch.Outcome.SUCCESS, null, null, null, List.of()));
        call("POST", "/workers/" + worker + "/drain", "", 200);
        call("POST", "/workers/" + worker + "/drain", "", 200);
        call("POST", "/workers/" + worker + "/resume", "", 200);
        call("POST", "/workers/" + worker + "/resume", "", 200);
        dispatch.leave(worker);

        awaitTold("worker_name", "somebody", "worker.joined", "worker.draining", "worker.resumed", "worker.left");
        String run = assignment.run().id();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(told("run_id", run)).contains("run.finished"));
        List<String> types = told("run_id", run);
        assertThat(types.indexOf("run.finished")).isGreaterThan(types.lastIndexOf("run.progress"));
        List<JsonNode> progress = seen.stream()
                .filter(event -> event.path("type").asString().equals("run.progress"))
                .toList();
        // The one in the middle came too soon after the first to be told.
        assertThat(progress)
                .extracting(event -> event.path("fraction").asDouble())
                .first()
                .isEqualTo(0.25);
        assertThat(progress)
                .extracting(event -> event.path("fraction").asDouble())
                .last()
                .isEqualTo(0.75);
        assertThat(progress.get(0).path("message").asString()).isEqualTo("at 0.25");
        assertThat(progress.get(0).path("name").asString()).isEqualTo("far");
    }

    @Test
    void holds_and_what_people_are_asked_and_answer_are_told() throws Exception {
        String steps = "\"steps\": [{\"id\": \"ask\", \"kind\": \"approval\", \"message\": \"Go?\"}]";
        call("POST", "/workflows", "{\"id\": \"careful\", " + steps + "}", 201);
        String execution =
                call("POST", "/workflows/careful/trigger", "", 201).path("id").asString();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(told("detail", "Go?")).containsExactly("run.asks"));
        call("POST", "/executions/" + execution + "/hold", "", 200);
        call("POST", "/executions/" + execution + "/release", "", 200);
        call("POST", "/runs/" + execution + ".0/approve", "{\"approved\": true, \"comment\": \"yes\"}", 200);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(told("execution_id", execution))
                        .contains("execution.held", "execution.released", "run.approved", "execution.finished"));
        assertThat(told("detail", "admin: yes")).containsExactly("run.approved");
    }

    @Test
    void the_items_of_a_fan_out_are_counted() throws Exception {
        call(
                "POST",
                "/jobs",
                "{\"id\": \"each\", \"kind\": \"fanout\", \"items\": [1, 2, 3], \"command\": \"true\"}",
                201);
        String execution =
                call("POST", "/jobs/each/trigger", "", 201).path("id").asString();
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(told("run_id", execution + ".0")).endsWith("run.finished"));
        assertThat(seen)
                .filteredOn(event -> event.path("items_total").asInt() == 3)
                .isNotEmpty()
                .allSatisfy(event -> {
                    assertThat(event.path("type").asString()).isEqualTo("run.progress");
                    assertThat(event.path("run_id").asString()).isEqualTo(execution + ".0");
                    assertThat(event.path("name").asString()).isEqualTo("each");
                })
                .last()
                .satisfies(
                        event -> assertThat(event.path("items_ended").asInt()).isEqualTo(3));
    }

    @Test
    void types_that_never_happen_are_refused() throws Exception {
        assertThat(call("GET", "/events?type=job.craeted", "", 400)
                        .path("detail")
                        .asString())
                .contains("job.created", "worker.lost", "run.progress");
        assertThat(call("GET", "/events?type=", "", 400).path("detail").asString())
                .contains("execution.started");
        assertThat(call("GET", "/events?execution=x", "", 400).path("detail").asString())
                .contains("id");
    }
}

package dev.baton.server.api.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.ExecutionStatus;
import dev.baton.server.api.definitions.ApiFixture.Answer;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.http.Json;
import dev.baton.server.http.Method;
import dev.baton.server.security.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class JobsApiTest {

    @TempDir
    private Path directory;

    private ApiFixture api;

    @BeforeEach
    void start() {
        api = new ApiFixture(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private void restart() {
        api.close();
        api = new ApiFixture(directory);
    }

    private static String job(String name, String more) {
        return "{\"id\": \"" + name + "\", \"command\": \"true\"" + (more.isEmpty() ? "" : ", " + more) + "}";
    }

    private Answer define(String name, String more) {
        Answer answer = api.post("/jobs", job(name, more));
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(201);
        return answer;
    }

    private void defineInFile(String name) {
        var spec = api.definer
                .reader()
                .job(Json.mapper().readTree(job(name, "\"schedule\": \"0 2 * * *\"")))
                .orThrow();
        api.catalog.load(List.of(new JobEntry(spec, Source.FILE)), api.compiler, true);
    }

    private List<String> names(String query) {
        return api.get("/jobs" + query)
                .body()
                .path("items")
                .valueStream()
                .map(item -> item.path("name").asString())
                .toList();
    }

    @Test
    void a_pause_keeps_its_reason_and_its_person() {
        define("report", "");
        assertThat(api.post("/jobs/report/pause", "{\"reason\": \"disk is full\"}")
                        .status())
                .isEqualTo(204);
        restart();
        JsonNode pause = api.get("/jobs/report").body().path("pause");
        assertThat(pause.path("reason").asString()).isEqualTo("disk is full");
        assertThat(pause.path("by").asString()).isEqualTo("the-admin");
        assertThat(pause.has("since")).isTrue();
        api.post("/jobs/report/resume", "");
        assertThat(api.get("/jobs/report").body().has("pause")).isFalse();
        assertThat(api.post("/jobs/report/pause", "{\"reason\": \"" + "x".repeat(2_000) + "\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_known_key_answers_200_and_is_never_another_jobs() {
        define("report", "");
        define("other", "");
        Answer first = api.post("/jobs/report/trigger", "{\"key\": \"once\"}");
        Answer again = api.post("/jobs/report/trigger", "{\"key\": \"once\"}");
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body().path("id")).isEqualTo(first.body().path("id"));
        assertThat(api.post("/jobs/other/trigger", "{\"key\": \"once\"}").status())
                .isEqualTo(409);
        assertThat(api.call(Role.ADMIN, Method.POST, "/jobs/report/trigger", "{}", "Idempotency-Key", "once")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_workflow_is_triggered_as_a_job_too() {
        api.post("/workflows", "{\"id\": \"etl\", \"steps\": [{\"id\": \"a\", \"command\": \"true\"}]}");
        Answer answer = api.post("/jobs/etl/trigger", "{}");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.body().path("name").asString()).isEqualTo("etl");
        assertThat(api.post("/jobs/nobody/trigger", "{}").status()).isEqualTo(404);
    }

    @Test
    void parameters_that_are_too_large_are_refused() {
        define("report", "");
        Answer answer = api.post("/jobs/report/trigger", "{\"parameters\": {\"a\": \"" + "x".repeat(300_000) + "\"}}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("/parameters", "262,144");
    }

    @Test
    void files_of_the_server_are_refused_when_a_job_names_them() {
        Answer answer = api.post(
                "/jobs",
                "{\"id\": \"scan\", \"kind\": \"fanout\", \"inputs_from\": \"file:///etc/passwd\", \"command\": \"true\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("configuration file");
    }

    @Test
    void what_was_submitted_to_run_once_is_listed_on_demand() {
        api.post("/jobs", "{\"id\": \"adhoc-0123456789ab\", \"command\": \"true\"}");
        api.post("/jobs", "{\"id\": \"adhoc-report\", \"command\": \"true\"}");
        assertThat(api.get("/jobs").body().path("items").findValuesAsString("name"))
                .containsExactly("adhoc-report");
        assertThat(api.get("/jobs?adhoc=true").body().path("items")).hasSize(2);
    }

    @Test
    void jobs_are_listed_by_their_next_fires() {
        define("a-by-hand", "");
        define("b-by-hand", "");
        define("c-yearly", "\"schedule\": \"@yearly\"");
        define("d-minutely", "\"schedule\": \"* * * * *\"");
        List<String> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = api.get("/jobs?order=next_fire&limit=1" + cursor).body();
            found.addAll(page.path("items").findValuesAsString("name"));
            cursor = page.has("next") ? "&cursor=" + page.path("next").asString() : null;
        } while (cursor != null);
        assertThat(found).containsExactly("d-minutely", "c-yearly", "a-by-hand", "b-by-hand");
    }

    @Test
    void a_merge_patch_may_say_that_it_is_one() {
        api.post("/jobs", "{\"id\": \"report\", \"command\": \"true\"}");
        Answer answer = api.call(
                Role.ADMIN,
                Method.PATCH,
                "/jobs/report",
                "{\"title\": \"Report\"}",
                "Content-Type",
                "application/merge-patch+json");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().at("/spec/title").asString()).isEqualTo("Report");
    }

    @Test
    void a_job_is_defined_and_shown() {
        Answer defined = define("report", "\"schedule\": \"0 2 * * *\", \"tags\": [\"nightly\"]");

        assertThat(defined.response().headers().firstValue("Location")).contains("/api/v1/jobs/report");
        Answer shown = api.get("/jobs/report");
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.body()).isEqualTo(defined.body());
        JsonNode definition = shown.body().path("definition");
        assertThat(definition.path("kind").asString()).isEqualTo("shell");
        assertThat(definition.path("source").asString()).isEqualTo("api");
        assertThat(definition.path("schedule").path("words").asString()).contains("02:00");
        assertThat(shown.body().path("next_fires")).hasSize(5);
        assertThat(shown.body().path("spec").path("schedule").asString()).isEqualTo("0 2 * * *");
    }

    @Test
    void everything_that_is_wrong_is_told_with_its_place() {
        Answer answer = api.post("/jobs", job("report", "\"schedule\": \"61 * * * *\", \"shedule\": \"x\""));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().path("errors"))
                .hasSizeGreaterThanOrEqualTo(2)
                .anySatisfy(
                        error -> assertThat(error.path("message").asString()).contains("Did you mean \"schedule\"?"))
                .anySatisfy(
                        error -> assertThat(error.path("pointer").asString()).isEqualTo("/schedule"));
        assertThat(api.get("/jobs/report").status()).isEqualTo(404);
    }

    @Test
    void a_name_that_is_taken_is_refused() {
        define("report", "");

        assertThat(api.post("/jobs", job("report", "")).status()).isEqualTo(409);
    }

    @Test
    void an_unknown_job_is_not_found_with_a_hint() {
        define("report", "");

        assertThat(api.get("/jobs/reprot").detail()).contains("Did you mean \"report\"?");
    }

    @Test
    void jobs_are_filtered() {
        define("nightly-report", "\"tags\": [\"nightly\"], \"title\": \"The Report\"");
        define("sweep", "\"schedule\": \"@every 6h\", \"paused\": true");

        assertThat(names("")).containsExactly("nightly-report", "sweep");
        assertThat(names("?tag=nightly")).containsExactly("nightly-report");
        assertThat(names("?text=the%20rep")).containsExactly("nightly-report");
        assertThat(names("?paused=true")).containsExactly("sweep");
        assertThat(names("?kind=http")).isEmpty();
        assertThat(names("?source=file")).isEmpty();
    }

    @Test
    void jobs_are_paged() {
        define("a", "");
        define("b", "");
        define("c", "");

        JsonNode first = api.get("/jobs?limit=2").body();
        JsonNode second =
                api.get("/jobs?limit=2&cursor=" + first.path("next").asString()).body();

        assertThat(first.path("items")).hasSize(2);
        assertThat(second.path("items").get(0).path("name").asString()).isEqualTo("c");
        assertThat(second.has("next")).isFalse();
    }

    @Test
    void a_job_is_put_in_place_of_another_one() {
        define("report", "\"schedule\": \"0 2 * * *\"");

        Answer replaced = api.put("/jobs/report", "{\"command\": \"false\"}");

        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.body().path("version").asInt()).isEqualTo(2);
        assertThat(replaced.body().path("spec").has("schedule")).isFalse();
    }

    @Test
    void a_put_for_an_old_version_is_refused() {
        Answer defined = define("report", "");
        String version = defined.response().headers().firstValue("ETag").orElseThrow();
        api.put("/jobs/report", "{\"command\": \"false\"}");

        Answer late = api.put("/jobs/report", "{\"command\": \"true\"}", "If-Match", version);

        assertThat(late.status()).isEqualTo(412);
        assertThat(late.detail()).contains("version 2 by now");
    }

    @Test
    void a_name_cannot_be_changed() {
        assertThat(api.put("/jobs/report", job("digest", "")).detail()).contains("cannot be changed");
    }

    @Test
    void a_job_is_changed_in_part() {
        define("report", "\"schedule\": \"0 2 * * *\", \"title\": \"Report\", \"env\": {\"A\": \"1\", \"B\": \"2\"}");

        JsonNode spec = api.patch("/jobs/report", "{\"title\": null, \"env\": {\"B\": null, \"C\": \"3\"}}")
                .body()
                .path("spec");

        assertThat(spec.has("title")).isFalse();
        assertThat(spec.path("schedule").asString()).isEqualTo("0 2 * * *");
        assertThat(spec.path("env").toString()).isEqualTo("{\"A\":\"1\",\"C\":\"3\"}");
    }

    @Test
    void a_job_is_removed() {
        define("report", "");

        assertThat(api.delete("/jobs/report").status()).isEqualTo(204);

        assertThat(api.get("/jobs/report").status()).isEqualTo(404);
        assertThat(api.baton.find("report")).isEmpty();
    }

    @Test
    void what_a_file_defines_is_left_to_the_file() {
        defineInFile("report");

        assertThat(api.get("/jobs/report")
                        .body()
                        .path("definition")
                        .path("source")
                        .asString())
                .isEqualTo("file");
        assertThat(List.of(
                        api.put("/jobs/report", "{\"command\": \"false\"}"),
                        api.patch("/jobs/report", "{\"title\": \"x\"}"),
                        api.delete("/jobs/report")))
                .allSatisfy(answer -> {
                    assertThat(answer.status()).isEqualTo(409);
                    assertThat(answer.detail()).contains("configuration file").contains("reload");
                });
    }

    @Test
    void what_was_defined_is_there_after_a_restart() {
        define("report", "\"schedule\": \"0 2 * * *\"");
        define("digest", "");
        api.post("/jobs/digest/dependencies", "{\"parent\": \"report\", \"conditions\": [\"failure\", \"skipped\"]}");
        JsonNode before = api.get("/jobs/report").body();

        restart();

        assertThat(api.get("/jobs/report").body().path("spec")).isEqualTo(before.path("spec"));
        assertThat(api.get("/jobs/digest/dependencies")
                        .body()
                        .path("dependencies")
                        .toString())
                .isEqualTo("[{\"parent\":\"report\",\"child\":\"digest\",\"conditions\":[\"failure\",\"skipped\"]}]");
    }

    @Test
    void a_trigger_runs_the_job() {
        define("report", "");

        Answer started = api.post("/jobs/report/trigger", "{}");

        assertThat(started.status()).isEqualTo(201);
        assertThat(started.body().path("trigger").asString()).isEqualTo("api");
        UUID id = UUID.fromString(started.body().path("id").asString());
        await().atMost(Duration.ofSeconds(60))
                .until(() -> api.baton.execution(id).status() == ExecutionStatus.SUCCESS);
        assertThat(api.get("/jobs/report")
                        .body()
                        .path("definition")
                        .path("last_execution")
                        .path("id")
                        .asString())
                .isEqualTo(id.toString());
    }

    @Test
    void a_trigger_with_a_key_is_safe_to_repeat() {
        define("report", "");
        String request = "{\"key\": \"today\", \"parameters\": {\"day\": 15}}";

        JsonNode first = api.post("/jobs/report/trigger", request).body();
        JsonNode second = api.post("/jobs/report/trigger", request).body();

        assertThat(second.path("id")).isEqualTo(first.path("id"));
    }

    @Test
    void a_job_is_paused_and_resumed() {
        define("report", "");

        assertThat(api.post("/jobs/report/pause", "{}").status()).isEqualTo(204);
        assertThat(api.get("/jobs/report")
                        .body()
                        .path("definition")
                        .path("paused")
                        .asBoolean())
                .isTrue();
        assertThat(api.post("/jobs/report/resume", "{}").status()).isEqualTo(204);
        assertThat(api.get("/jobs/report")
                        .body()
                        .path("definition")
                        .path("paused")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void a_cycle_of_dependencies_is_refused_with_its_path() {
        define("a", "");
        define("b", "");
        api.post("/jobs/b/dependencies", "{\"parent\": \"a\"}");

        Answer cycle = api.post("/jobs/a/dependencies", "{\"parent\": \"b\"}");

        assertThat(cycle.status()).isEqualTo(400);
        assertThat(cycle.detail()).contains("→");
    }

    @Test
    void a_dependency_on_nothing_is_refused() {
        define("a", "");

        Answer answer = api.post("/jobs/a/dependencies", "{\"parent\": \"nobody\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("nobody");
    }

    @Test
    void a_dependency_is_removed_in_part_and_as_a_whole() {
        define("a", "");
        define("b", "");
        api.post("/jobs/b/dependencies", "{\"parent\": \"a\", \"conditions\": [\"success\", \"failure\"]}");

        api.delete("/jobs/b/dependencies?parent=a&condition=failure");
        assertThat(api.get("/jobs/b/dependencies").body().toString()).contains("[\"success\"]");
        api.delete("/jobs/b/dependencies?parent=a");

        restart();
        assertThat(api.get("/jobs/b/dependencies").body().path("dependencies")).isEmpty();
    }

    @Test
    void a_removed_job_takes_its_dependencies_along() {
        define("a", "");
        define("b", "");
        api.post("/jobs/b/dependencies", "{\"parent\": \"a\"}");

        api.delete("/jobs/a");
        define("a", "");

        restart();
        assertThat(api.get("/jobs/b/dependencies").body().path("dependencies")).isEmpty();
    }

    @Test
    void a_viewer_looks_and_an_operator_triggers_and_neither_defines() {
        define("report", "");

        assertThat(api.call(Role.VIEWER, Method.POST, "/jobs/report/trigger", "{}")
                        .status())
                .isEqualTo(403);
        assertThat(api.call(Role.OPERATOR, Method.POST, "/jobs/report/trigger", "{}")
                        .status())
                .isEqualTo(201);
        assertThat(api.call(Role.OPERATOR, Method.POST, "/jobs", job("other", ""))
                        .status())
                .isEqualTo(403);
    }
}

package dev.baton.server.api.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.http.Endpoint;
import dev.baton.server.security.Actor;
import dev.baton.server.security.Role;
import dev.baton.server.store.ApiDefinitions;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SubmitEndpointsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String RUNS = "/api/v1/runs";
    private static final String BATCH = RUNS + "/batch";

    @TempDir
    private Path directory;

    private ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory)
                .job("{\"id\": \"good\", \"command\": \"echo good\"}")
                .job("{\"id\": \"bad\", \"command\": \"exit 1\"}")
                .withWorker();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Execution execution(JsonNode submitted) {
        return server.services
                .baton()
                .execution(UUID.fromString(submitted.path("execution_id").asString()));
    }

    private ExecutionStatus end(JsonNode submitted) throws InterruptedException {
        return execution(submitted).await(PATIENCE).status();
    }

    private long executions() {
        return server.get("/api/v1/executions?limit=1000").json().path("items").size();
    }

    private void assertRefused(String path, String json, String pointer, String words) {
        long before = executions();
        Answer answer = server.post(Role.ADMIN, path, json);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/errors/0/pointer").asString() + answer.text())
                .contains(pointer, words);
        assertThat(executions()).isEqualTo(before);
        assertThat(server.services.kept().list()).isEmpty();
    }

    @Test
    void a_command_and_the_ids_of_runs_are_short_forms() throws Exception {
        JsonNode first =
                server.post(Role.ADMIN, RUNS, "{\"command\": \"echo one\"}").json();
        Answer second = server.post(
                Role.ADMIN,
                RUNS,
                "{\"command\": \"echo two\", \"depends_on\": [\"%s\", \"%s\"]}"
                        .formatted(
                                first.path("run_id").asString(),
                                first.path("execution_id").asString()));
        assertThat(second.status()).as(second.text()).isEqualTo(201);
        assertThat(end(second.json())).isEqualTo(ExecutionStatus.SUCCESS);
        Answer batch = server.post(Role.ADMIN, RUNS + "/batch", """
                {"runs": [{"ref": "a", "job": "good"}, {"job": "good", "depends_on": ["a"]}]}""");
        assertThat(batch.status()).as(batch.text()).isEqualTo(201);
        assertThat(server.post(Role.OPERATOR, RUNS, "{\"command\": \"echo\"}").status())
                .isEqualTo(403);
        assertRefusedNow("{\"command\": \"echo\", \"job\": \"good\"}", "one of job, spec and command");
        assertRefusedNow("{\"job\": \"good\", \"depends_on\": [\"nobody\"]}", "nobody");
    }

    private void assertRefusedNow(String json, String words) {
        Answer answer = server.post(Role.ADMIN, RUNS, json);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains(words);
    }

    @Test
    void a_known_key_is_never_that_of_another_command() {
        String one = "{\"command\": \"echo one\", \"key\": \"k\"}";
        assertThat(server.post(Role.ADMIN, RUNS, one).status()).isEqualTo(201);
        assertThat(server.post(Role.ADMIN, RUNS, one).status()).isEqualTo(200);
        assertThat(server.post(Role.ADMIN, RUNS, "{\"command\": \"echo two\", \"key\": \"k\"}")
                        .status())
                .isEqualTo(409);
    }

    @Test
    void a_run_of_a_job_is_submitted_with_parameters() throws Exception {
        Answer answer = server.post(RUNS, "{\"job\": \"good\", \"parameters\": {\"n\": 1}}");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(server.objections(endpoint("runs.create"), answer)).isEmpty();
        assertThat(end(answer.json())).isEqualTo(ExecutionStatus.SUCCESS);
        JsonNode run =
                server.get(RUNS + "/" + answer.json().path("run_id").asString()).json();
        assertThat(run.path("trigger").asString()).isEqualTo("submit");
    }

    @Test
    void a_parent_that_has_ended_is_looked_at_at_once() throws Exception {
        JsonNode failed = server.post(RUNS, "{\"job\": \"bad\"}").json();
        end(failed);
        String after = "{\"job\": \"good\", \"depends_on\": [{\"run_id\": \"%s\", \"conditions\": [\"%s\"]}]}";
        JsonNode onFailure = server.post(
                        RUNS, after.formatted(failed.path("run_id").asString(), "failure"))
                .json();
        JsonNode onSuccess = server.post(
                        RUNS, after.formatted(failed.path("run_id").asString(), "success"))
                .json();
        end(onFailure);
        end(onSuccess);
        assertThat(execution(onFailure).run("good").status()).isEqualTo(RunStatus.SUCCESS);
        assertThat(execution(onSuccess).run("good").status()).isEqualTo(RunStatus.SKIPPED);
    }

    @Test
    void a_key_makes_a_submission_safe_to_repeat() {
        JsonNode first =
                server.post(RUNS, "{\"job\": \"good\", \"key\": \"order-1\"}").json();
        JsonNode second = server.send(server.as(Role.OPERATOR, RUNS)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "order-1")
                        .POST(BodyPublishers.ofString("{\"job\": \"good\"}")))
                .json();
        assertThat(second.path("execution_id")).isEqualTo(first.path("execution_id"));
        assertThat(first.path("created").asBoolean()).isTrue();
        assertThat(second.path("created").asBoolean()).isFalse();
    }

    @Test
    void a_repeated_submission_that_makes_nothing_new_answers_so() {
        String one = "{\"job\": \"good\", \"key\": \"again\"}";
        assertThat(server.post(RUNS, one).status()).isEqualTo(201);
        Answer repeated = server.post(RUNS, one);
        assertThat(repeated.status()).isEqualTo(200);
        assertThat(server.objections(endpoint("runs.create"), repeated)).isEmpty();

        String known = "{\"runs\": [" + one + "]}";
        String grown = "{\"runs\": [" + one + ", {\"job\": \"good\", \"key\": \"more\"}]}";
        Answer batch = server.post(BATCH, known);
        assertThat(batch.status()).isEqualTo(200);
        assertThat(server.objections(endpoint("runs.batch"), batch)).isEmpty();
        assertThat(server.post(BATCH, grown).status()).isEqualTo(201);
        assertThat(server.post(BATCH, grown).status()).isEqualTo(200);
    }

    private Endpoint endpoint(String operation) {
        return server.table.stream()
                .filter(line -> line.about().operation().equals(operation))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void numbers_out_of_range_are_refused_with_their_place() {
        String job = "{\"job\": \"good\", \"parameters\": {\"n\": %s}}";
        for (String number : List.of("1e999", "-1E+400", "9".repeat(400) + ".5")) {
            Answer answer = server.post(RUNS, job.formatted("[1, " + number + "]"));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().path("detail").asString()).contains("/parameters/n/1", "out of range");
        }
        assertThat(server.post(RUNS, job.formatted("[1e300, 1e-999, \"1e999\"]"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void a_run_waits_for_its_time() {
        JsonNode later = server.post(RUNS, "{\"job\": \"good\", \"not_before\": \"2099-01-01T00:00:00Z\"}")
                .json();
        assertThat(execution(later).run("good").status().isTerminal()).isFalse();
    }

    @Test
    void a_batch_runs_in_the_order_of_its_references() throws Exception {
        Answer answer = server.post(BATCH, """
                {"runs": [
                  {"ref": "last", "job": "good", "depends_on": [{"ref": "broken", "conditions": ["failure"]}]},
                  {"ref": "never", "job": "good", "depends_on": [{"ref": "broken"}]},
                  {"ref": "broken", "job": "bad", "depends_on": [{"ref": "first"}]},
                  {"ref": "first", "job": "good"}]}""");
        assertThat(answer.status()).isEqualTo(201);
        JsonNode runs = answer.json().path("runs");
        assertThat(runs.at("/0/ref").asString()).isEqualTo("last");
        for (JsonNode run : runs) {
            end(run);
        }
        assertThat(execution(runs.get(0)).run("good").status()).isEqualTo(RunStatus.SUCCESS);
        assertThat(execution(runs.get(1)).run("good").status()).isEqualTo(RunStatus.SKIPPED);
        assertThat(execution(runs.get(2)).run("bad").status()).isEqualTo(RunStatus.FAILURE);
    }

    @Test
    void a_batch_that_is_repeated_is_the_first_one_and_may_grow() throws Exception {
        String one = "{\"runs\": [{\"ref\": \"a\", \"job\": \"good\", \"key\": \"a\"}]}";
        String two = "{\"runs\": [{\"ref\": \"a\", \"job\": \"good\", \"key\": \"a\"},"
                + " {\"job\": \"good\", \"depends_on\": [{\"ref\": \"a\"}]}]}";
        JsonNode first = server.post(BATCH, one).json().at("/runs/0");
        JsonNode grown = server.post(BATCH, two).json();
        assertThat(grown.at("/runs/0/execution_id")).isEqualTo(first.path("execution_id"));
        assertThat(end(grown.at("/runs/1"))).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(execution(grown.at("/runs/1")).run("good").status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void what_is_null_is_left_out() throws Exception {
        Answer answer = server.post(RUNS, "{\"job\": \"good\", \"spec\": null, \"depends_on\": null}");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(end(answer.json())).isEqualTo(ExecutionStatus.SUCCESS);
    }

    @Test
    void a_mistake_in_the_whole_of_a_body_is_said_of_the_body() {
        Answer answer = server.post(Role.ADMIN, RUNS, "{}");
        assertThat(answer.json().path("detail").asString()).startsWith("body: it needs one of job, spec and command");
        assertRefused(RUNS, "{\"spec\": {}}", "/spec", "body, at /spec: missing key");
    }

    @Test
    void two_of_a_batch_have_no_key_in_common() {
        String twice = "{\"runs\": [{\"job\": \"good\", \"key\": \"k\"}, {\"job\": \"bad\", \"key\": \"k\"}]}";
        assertRefused(BATCH, twice, "/runs/1/key", "another one of the batch has the key");
    }

    @Test
    void a_key_that_comes_back_with_other_work_is_refused() {
        server.post(RUNS, "{\"job\": \"good\", \"key\": \"k\"}");
        for (String other : List.of("{\"job\": \"bad\", \"key\": \"k\"}", "{\"spec\": \"echo\", \"key\": \"k\"}")) {
            Answer answer = server.post(Role.ADMIN, RUNS, other);
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.json().path("detail").asString()).contains("\"k\" belongs to a run of good");
        }
        assertThat(executions()).isEqualTo(1);
    }

    @Test
    void what_is_described_at_the_same_time_under_one_key_is_made_once() {
        List<CompletableFuture<Answer>> answers = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> server.post(Role.ADMIN, RUNS, "{\"spec\": \"echo one\", \"key\": \"k\"}")))
                .toList();
        assertThat(answers.stream().map(CompletableFuture::join).map(Answer::json))
                .extracting(json -> json.path("execution_id").asString())
                .containsOnly(answers.get(0).join().json().path("execution_id").asString());
        assertThat(server.services.kept().list()).isEmpty();
    }

    @Test
    void a_time_that_nobody_means_is_refused() {
        String far = "{\"job\": \"good\", \"not_before\": \"+999999999-12-31T00:00:00Z\"}";
        assertRefused(RUNS, far, "/not_before", "is not a time");
        assertRefused(RUNS, "{\"job\": \"good\", \"not_before\": 5}", "/not_before", "is not a time");
    }

    @Test
    void a_cycle_is_refused_with_its_path_and_nothing_is_created() {
        assertRefused(BATCH, """
                {"runs": [
                  {"ref": "a", "job": "good", "depends_on": [{"ref": "c"}]},
                  {"ref": "b", "job": "good", "depends_on": [{"ref": "a"}]},
                  {"ref": "c", "spec": "echo c", "depends_on": [{"ref": "b"}]}]}""", "/depends_on", "a → b → c → a");
    }

    @Test
    void what_does_not_exist_is_refused_with_its_place_and_nothing_is_created() {
        assertRefused(RUNS, "{\"job\": \"goood\"}", "/job", "good");
        assertRefused(
                BATCH,
                "{\"runs\": [{\"job\": \"good\"}, {\"job\": \"good\", \"depends_on\": [{\"ref\": \"x\"}]}]}",
                "/runs/1/depends_on/0/ref",
                "none of the batch");
        assertRefused(
                RUNS,
                "{\"job\": \"good\", \"depends_on\": [{\"run_id\": \"0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11.0\"}]}",
                "/depends_on/0/run_id",
                "there is no execution");
        assertRefused(RUNS, "{\"job\": \"good\", \"depends_on\": [{}]}", "/depends_on/0", "one of ref");
        assertRefused(RUNS, "{}", "", "one of job, spec and command");
        assertRefused(RUNS, "{\"job\": \"good\", \"key\": \"within:x\"}", "/key", "server's own");
        assertRefused(RUNS, "{\"spec\": {\"commnd\": \"echo\"}}", "/spec", "commnd");
        assertRefused(RUNS, "{\"spec\": {\"id\": \"mine\", \"command\": \"echo\"}}", "/spec/id", "no id");
    }

    @Test
    void a_described_run_brings_its_definition_along_and_nothing_is_registered() throws Exception {
        JsonNode submitted =
                server.post(Role.ADMIN, RUNS, "{\"spec\": \"echo once\"}").json();
        String name = submitted.path("job").asString();
        assertThat(name).startsWith("adhoc-");
        assertThat(submitted.path("run_id").asString()).endsWith(".0");
        assertThat(end(submitted)).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(server.services.kept().list()).isEmpty();
        assertThat(server.services.catalog().names()).doesNotContain(name);
        assertThat(server.services.baton().find(name)).isEmpty();
        assertThat(server.services.catalog().find(name)).isPresent();
        assertThat(execution(submitted).parameters()).isEmpty();
    }

    @Test
    void a_batch_of_a_thousand_described_runs_is_few_commits() {
        String runs = IntStream.range(0, 1_000)
                .mapToObj(i -> "{\"command\": \"echo " + i + "\", \"not_before\": \"2999-01-01T00:00:00Z\"}")
                .collect(Collectors.joining(", "));
        long changes = server.services.kept().changes();
        int before = server.commits.get();

        Answer answer = server.post(Role.ADMIN, BATCH, "{\"runs\": [" + runs + "]}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().path("runs")).hasSize(1_000);
        assertThat(server.commits.get() - before).isBetween(1, 3);
        assertThat(server.services.kept().changes()).isEqualTo(changes);
        assertThat(server.services.catalog().names()).noneMatch(name -> name.startsWith("adhoc-"));
    }

    @Test
    void a_described_run_is_run_again_with_its_definition() throws Exception {
        JsonNode submitted = describedAndEnded("echo once");
        JsonNode again = server.post(
                        Role.ADMIN,
                        "/api/v1/executions/" + submitted.path("execution_id").asString() + "/rerun",
                        "{}")
                .json();
        Execution second = server.services
                .baton()
                .execution(UUID.fromString(again.path("id").asString()));
        assertThat(second.name()).isEqualTo(submitted.path("job").asString());
        await().atMost(PATIENCE).until(() -> second.status() == ExecutionStatus.SUCCESS);
    }

    @Test
    void nobody_brings_a_definition_along_among_the_parameters() {
        assertRefused(
                RUNS,
                "{\"job\": \"good\", \"parameters\": {\"baton.definition\": \"{}\"}}",
                "/parameters",
                "keeps for itself");
    }

    @Test
    void what_is_described_needs_an_admin() {
        assertThat(server.post(RUNS, "{\"spec\": \"echo once\"}").status()).isEqualTo(403);
    }

    @Test
    void what_an_earlier_version_stored_as_a_definition_goes_after_a_day() {
        String spec = "{\"id\": \"adhoc-0123456789ab\", \"command\": \"true\"}";
        server.services
                .kept()
                .put(
                        "adhoc-0123456789ab",
                        ApiDefinitions.Type.ADHOC,
                        spec,
                        0,
                        new Actor(UUID.randomUUID(), "ada", Role.ADMIN));
        server.adhoc.prune(Instant.now().plus(Duration.ofHours(23)));
        assertThat(server.services.kept().list()).hasSize(1);
        server.adhoc.prune(Instant.now().plus(Duration.ofHours(25)));
        assertThat(server.services.kept().list()).isEmpty();
    }

    private JsonNode describedAndEnded(String command) throws InterruptedException {
        JsonNode submitted = server.post(Role.ADMIN, RUNS, "{\"spec\": {\"command\": \"" + command + "\"}}")
                .json();
        end(submitted);
        UUID id = execution(submitted).id();
        await().atMost(PATIENCE)
                .until(() -> server.services.history().executions(Set.of(id)).stream()
                        .anyMatch(record -> record.state().ended() != 0));
        return submitted;
    }
}

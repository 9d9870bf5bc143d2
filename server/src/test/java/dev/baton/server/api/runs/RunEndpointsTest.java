package dev.baton.server.api.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryRange;
import dev.baton.jdbc.Stores;
import dev.baton.server.api.Services;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.http.Endpoint;
import dev.baton.server.security.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the endpoints that list and show runs. */
class RunEndpointsTest extends RunFixture {

    @Test
    void a_run_tells_what_its_definition_gives_it_without_secrets() throws InterruptedException {
        server.workflow("""
                {"id": "calls", "steps": [
                  {"id": "ask", "kind": "http", "command": {"url": "http://127.0.0.1:1/?k=open-sesame", "method": "PUT"}},
                  {"id": "each", "kind": "fanout", "items": [1], "command": "true", "env": {"OF": "items"},
                   "reducer": {"command": "true"}}]}""")
                .job("{\"id\": \"plain\", \"command\": \"true\","
                        + " \"env\": {\"DAY\": \"monday\", \"KEY\": \"open-sesame\", \"LONG\": \"a-open-sesame-b\"}}")
                .withWorker();

        JsonNode plain = setup(run(ended("plain"), "plain"));
        assertThat(plain.path("kind").asString()).isEqualTo("shell");
        assertThat(plain.path("environment").toString())
                .isEqualTo("{\"DAY\":\"monday\",\"KEY\":\"***\",\"LONG\":\"a-***-b\"}");
        assertThat(plain.has("url")).isFalse();

        Execution calls = ended("calls");
        JsonNode ask = setup(run(calls, "ask"));
        assertThat(ask.path("url").asString()).isEqualTo("http://127.0.0.1:1/?k=***");
        assertThat(ask.path("method").asString()).isEqualTo("PUT");
        String each = run(calls, "each");
        assertThat(setup(each).path("kind").asString()).isEqualTo("fanout");
        for (JsonNode child : server.get(each + "/children").json().path("items")) {
            JsonNode given = setup(RUNS + "/" + child.path("id").asString());
            assertThat(given.path("kind").asString()).isEqualTo("shell");
            assertThat(given.at("/environment/OF").asString()).isEqualTo("items");
        }
    }

    private JsonNode setup(String run) {
        Answer answer = server.get(run);
        assertThat(server.objections(show(), answer)).isEmpty();
        return answer.json().path("setup");
    }

    private Endpoint show() {
        return server.table.stream()
                .filter(line -> line.toString().equals("GET " + RunEndpoints.ONE))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_list_says_why_a_run_was_skipped() throws InterruptedException {
        Execution execution = server.workflow(ETL)
                .withWorker()
                .services
                .baton()
                .trigger("etl")
                .await(PATIENCE);
        JsonNode report = server.get(Role.VIEWER, RUNS + "?status=skipped&execution=" + execution.id())
                .json()
                .at("/items/0");
        assertThat(report.path("job").asString()).isEqualTo("etl/report");
        assertThat(report.path("reason").asString()).isEqualTo("load failed");
    }

    @Test
    void a_list_gives_no_reason_for_a_success_that_took_several_attempts() throws InterruptedException {
        server.job("""
                {"id": "second", "command": "[ $BATON_ATTEMPT = 2 ]", "retry": {"attempts": 2}}""").withWorker();
        ended("second");
        JsonNode run = server.get(Role.VIEWER, RUNS + "?job=second").json().at("/items/0");
        assertThat(run.path("status").asString()).isEqualTo("success");
        assertThat(run.has("reason")).isFalse();
    }

    @Test
    void a_run_that_has_ended_is_listed_before_the_history_has_it(@TempDir Path elsewhere) {
        server.workflow(RELEASE);
        Execution execution = trigger("release");
        await().atMost(PATIENCE).until(() -> execution.run("ask").status() == RunStatus.RUNNING);
        execution.reject("ask", "no");
        await().atMost(PATIENCE).until(() -> execution.run("ask").status() == RunStatus.FAILURE);

        Path empty = elsewhere.resolve("empty.db");
        Baton.builder().store(Stores.sqlite(empty)).build().close();
        Services known = server.services;
        try (History nothingYet = History.sqlite(empty)) {
            RunListing listing = new RunListing(new Services(
                    known.baton(), known.catalog(), known.kept(), nothingYet, known.logs(), known.dispatcher()));
            RunListing.Wanted failed =
                    new RunListing.Wanted(null, execution.id(), Set.of(RunStatus.FAILURE), HistoryRange.ALWAYS);
            assertThat(listing.page(failed, null, 10).items())
                    .extracting(RunView::job)
                    .containsExactly("release/ask");
        }
    }

    private static List<String> texts(JsonNode items, String field) {
        List<String> texts = new ArrayList<>();
        items.forEach(item -> texts.add(item.path(field).asString()));
        return texts;
    }

    @Test
    void a_run_tells_how_it_ended() throws Exception {
        server.workflow(ETL).withWorker();
        Execution execution = ended("etl");
        Answer answer = server.get(run(execution, "load"));
        assertFits("runs.show", answer);
        JsonNode run = answer.json();
        assertThat(run.path("status").asString()).isEqualTo("failure");
        assertThat(run.path("job").asString()).isEqualTo("etl/load");
        assertThat(run.path("attempt").asInt()).isEqualTo(1);
        assertThat(run.path("error").asString()).isNotEmpty();
        JsonNode skipped = server.get(run(execution, "report")).json();
        assertThat(skipped.path("status").asString()).isEqualTo("skipped");
        assertThat(skipped.path("reason").asString()).contains("load");
    }

    @Test
    void a_run_tells_how_each_of_its_attempts_ended() throws Exception {
        server.job("""
                {"id": "second", "command": "[ $BATON_ATTEMPT = 2 ] || exit 3", "retry": {"attempts": 2}}""").withWorker();
        Execution execution = ended("second");
        Answer answer = server.get(run(execution, "second"));
        assertFits("runs.show", answer);
        JsonNode attempts = answer.json().path("attempts");
        assertThat(texts(attempts, "number")).containsExactly("1", "2");
        assertThat(texts(attempts, "status")).containsExactly("failure", "success");
        assertThat(attempts.at("/0/reason").asString()).contains("3");
        assertThat(attempts.at("/1").has("reason")).isFalse();
        assertThat(List.of(
                        attempts.at("/0/started").asString(),
                        attempts.at("/0/finished").asString(),
                        attempts.at("/1/started").asString(),
                        attempts.at("/1/finished").asString()))
                .extracting(Instant::parse)
                .isSorted();
        assertThat(server.get(RUNS + "?job=second").json().at("/items/0").has("attempts"))
                .isFalse();
    }

    @Test
    void a_list_says_why_runs_were_skipped_and_which_have_others_below_them() throws Exception {
        server.workflow(ETL)
                .job("{\"id\": \"fan\", \"kind\": \"fanout\", \"items\": [1, 2], \"command\": \"true\"}")
                .withWorker();
        Execution etl = ended("etl");
        JsonNode runs = server.get(RUNS + "?job=etl/report").json().path("items");
        assertThat(runs.at("/0/reason").asString())
                .isEqualTo(etl.run("report").reason())
                .isNotEmpty();
        ended("fan");
        assertThat(server.get(RUNS + "?job=fan").json().at("/items/0/role").asString())
                .isEqualTo("parent");
    }

    @Test
    void a_run_that_is_not_there_is_not_found() throws Exception {
        server.workflow(ETL).withWorker();
        Execution execution = ended("etl");
        assertThat(server.get(RUNS + "/" + execution.id() + ".99").status()).isEqualTo(404);
        assertThat(server.get(RUNS + "/0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11.0").status())
                .isEqualTo(404);
        assertThat(server.get(RUNS + "/nonsense").status()).isEqualTo(400);
    }

    @Test
    void active_and_ended_runs_are_one_list_newest_first() throws Exception {
        server.workflow(ETL).workflow(RELEASE).withWorker();
        Execution past = ended("etl");
        Execution active = trigger("release");
        awaitStatus(active, "ask", RunStatus.RUNNING);
        List<String> expected =
                List.of(active.id() + ".1", active.id() + ".0", past.id() + ".2", past.id() + ".1", past.id() + ".0");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(texts(server.get(RUNS).json().path("items"), "id"))
                        .isEqualTo(expected));
        assertFits("runs.list", server.get(RUNS));

        List<String> paged = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = server.get(RUNS + "?limit=2" + cursor).json();
            paged.addAll(texts(page.path("items"), "id"));
            cursor = page.has("next") ? "&cursor=" + page.path("next").asString() : "";
        } while (!cursor.isEmpty());
        assertThat(paged).isEqualTo(expected);
    }

    @Test
    void runs_are_filtered() throws Exception {
        server.workflow(ETL).workflow(RELEASE).withWorker();
        Execution past = ended("etl");
        Execution active = trigger("release");
        awaitStatus(active, "ask", RunStatus.RUNNING);
        assertThat(texts(server.get(RUNS + "?job=etl/load").json().path("items"), "status"))
                .containsExactly("failure");
        assertThat(texts(
                        server.get(RUNS + "?status=running&status=skipped")
                                .json()
                                .path("items"),
                        "job"))
                .containsExactly("release/ask", "etl/report");
        assertThat(texts(server.get(RUNS + "?execution=" + past.id()).json().path("items"), "job"))
                .containsExactly("etl/report", "etl/load", "etl/extract");
        assertThat(server.get(RUNS + "?to=2020-01-01T00:00:00Z").json().path("items"))
                .isEmpty();
        assertThat(server.get(RUNS + "?from=2021-01-01T00:00:00Z&to=2020-01-01T00:00:00Z")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void the_items_of_a_fanout_are_children_with_their_items() throws Exception {
        server.job("""
                {"id": "scan", "kind": "fanout", "items": ["a", "b", "c"], "partial_tolerance": 0.5,
                 "command": "test \\"$FANOUT_ITEM\\" != b", "reducer": {"command": "echo reduced"}}""");
        server.withWorker();
        Execution execution = ended("scan");
        JsonNode parent = server.get(run(execution, "scan")).json();
        assertThat(parent.path("role").asString()).isEqualTo("parent");
        assertThat(parent.path("status").asString()).isEqualTo("partial");
        assertThat(parent.at("/children/total").asInt()).isEqualTo(4);
        assertThat(parent.at("/children/by_status/failure").asInt()).isEqualTo(1);

        Answer children = server.get(run(execution, "scan") + "/children?limit=2");
        assertFits("runs.children", children);
        assertThat(texts(children.json().path("items"), "item")).containsExactly("a", "b");
        JsonNode rest = server.get(run(execution, "scan") + "/children?limit=2&cursor="
                        + children.json().path("next").asString())
                .json();
        assertThat(texts(rest.path("items"), "role")).containsExactly("child", "reducer");
        assertThat(rest.has("next")).isFalse();
        JsonNode third = server.get(run(execution, "scan") + "/children?from_number=2&limit=1")
                .json();
        assertThat(texts(third.path("items"), "item")).containsExactly("c");
        JsonNode failed =
                server.get(run(execution, "scan") + "/children?status=failure").json();
        assertThat(texts(failed.path("items"), "item")).containsExactly("b");

        JsonNode child =
                server.get(RUNS + "/" + failed.at("/items/0/id").asString()).json();
        assertThat(child.path("role").asString()).isEqualTo("child");
        assertThat(child.path("index").asInt()).isEqualTo(1);
        assertThat(child.path("parent_run_id").asString())
                .isEqualTo(execution.run("scan").id().toString());
        assertThat(texts(
                        server.get(RUNS + "?status=failure&parent_run_id="
                                        + execution.run("scan").id())
                                .json()
                                .path("items"),
                        "id"))
                .containsExactly(child.path("id").asString());
        Answer listed = server.get(
                RUNS + "?status=failure&parent_run_id=" + execution.run("scan").id());
        assertFits("runs.list", listed);
        assertThat(texts(listed.json().path("items"), "item")).containsExactly("b");
    }

    @Test
    void children_that_wait_are_paged_from_the_engine() {
        server.job("""
                {"id": "many", "kind": "fanout", "inputs_from": "file:///2000", "concurrency": 1,
                 "command": "true"}""");
        Execution execution = trigger("many");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(server.get(run(execution, "many"))
                                .json()
                                .at("/children/total")
                                .asInt())
                        .isEqualTo(2000));
        JsonNode page =
                server.get(run(execution, "many") + "/children?limit=1000").json();
        assertThat(page.at("/items/999/item").asInt()).isEqualTo(999);
        JsonNode next = server.get(run(execution, "many") + "/children?limit=1000&cursor="
                        + page.path("next").asString())
                .json();
        assertThat(next.at("/items/0/index").asInt()).isEqualTo(1000);
        assertThat(next.has("next")).isFalse();
    }

    @Test
    void a_run_explains_why_it_is_where_it_is() {
        server.workflow(RELEASE).withWorker();
        Execution execution = trigger("release");
        awaitStatus(execution, "ask", RunStatus.RUNNING);
        Answer answer = server.get(run(execution, "ship") + "/explain");
        assertFits("runs.explain", answer);
        assertThat(answer.json().path("text").asString()).contains("waits for");
        assertThat(answer.json().at("/because/0/cause").asString()).isEqualTo("approval");
    }
}

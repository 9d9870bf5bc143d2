package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.e2e.Api.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A viewer asks for as much as can be written into a request. The server has 256 MB, refuses, and goes on. */
final class ViewerTest {

    private static ServerProcess server;
    private static Api admin;
    private static Api viewer;

    @BeforeAll
    static void start() {
        server = ServerProcess.start("viewer", "[[jobs]]\nid = 'nightly-audit'\ncommand = 'true'\n");
        admin = server.api();
        viewer = admin.as(admin.newToken("viewer"));
    }

    @AfterAll
    static void close() {
        try {
            admin.get("/jobs/nightly-audit").expect(200);
            assertThat(server.log()).doesNotContain("OutOfMemoryError", "StackOverflowError", "\tat ");
        } finally {
            server.close();
        }
    }

    private static Answer simulate(String toml) {
        return viewer.post(
                "/simulate", Map.of("from", "2026-11-16T00:00:00Z", "to", "2026-11-17T00:00:00Z", "toml", toml));
    }

    private static void assertRefused(Answer answer, String... words) {
        assertThat(answer.status())
                .as("%s: %.2000s", answer.request(), answer.body())
                .isIn(422, 429);
        assertThat(answer.body()).contains(words);
        admin.get("/jobs/nightly-audit").expect(200);
    }

    /** Levels of workflows, each of whose steps is the whole level below. */
    static String nested(int levels, int steps) {
        StringBuilder toml = new StringBuilder();
        for (int level = 0; level < levels; level++) {
            toml.append("[[workflows]]\nid='w").append(level).append("'\n");
            toml.append(level == 0 ? "schedule='* * * * *'\n" : "");
            for (int step = 0; step < steps; step++) {
                String work = level == levels - 1 ? "command='x'" : "kind='workflow'\nworkflow='w" + (level + 1) + "'";
                toml.append("[[workflows.steps]]\nid='s")
                        .append(step)
                        .append("'\n")
                        .append(work)
                        .append('\n');
            }
        }
        return toml.toString();
    }

    @Test
    void the_server_tells_its_version() {
        assertThat(viewer.get("/version").expect(200).path("version").asString())
                .startsWith("0.1.0");
    }

    @Test
    void nested_workflows_are_simulated_up_to_a_limit() {
        String toml = nested(8, 8);

        assertThat(toml.length()).isLessThan(4_400);
        assertRefused(simulate(toml), " at most", "only");
    }

    @Test
    void a_chain_of_workflows_within_workflows_is_simulated_up_to_a_limit() {
        Answer answer = simulate(nested(1_000, 1));

        assertThat(answer.status()).as(answer.body()).isIn(200, 400, 422);
    }

    private static String jobs(int count, String job) {
        return IntStream.range(0, count).mapToObj(job::formatted).collect(Collectors.joining());
    }

    @Test
    void a_file_of_a_hundred_thousand_jobs_is_refused() {
        String written = jobs(20_000, "[[jobs]]\nid='j%d'\ncommand='x'\nschedule='* * * * *'\n");
        String brief = "jobs=[" + "{},".repeat(100_000) + "]";

        assertRefused(simulate(written), "at most");
        assertRefused(simulate(brief), "at most");
        assertRefused(check(written), "at most");
        assertRefused(check(brief), "at most");
        assertRefused(viewer.post("/validate", Map.of("toml", brief)), "at most");
    }

    private static Answer check(String toml) {
        return viewer.send(viewer.request("/validate")
                .header("Content-Type", "application/toml")
                .POST(BodyPublishers.ofString(toml))
                .build());
    }

    @Test
    void a_file_in_any_shape_is_checked_or_refused() {
        int most = 450_000;
        List<String> shapes = List.of(
                "a=1\n",
                "a=[[[1]]]\n",
                "[a]\n",
                "[[a]]\n",
                "a.b.c.d.e.f=1\n",
                "{",
                "[",
                "\"",
                "'''",
                "=",
                "a='b'\n",
                "\n",
                "#",
                ",",
                ".",
                "a=1979-05-27T07:32:00Z\n",
                "a={b=[{c=[{d=1},");
        for (String shape : shapes) {
            Answer answer = check(shape.repeat(most / shape.length()));

            assertThat(answer.status())
                    .as("%.10s: %.500s", shape, answer.body())
                    .isIn(200, 400, 422, 429);
            assertThat(answer.body().length()).as("%.10s", shape).isLessThan(1_000_000);
        }
        String keys = IntStream.range(0, 30_000).mapToObj(i -> "k" + i + "=1\n").collect(Collectors.joining());
        assertThat(check(keys).status()).isIn(200, 400, 422, 429);
        admin.get("/jobs/nightly-audit").expect(200);
    }

    @Test
    void fan_outs_are_simulated_up_to_a_limit() {
        String toml = """
                [[jobs]]
                id = 'many'
                kind = 'fanout'
                schedule = '* * * * *'
                max_items = 1000000
                inputs_from = 'https://example.com/items'
                command = 'x'
                """;
        Answer assumed = viewer.post(
                "/simulate",
                Map.of(
                        "from",
                        "2026-11-16T00:00:00Z",
                        "to",
                        "2026-11-17T00:00:00Z",
                        "toml",
                        toml,
                        "assume",
                        List.of(Map.of("job", "many", "items", 1_000_000_000))));

        assertRefused(assumed, "runs at most");
        String items = IntStream.range(0, 2_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        assertRefused(
                simulate("[[jobs]]\nid='many'\nkind='fanout'\nschedule='* * * * *'\nitems=[" + items
                        + "]\ncommand='x'\n"),
                "runs at most");
    }

    @Test
    void retries_without_end_are_simulated_up_to_a_limit() {
        Answer answer = viewer.post(
                "/simulate",
                Map.of(
                        "from",
                        "2026-11-16T00:00:00Z",
                        "to",
                        "2026-11-17T00:00:00Z",
                        "toml",
                        """
                        [[jobs]]
                        id = 'again'
                        schedule = '@hourly'
                        command = 'x'
                        retry = { attempts = 1000000000, delay = '1ms' }
                        """,
                        "assume",
                        List.of(Map.of("job", "again", "outcome", "failure"))));

        assertThat(answer.status()).as(answer.body()).isIn(400, 422);
        admin.get("/jobs/nightly-audit").expect(200);
    }

    @Test
    void who_simulates_without_pause_keeps_nobody_out() {
        String year = "[[jobs]]\nid='often'\nschedule='* * * * *'\ncommand='x'\n";
        List<CompletableFuture<Answer>> flood = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            flood.add(CompletableFuture.supplyAsync(() -> simulate(year)));
        }

        Answer other = admin.post(
                "/simulate",
                Map.of(
                        "from",
                        "2026-11-16T00:00:00Z",
                        "to",
                        "2026-11-16T01:00:00Z",
                        "toml",
                        "[[jobs]]\nid='one'\nschedule='@hourly'\ncommand='x'\n"));

        assertThat(other.expect(200).path("executions")).hasSize(1);
        for (CompletableFuture<Answer> answer : flood) {
            assertThat(answer.join().status()).isIn(200, 422, 429);
        }
    }
}

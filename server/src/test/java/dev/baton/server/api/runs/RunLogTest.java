package dev.baton.server.api.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.http.Json;
import dev.baton.server.security.Role;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLogTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private ApiFixture server;

    /** An event as it came. */
    private record Sent(String id, String name, String data) {

        String text() {
            return Json.mapper().readTree(data).path("text").asString();
        }
    }

    @BeforeEach
    void start() {
        server = new ApiFixture(directory).withWorker();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Execution trigger(String command) {
        server.job("{\"id\": \"talk\", \"command\": \"%s\"}".formatted(command));
        return server.services.baton().trigger("talk");
    }

    private static String log(Execution execution) {
        return "/api/v1/runs/" + execution.id() + ".0/log";
    }

    private HttpRequest.Builder following(Execution execution) {
        return server.as(Role.VIEWER, log(execution)).header("Accept", "text/event-stream");
    }

    /** Waits for the end of the stream. */
    private List<Sent> events(HttpRequest.Builder request) {
        List<Sent> events = new ArrayList<>();
        for (String block : server.send(request).text().split("\n\n", -1)) {
            String id = "";
            String name = "";
            String data = "";
            for (String line : block.split("\n", -1)) {
                id = line.startsWith("id: ") ? line.substring(4) : id;
                name = line.startsWith("event: ") ? line.substring(7) : name;
                data = line.startsWith("data: ") ? line.substring(6) : data;
            }
            if (!name.isEmpty()) {
                events.add(new Sent(id, name, data));
            }
        }
        return events;
    }

    private static List<String> lines(List<Sent> events) {
        return events.stream()
                .filter(event -> event.name().equals("line"))
                .map(Sent::text)
                .toList();
    }

    @Test
    void a_log_is_text() throws Exception {
        Execution execution = trigger("echo one; echo two").await(PATIENCE);
        assertThat(server.get(log(execution)).text()).isEqualTo("one\ntwo\n");
    }

    @Test
    void a_log_is_lines_of_json_for_programs() throws Exception {
        Execution execution = trigger("echo one; echo two >&2").await(PATIENCE);
        HttpRequest request = server.as(Role.VIEWER, log(execution))
                .header("Accept", "application/x-ndjson")
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-ndjson");
        assertThat(answer.body()
                        .lines()
                        .map(line -> Json.mapper().readTree(line))
                        .toList())
                .allMatch(line -> line.path("attempt").asInt() == 1
                        && !line.path("time").asString().isEmpty())
                .extracting(line ->
                        line.path("stream").asString() + " " + line.path("text").asString())
                .containsExactlyInAnyOrder("stdout one", "stderr two");
    }

    @Test
    void a_part_of_a_log_as_json_says_where_its_lines_begin_and_where_to_go_on() throws Exception {
        Execution execution = trigger("echo one; echo two").await(PATIENCE);
        HttpRequest request = server.as(Role.VIEWER, log(execution) + "?limit=1")
                .header("Accept", "application/x-ndjson")
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(Json.mapper().readTree(answer.body()).path("offset").asInt(-1))
                .isZero();
        assertThat(answer.headers().firstValue("Baton-Next-Offset")).contains("4");
        assertThat(answer.body().lines()).hasSize(1);
    }

    @Test
    void a_part_of_a_log_says_where_to_go_on() throws Exception {
        Execution execution = trigger("echo one; echo two").await(PATIENCE);
        Answer first = server.get(log(execution) + "?limit=1");
        assertThat(first.text()).isEqualTo("one\n");
        String next = first.headers().get("baton-next-offset").get(0);
        assertThat(server.get(log(execution) + "?offset=" + next).text()).isEqualTo("two\n");
        assertThat(server.get(log(execution) + "?offset=-1").status()).isEqualTo(400);
    }

    @Test
    void lines_come_as_events_while_the_run_goes_and_the_end_comes_last() throws Exception {
        Path gate = directory.resolve("gate");
        Execution execution =
                trigger("echo before; while [ ! -e %s ]; do sleep 0.05; done; echo after".formatted(gate));
        await().atMost(PATIENCE).until(() -> !server.get(log(execution)).text().isEmpty());
        CompletableFuture<List<Sent>> following = CompletableFuture.supplyAsync(() -> events(following(execution)));
        Files.createFile(gate);
        List<Sent> events = following.get();
        assertThat(lines(events)).containsExactly("before", "after");
        assertThat(events.get(events.size() - 1).name()).isEqualTo("end");
        assertThat(events.get(events.size() - 1).data()).contains("success");
    }

    @Test
    void who_comes_back_goes_on_after_the_last_line_seen() throws Exception {
        Execution execution = trigger("echo one; echo two; echo three").await(PATIENCE);
        List<Sent> all = events(following(execution));
        assertThat(lines(all)).containsExactly("one", "two", "three");
        List<Sent> rest =
                events(following(execution).header("Last-Event-ID", all.get(0).id()));
        assertThat(lines(rest)).containsExactly("two", "three");
        assertThat(server.send(following(execution).header("Last-Event-ID", "x"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void more_lines_than_a_stream_holds_at_once_all_arrive() throws Exception {
        Execution execution = trigger("seq 1 20000").await(PATIENCE);
        assertThat(lines(events(following(execution)))).hasSize(20_000).endsWith("20000");
    }

    @Test
    void the_log_of_a_run_that_said_nothing_ends_at_once() throws Exception {
        Execution execution = trigger("true").await(PATIENCE);
        assertThat(execution.run(0).status()).isEqualTo(RunStatus.SUCCESS);
        assertThat(events(following(execution))).extracting(Sent::name).containsExactly("end");
        assertThat(server.get(log(execution)).text()).isEmpty();
    }
}

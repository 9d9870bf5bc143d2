package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.e2e.Api.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a client sends: the answer is its fault, in words, and never the server's. */
final class BadInputTest {

    private static final int TEN_MEGABYTES = 10 * 1024 * 1024;

    private static ServerProcess server;
    private static Api api;

    @BeforeAll
    static void start() {
        server = ServerProcess.start("bad-input", "[[jobs]]\nid = 'nightly-audit'\ncommand = 'true'\n");
        api = server.api();
    }

    @AfterAll
    static void close() {
        try {
            assertThat(server.log()).doesNotContain("\tat ");
            assertThat(api.get("/jobs/nightly-audit").status()).isEqualTo(200);
        } finally {
            server.close();
        }
    }

    /** The client is told what it did wrong, and nothing of the inside of the server. */
    private static void assertRefused(Answer answer) {
        assertThat(answer.status())
                .as("%s: %s", answer.request(), answer.body())
                .isBetween(400, 499)
                .isNotEqualTo(404);
        assertThat(answer.type()).as(answer.request()).startsWith("application/problem+json");
        assertTellsNothing(answer.body());
    }

    private static void assertTellsNothing(String body) {
        assertThat(body).doesNotContain("\tat ", "dev.baton.", "java.lang.", "tools.jackson.", "Exception");
    }

    static Stream<String> malformedJson() {
        return Stream.of(
                "",
                "{",
                "}",
                "nonsense",
                "\"text\"",
                "[]",
                "null",
                "42",
                "{\"job\": }",
                "{\"job\": \"nightly-audit\",}",
                "{'job': 'nightly-audit'}",
                "{\"job\": \"nightly-audit\"} {}",
                "{\"job\": \"nightly-audit\", \"job\": \"other\"}",
                "{\"job\": \"\\uD800\"}",
                "{\"job\": 1e999999}",
                "{\"job\": [\"nightly-audit\"]}",
                "{\"job\": {\"nightly-audit\": true}}",
                "\u0000\u0001\u0002",
                "[".repeat(100_000),
                "{\"a\":".repeat(50_000));
    }

    @ParameterizedTest
    @MethodSource("malformedJson")
    void malformed_json_is_refused(String body) {
        for (String path : List.of("/runs", "/runs/batch", "/jobs", "/workflows", "/simulate", "/tokens")) {
            assertRefused(api.send("POST", path, body));
        }
    }

    @ParameterizedTest
    @MethodSource("malformedJson")
    void a_check_of_malformed_json_finds_it_wrong(String body) {
        Answer answer = api.send("POST", "/validate", body);

        assertThat(answer.status()).isIn(200, 400);
        assertThat(answer.body()).doesNotContain("\"ok\":true");
        assertTellsNothing(answer.body());
    }

    @Test
    void bytes_that_are_no_text_are_refused() {
        byte[] bytes = {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'};

        assertRefused(api.send(api.request("/runs")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(bytes))
                .build()));
    }

    @Test
    void unknown_fields_are_refused_by_their_name() {
        for (String path : List.of("/runs", "/jobs", "/workflows", "/jobs/nightly-audit/trigger")) {
            assertUnknown(api.post(path, Map.of("frobnicate", true)));
        }
        assertUnknown(api.post("/tokens", Map.of("name", "a", "role", "viewer", "frobnicate", true)));
    }

    private static void assertUnknown(Answer answer) {
        assertRefused(answer);
        assertThat(answer.body()).as(answer.request()).contains("frobnicate");
    }

    @Test
    void a_workflow_with_a_cycle_is_refused_with_the_path() {
        Answer answer = api.post("/workflows", workflow(step("a", "c"), step("b", "a"), step("c", "b")));

        assertRefused(answer);
        assertThat(answer.body()).contains("→");
    }

    @Test
    void a_workflow_with_an_unknown_parent_is_refused_with_a_suggestion() {
        Answer answer = api.post("/workflows", workflow(step("transform"), step("load", "trasnform")));

        assertRefused(answer);
        assertThat(answer.body()).contains("transform");
    }

    private static Map<String, Object> workflow(Object... steps) {
        return Map.of("id", "circle", "steps", List.of(steps));
    }

    private static Map<String, Object> step(String id, String... after) {
        return Map.of("id", id, "command", "true", "after", List.of(after));
    }

    static Stream<Map<String, Object>> wrongJobs() {
        return Stream.of(
                Map.of("id", "x"),
                Map.of("id", "../x", "command", "true"),
                Map.of("id", "x".repeat(500), "command", "true"),
                Map.of("id", "x", "command", "true", "schedule", "61 * * * *"),
                Map.of("id", "x", "command", "true", "schedule", "0 0 30 2 *"),
                Map.of("id", "x", "command", "true", "schedule", "*".repeat(2000)),
                Map.of("id", "x", "command", "true", "timezone", "Mars/Olympus"),
                Map.of("id", "x", "command", "true", "timeout", "soon"),
                Map.of("id", "x", "command", "true", "timeout", "999999999999999h"),
                Map.of("id", "x", "command", "true", "retry", Map.of("attempts", -1)),
                Map.of("id", "x", "command", "true", "calendar", "nowhere"),
                Map.of("id", "x", "kind", "sorcery", "command", "true"),
                Map.of("id", "x", "kind", "fanout", "inputs_from", "gopher://x", "command", "true"),
                Map.of("id", "x", "kind", "window", "depends_on", List.of("nobody"), "command", "true"),
                Map.of("id", "x", "command", Map.of("url", "file:///etc/passwd")));
    }

    @ParameterizedTest
    @MethodSource("wrongJobs")
    void a_wrong_job_is_refused(Map<String, Object> job) {
        assertRefused(api.post("/jobs", job));

        Answer checked = api.post("/validate", Map.of("job", job));
        assertThat(checked.expect(200).path("ok").asBoolean()).isFalse();
        assertTellsNothing(checked.body());
    }

    @Test
    void a_body_of_ten_megabytes_is_refused_and_the_server_goes_on() {
        String body = "{\"job\": \"" + "x".repeat(TEN_MEGABYTES) + "\"}";

        // Who hangs up in the middle of what is too long, need not read it all first.
        int status;
        try {
            status = api.send("POST", "/runs", body).status();
        } catch (RuntimeException hungUp) {
            status = 413;
        }

        assertThat(status).isBetween(400, 499);
        api.get("/jobs/nightly-audit").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/jobs/..%2f..%2fetc%2fpasswd",
                "/jobs/%2e%2e/%2e%2e/etc/passwd",
                "/jobs/nightly-audit%00.txt",
                "/jobs/nightly-audit;x=y",
                "/jobs//known",
                "/jobs/%ff%fe",
                "/jobs/" + "%C3%A9",
                "/executions/not-an-id",
                "/executions/00000000-0000-0000-0000-000000000000",
                "/runs/../../admin.token",
                "/runs/00000000-0000-0000-0000-000000000000.999999999999999999999/log",
                "/runs?limit=-1",
                "/runs?limit=999999999999",
                "/runs?cursor=AAAA",
                "/runs?execution=%27%20OR%201=1--",
                "/runs?status=lovely",
                "/runs?nonsense=1",
                "/cron?expr=%00",
                "/nowhere"
            })
    void tricks_with_paths_and_queries_are_refused(String path) throws IOException {
        String answer = raw("GET /api/v1" + path + " HTTP/1.1\r\nHost: " + host() + "\r\nAuthorization: Bearer "
                + server.token() + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).as(path).matches("(?s)HTTP/1.1 4\\d\\d .*");
        assertTellsNothing(answer);
    }

    @Test
    void wrong_methods_and_types_are_refused() {
        assertRefused(api.send("PUT", "/runs", "{}"));
        assertRefused(api.send("DELETE", "/executions", null));
        assertRefused(api.send(api.request("/runs")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("hello"))
                .build()));
    }

    @Test
    void nothing_is_said_to_those_without_a_right_token() {
        for (String token : List.of("x", "baton_wrong", "x".repeat(5000), server.token() + "x", "%00")) {
            Answer answer = api.as(token).get("/jobs");

            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.body()).doesNotContain("nightly-audit");
            assertTellsNothing(answer.body());
        }
    }

    @Test
    void a_role_goes_as_far_as_it_goes() {
        Api viewer = api.as(api.newToken("viewer"));

        assertThat(viewer.get("/jobs").status()).isEqualTo(200);
        assertThat(viewer.post("/jobs/nightly-audit/trigger").status()).isEqualTo(403);
        assertThat(viewer.get("/tokens").status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET\r\n\r\n",
                "GET /api/v1/jobs HTTP/9.9\r\n\r\n",
                "GET /api/v1/jobs HTTP/1.1\r\n\r\n",
                "GET /api/v1/jobs HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n",
                "POST /api/v1/runs HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
                "POST /api/v1/runs HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            })
    void what_is_no_request_is_refused(String request) throws IOException {
        String answer = raw(request);

        assertThat(answer).doesNotMatch("(?s)HTTP/1.1 [25]00 .*");
        assertTellsNothing(answer);
    }

    private static String host() {
        return server.address().getAuthority();
    }

    private static String raw(String request) throws IOException {
        try (Socket socket =
                new Socket(server.address().getHost(), server.address().getPort())) {
            socket.setSoTimeout(30_000);
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

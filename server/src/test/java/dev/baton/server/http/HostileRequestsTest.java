package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.security.Access;
import dev.baton.server.security.Buckets.Rate;
import dev.baton.server.security.Role;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileRequestsTest {

    private record Note(String text) {}

    private static final String SIGN_IN =
            "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

    private static final Endpoint ECHO = Endpoint.post(
                    "/api/v1/notes/{name}",
                    Access.OPERATOR,
                    request -> Response.json(new Note(request.body(Note.class).text())))
            .takes(Note.class)
            .gives(Note.class);

    private static final TestServer SERVER =
            TestServer.with(HttpSettings.loopback(0).with(Limits.usual().patience(Duration.ofSeconds(1))), ECHO);

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/%2e%2e/%2e%2e/healthz",
                "/api/v1/../v1/audit",
                "//api/v1/audit",
                "/api//v1/audit",
                "/api/v1/audit;x=1",
                "/api/v1/audit%2f",
                "/api/v1%2faudit",
                "/api/v1/audit%00",
                "/healthz/../api/v1/audit",
                "/healthz%2f..%2fapi/v1/audit",
                "/healthz;/../api/v1/audit",
                "/api/v1/audit/",
                "/API/V1/AUDIT",
                "/api/v1/audit%"
            })
    void tricks_with_paths_never_get_past_the_filter(String path) {
        String answer = SERVER.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answer).matches("(?s)HTTP/1\\.1 (400|401) .*").doesNotContain("\tat ", "items");
    }

    @Test
    void the_method_is_that_of_the_request_line() {
        HttpResponse<String> answer = SERVER.send(SERVER.as(Role.ADMIN, "/api/v1/session")
                .header("X-HTTP-Method-Override", "DELETE")
                .GET());
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("X-HTTP-Method-Override");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-999999999-01-01T00:00:00Z", "%2B999999999-12-31T23:59:59Z", "2026-11-15"})
    void times_that_nobody_means_are_refused(String time) {
        HttpResponse<String> answer = SERVER.send(SERVER.as(Role.ADMIN, "/api/v1/audit?from=" + time));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("parameter from");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"..", ".hidden", "a%2fb", "a%5cb", "-x", "%20", "a%0d%0ab", "a%00", "ä", "name;x=1", "a/../b"})
    void names_in_paths_are_names_or_nothing(String name) {
        String answer =
                SERVER.raw("POST /api/v1/notes/" + name + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + SERVER.token(Role.ADMIN) + "\r\nContent-Type: application/json\r\nContent-Length: 14\r\n"
                        + "Connection: close\r\n\r\n{\"text\": \"hi\"}");
        assertThat(answer).matches("(?s)HTTP/1\\.1 (400|404) .*").doesNotContain("\tat ");
    }

    @Test
    void a_very_long_path_is_refused() {
        assertThat(SERVER.rawAsAdmin("GET /" + "a".repeat(20_000))).startsWith("HTTP/1.1 414");
    }

    @Test
    void very_long_headers_are_refused() {
        assertThat(SERVER.rawAsAdmin("GET /api/v1/audit", "X-Large: " + "a".repeat(20_000)))
                .startsWith("HTTP/1.1 431");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:7070", "localhost.evil.example", "127.0.0.1.evil.example", ""})
    void a_name_that_is_not_the_servers_is_refused(String host) {
        assertThat(SERVER.rawAsAdmin("GET /api/v1/audit", "Host: " + host)).matches("(?s)HTTP/1\\.1 (400|421) .*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:7070", "127.0.0.1", "127.0.0.1:1", "[::1]:7070"})
    void names_of_the_server_are_taken(String host) {
        assertThat(SERVER.rawAsAdmin("GET /api/v1/audit", "Host: " + host)).startsWith("HTTP/1.1 200");
    }

    @Test
    void two_host_headers_are_refused() {
        assertThat(SERVER.rawAsAdmin("GET /api/v1/audit", "Host: localhost", "Host: evil.example"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void an_absolute_address_does_not_replace_the_host() {
        assertThat(SERVER.rawAsAdmin("GET http://evil.example/api/v1/audit", "Host: localhost"))
                .matches("(?s)HTTP/1\\.1 (400|421) .*");
    }

    @Test
    void forwarded_headers_are_not_believed() {
        SERVER.rawAsAdmin(
                "DELETE /api/v1/tokens/0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11",
                "X-Forwarded-For: 6.6.6.6",
                "X-Forwarded-Host: evil.example",
                "Forwarded: for=6.6.6.6");
        assertThat(SERVER.get(Role.ADMIN, "/api/v1/audit?limit=1").body())
                .contains("127.0.0.1")
                .doesNotContain("6.6.6.6");
    }

    @Test
    void a_body_of_ten_megabytes_is_refused_before_it_is_sent() throws IOException {
        try (Socket socket = SERVER.connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /api/v1/notes/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                            + SERVER.token(Role.ADMIN)
                            + "\r\nContent-Type: application/json\r\nContent-Length: 10485760\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(firstLine(socket)).startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void a_body_without_a_length_is_cut_at_the_limit() throws IOException {
        try (Socket socket = SERVER.connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /api/v1/notes/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                            + SERVER.token(Role.ADMIN)
                            + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            byte[] chunk = ("10000\r\n" + " ".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            try {
                for (int i = 0; i < 160; i++) {
                    out.write(chunk);
                }
            } catch (SocketException closedByServer) {
                assertThat(closedByServer).isNotNull();
            }
            assertThat(answerOrNothing(socket))
                    .isIn("", "HTTP/1.1 413 Payload Too Large", "HTTP/1.1 413 Content Too Large");
        }
    }

    @Test
    void a_client_that_dribbles_its_headers_is_cut_off() throws IOException {
        try (Socket socket = SERVER.connect()) {
            assertThat(dribble(socket, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "))
                    .isTrue();
        }
    }

    @Test
    void a_client_that_dribbles_its_body_is_cut_off() throws IOException {
        try (Socket socket = SERVER.connect()) {
            assertThat(dribble(socket, SIGN_IN + "Content-Length: 100000\r\n\r\n"))
                    .isTrue();
        }
    }

    @Test
    void slow_clients_do_not_keep_others_waiting() throws IOException {
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Socket socket = SERVER.connect();
            socket.getOutputStream()
                    .write((SIGN_IN + "Content-Length: 100\r\n\r\n{").getBytes(StandardCharsets.US_ASCII));
            slow.add(socket);
        }
        assertThat(SERVER.get(Role.ADMIN, "/api/v1/audit").statusCode()).isEqualTo(200);
        for (Socket socket : slow) {
            socket.close();
        }
    }

    @Test
    void too_many_requests_are_told_when_to_come_back() {
        HttpSettings tight = HttpSettings.loopback(0).with(Limits.usual().perToken(new Rate(0.1, 3)));
        try (TestServer server = TestServer.with(tight)) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.get(Role.ADMIN, "/api/v1/audit").statusCode()).isEqualTo(200);
            }
            HttpResponse<String> refused = server.get(Role.ADMIN, "/api/v1/audit");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("10");
        }
    }

    @Test
    void whoever_guesses_tokens_is_slowed_down_and_others_are_not() {
        HttpSettings tight = HttpSettings.loopback(0).with(Limits.usual().failures(new Rate(0.01, 3)));
        try (TestServer server = TestServer.with(tight)) {
            List<Integer> answers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answers.add(server.send(
                                server.request("/api/v1/audit").header("Authorization", "Bearer btn_" + "x".repeat(43)))
                        .statusCode());
            }
            assertThat(answers).containsExactly(401, 401, 401, 429, 429);
            assertThat(server.get(Role.ADMIN, "/api/v1/audit").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void every_answer_has_the_security_headers() {
        for (String path : List.of("/healthz", "/api/v1/audit", "/nothing", "/api/v1/openapi.json")) {
            HttpResponse<String> response = SERVER.send(SERVER.request(path));
            SecurityHeaders.ALL.forEach((name, value) ->
                    assertThat(response.headers().firstValue(name)).as(path).contains(value));
            assertThat(response.headers().firstValue("Server")).isEmpty();
        }
    }

    @Test
    void another_content_type_is_415() {
        HttpResponse<String> response = SERVER.send(SERVER.as(Role.ADMIN, "/api/v1/notes/x")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{}")));
        assertThat(response.statusCode()).isEqualTo(415);
    }

    /** Sends a byte now and then until the server has had enough; false when it never has. */
    private static boolean dribble(Socket socket, String beginning) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(beginning.getBytes(StandardCharsets.US_ASCII));
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    try {
                        out.write('a');
                        out.flush();
                        return socket.getInputStream().available() > 0;
                    } catch (SocketException closed) {
                        return true;
                    }
                });
        return true;
    }

    private static String firstLine(Socket socket) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = socket.getInputStream().read();
        while (next >= 0 && next != '\r') {
            line.append((char) next);
            next = socket.getInputStream().read();
        }
        return line.toString();
    }

    /** A client that is still sending when it is refused may see the connection reset instead of the answer. */
    private static String answerOrNothing(Socket socket) {
        try {
            return firstLine(socket);
        } catch (IOException reset) {
            return "";
        }
    }
}

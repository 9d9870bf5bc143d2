package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.security.Access;
import dev.baton.server.security.Buckets.Rate;
import dev.baton.server.security.Role;
import dev.baton.server.security.Secret;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTest {

    private static final TestServer SERVER =
            TestServer.with(Endpoint.post("/api/v1/change", Access.OPERATOR, request -> Response.noContent()));

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static HttpResponse<String> signIn(String token) {
        return signIn(SERVER, token);
    }

    private static HttpResponse<String> signIn(TestServer server, String token) {
        return server.send(server.request("/api/v1/session")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"token\":\"" + token + "\"}")));
    }

    @Test
    void the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        String cookie = signIn(SERVER.token(Role.ADMIN))
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        assertThat(cookie)
                .startsWith("baton_session=bts_")
                .contains("HttpOnly", "SameSite=Strict", "Path=/")
                .doesNotContain(SERVER.token(Role.ADMIN));
    }

    @Test
    void under_tls_the_cookie_never_travels_without() {
        assertThat(new SessionCookie(true, Duration.ofHours(1)).set(Secret.ofSession()))
                .startsWith("__Host-")
                .contains("; Secure");
    }

    @Test
    void a_session_lasts_as_long_as_the_settings_say() {
        HttpSettings settings = HttpSettings.loopback(0).with(Limits.usual().session(Duration.ofMinutes(5)));
        try (TestServer server = new TestServer(TestServer.freshDatabase(), settings, List.of())) {
            String cookie = server.send(server.request("/api/v1/session")
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString("{\"token\":\"" + server.token(Role.ADMIN) + "\"}")))
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow();
            assertThat(cookie).contains("Max-Age=300");
        }
    }

    @Test
    void a_wrong_token_does_not_sign_in() {
        assertThat(signIn("btn_" + "A".repeat(43)).statusCode()).isEqualTo(401);
        assertThat(signIn("nonsense").statusCode()).isEqualTo(401);
    }

    @Test
    void whoever_guesses_tokens_to_sign_in_with_is_slowed_down_and_others_are_not() {
        Limits limits = Limits.usual().failures(new Rate(0.001, 3));
        try (TestServer server = TestServer.with(HttpSettings.loopback(0).with(limits))) {
            List<Integer> statuses = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                statuses.add(signIn(server, "btn_" + "A".repeat(43)).statusCode());
            }
            assertThat(statuses).containsExactly(401, 401, 401, 429, 429);
            assertThat(signIn(server, server.token(Role.VIEWER)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_session_is_as_long_as_the_settings_say() {
        Limits limits = Limits.usual().session(Duration.ofMinutes(90));
        try (TestServer server = TestServer.with(HttpSettings.loopback(0).with(limits))) {
            assertThat(signIn(server, server.token(Role.VIEWER)).headers().firstValue("Set-Cookie"))
                    .hasValueSatisfying(cookie -> assertThat(cookie).contains("Max-Age=5400;"));
        }
    }

    @Test
    void a_worker_does_not_sign_in() {
        assertThat(signIn(SERVER.token(Role.WORKER)).statusCode()).isEqualTo(403);
    }

    @Test
    void a_cookie_reads_without_further_ado() {
        HttpRequest.Builder request = SERVER.request("/api/v1/session").header("Cookie", SERVER.cookie(Role.VIEWER));
        assertThat(SERVER.send(request).body()).contains("the-viewer");
    }

    @ParameterizedTest
    @CsvSource({
        "1, SAME, same-origin, 204",
        "1, SAME, , 204",
        "1, , same-origin, 204",
        " , SAME, same-origin, 403",
        "0, SAME, same-origin, 403",
        "1, , , 403",
        "1, http://evil.example, , 403",
        "1, http://evil.example, same-origin, 403",
        "1, SAME_OVER_TLS, same-origin, 403",
        "1, SAME_OVER_TLS, , 403",
        "1, SAME, cross-site, 403",
        "1, SAME, same-site, 403",
        "1, SAME, none, 403",
        "1, null, , 403"
    })
    void a_change_by_cookie_must_come_from_a_page_of_the_server(
            String header, String origin, String fetchSite, int status) {
        HttpRequest.Builder request = SERVER.request("/api/v1/change")
                .header("Cookie", SERVER.cookie(Role.OPERATOR))
                .POST(BodyPublishers.noBody());
        if (header != null) {
            request.header("X-Baton-CSRF", header);
        }
        if (origin != null) {
            String authority = "://127.0.0.1:" + SERVER.server.port();
            request.header(
                    "Origin",
                    origin.equals("SAME")
                            ? "http" + authority
                            : origin.equals("SAME_OVER_TLS") ? "https" + authority : origin);
        }
        if (fetchSite != null) {
            request.header("Sec-Fetch-Site", fetchSite);
        }
        assertThat(SERVER.send(request).statusCode()).isEqualTo(status);
    }

    @Test
    void a_bearer_token_needs_no_such_proof() {
        assertThat(SERVER.post(Role.OPERATOR, "/api/v1/change", "").statusCode())
                .isEqualTo(204);
    }

    @Test
    void signing_out_ends_the_session() {
        String cookie = SERVER.cookie(Role.VIEWER);
        HttpResponse<String> out = SERVER.send(SERVER.request("/api/v1/session")
                .header("Cookie", cookie)
                .header("X-Baton-CSRF", "1")
                .header("Sec-Fetch-Site", "same-origin")
                .DELETE());
        assertThat(out.statusCode()).isEqualTo(204);
        assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
        assertThat(SERVER.send(SERVER.request("/api/v1/session").header("Cookie", cookie))
                        .statusCode())
                .isEqualTo(401);
    }
}

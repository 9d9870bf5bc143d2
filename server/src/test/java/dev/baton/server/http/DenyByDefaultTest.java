package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.security.Access;
import dev.baton.server.security.Buckets.Rate;
import dev.baton.server.security.Role;
import dev.baton.server.store.Tokens.Fresh;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DenyByDefaultTest {

    private final AtomicInteger called = new AtomicInteger();
    private final TestServer server = new TestServer(
            TestServer.freshDatabase(),
            HttpSettings.loopback(0).with(Limits.usual().failures(new Rate(1000, 100_000))),
            probes());

    @AfterEach
    void stop() {
        server.close();
    }

    /** An endpoint of each method and each access, whose handlers count. */
    private List<Endpoint> probes() {
        List<Endpoint> probes = new ArrayList<>();
        Handler count = request -> {
            called.incrementAndGet();
            return Response.noContent();
        };
        for (Access access : List.of(Access.VIEWER, Access.OPERATOR, Access.ADMIN, Access.WORKER)) {
            String path = "/api/v1/probe-" + access;
            probes.add(Endpoint.get(path, access, count));
            probes.add(Endpoint.post(path, access, count));
            probes.add(Endpoint.put(path + "/{name}", access, count));
            probes.add(Endpoint.patch(path + "/{name}", access, count));
            probes.add(Endpoint.delete(path + "/{name}", access, count));
        }
        return probes;
    }

    private List<Endpoint> guarded() {
        return server.table.stream()
                .filter(endpoint -> endpoint.access() != Access.PUBLIC)
                .toList();
    }

    private HttpRequest.Builder request(Endpoint endpoint) {
        String path = endpoint.path().replace("{name}", "some").replace("{id}", "0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11");
        return server.request(path)
                .header("Content-Type", "application/json")
                .method(endpoint.method().name(), BodyPublishers.ofString("{}"));
    }

    private void everyEndpointRefuses(int status, UnaryOperator<HttpRequest.Builder> credentials) {
        for (Endpoint endpoint : guarded()) {
            HttpResponse<String> response = server.send(credentials.apply(request(endpoint)));
            assertThat(response.statusCode()).as(endpoint.toString()).isEqualTo(status);
            assertThat(response.headers().firstValue("Content-Type")).contains(Problem.MEDIA_TYPE);
        }
        assertThat(called).hasValue(0);
    }

    @Test
    void only_health_and_sign_in_are_public() {
        assertThat(server.table.stream().filter(endpoint -> endpoint.access() == Access.PUBLIC))
                .extracting(Endpoint::toString)
                .containsExactlyInAnyOrder("POST /api/v1/session", "GET /healthz", "GET /readyz");
    }

    @Test
    void nobody_gets_in_without_credentials() {
        everyEndpointRefuses(401, request -> request);
    }

    @Test
    void nobody_gets_in_with_a_made_up_token() {
        everyEndpointRefuses(401, request -> request.header("Authorization", "Bearer btn_" + "A".repeat(43)));
        everyEndpointRefuses(401, request -> request.header("Authorization", "Basic YWRtaW46YWRtaW4="));
        everyEndpointRefuses(401, request -> request.header("Authorization", "Bearer"));
    }

    @Test
    void nobody_gets_in_with_an_expired_token() {
        Fresh expired = server.tokens.create("old", Role.ADMIN, Instant.now().minusSeconds(1));
        everyEndpointRefuses(
                401,
                request -> request.header(
                        "Authorization", "Bearer " + expired.secret().reveal()));
    }

    @Test
    void nobody_gets_in_with_a_revoked_token() {
        Fresh revoked = server.tokens.create("lost", Role.ADMIN, null);
        server.tokens.revoke(revoked.token().id());
        everyEndpointRefuses(
                401,
                request -> request.header(
                        "Authorization", "Bearer " + revoked.secret().reveal()));
    }

    @Test
    void nobody_gets_in_with_two_tokens_at_once() {
        everyEndpointRefuses(
                401,
                request -> request.header("Authorization", "Bearer " + server.token(Role.ADMIN))
                        .header("Authorization", "Bearer " + server.token(Role.WORKER)));
    }

    @Test
    void every_role_is_refused_what_it_may_not() {
        for (Role role : Role.values()) {
            for (Endpoint endpoint : guarded()) {
                if (!endpoint.access().allows(role)) {
                    HttpResponse<String> response =
                            server.send(request(endpoint).header("Authorization", "Bearer " + server.token(role)));
                    assertThat(response.statusCode()).as(role + " " + endpoint).isEqualTo(403);
                }
            }
        }
        assertThat(called).hasValue(0);
    }

    @Test
    void every_role_may_what_it_may() {
        for (Role role : Role.values()) {
            for (Endpoint endpoint : guarded()) {
                if (endpoint.access().allows(role) && endpoint.path().contains("probe")) {
                    HttpResponse<String> response =
                            server.send(request(endpoint).header("Authorization", "Bearer " + server.token(role)));
                    assertThat(response.statusCode()).as(role + " " + endpoint).isEqualTo(204);
                }
            }
        }
    }

    @Test
    void an_unknown_path_is_401_before_it_is_404() {
        for (String path :
                List.of("/", "/nothing", "/api/v1/nothing", "/api/v1/jobs/x", "/healthz/x", "/api/v1/session/")) {
            assertThat(server.send(server.request(path)).statusCode()).as(path).isEqualTo(401);
            assertThat(server.get(Role.ADMIN, path).statusCode()).as(path).isEqualTo(404);
        }
    }

    @Test
    void a_wrong_method_is_401_before_it_is_405() {
        HttpResponse<String> stranger =
                server.send(server.request("/api/v1/audit").DELETE());
        assertThat(stranger.statusCode()).isEqualTo(401);
        HttpResponse<String> admin =
                server.send(server.as(Role.ADMIN, "/api/v1/audit").DELETE());
        assertThat(admin.statusCode()).isEqualTo(405);
        assertThat(admin.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void other_methods_on_public_paths_are_not_public() {
        for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")) {
            HttpResponse<String> response =
                    server.send(server.request("/readyz").method(method, BodyPublishers.noBody()));
            assertThat(response.statusCode()).as(method).isIn(400, 401, 405);
        }
    }
}

package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.baton.server.security.Access;
import dev.baton.server.security.Role;
import dev.baton.server.store.AuditLog.Entry;
import dev.baton.server.store.AuditLog.Filter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AuditTest {

    private final TestServer server = TestServer.with(
            Endpoint.post("/api/v1/jobs/{name}/trigger", Access.OPERATOR, request -> {
                request.audit("reason", "because");
                return Response.noContent();
            }),
            Endpoint.post("/api/v1/jobs/{name}/pause", Access.OPERATOR, request -> {
                throw ProblemException.conflict("it is paused");
            }),
            Endpoint.post(
                    "/api/v1/jobs/{name}/resume",
                    Access.OPERATOR,
                    request -> Response.later(CompletableFuture.supplyAsync(Response::noContent))),
            Endpoint.post("/api/v1/validate", Access.OPERATOR, request -> Response.noContent())
                    .effect(Effect.NONE));

    @AfterEach
    void stop() {
        server.close();
    }

    private List<Entry> entries() {
        return server.audit.list(new Filter(null, null, null, null, null), null, 100);
    }

    @Test
    void a_change_is_written_down_with_its_true_actor() {
        server.post(Role.OPERATOR, "/api/v1/jobs/etl/trigger", "");
        Entry entry = entries().get(0);
        assertThat(entry.actor()).isEqualTo("the-operator");
        assertThat(entry.action()).isEqualTo("jobs.trigger");
        assertThat(entry.target()).isEqualTo("etl");
        assertThat(entry.address()).isEqualTo("127.0.0.1");
        assertThat(entry.detail()).isEqualTo("{\"reason\":\"because\",\"status\":204}");
    }

    @Test
    void a_change_that_failed_is_written_down_too() {
        server.post(Role.OPERATOR, "/api/v1/jobs/etl/pause", "");
        assertThat(entries()).extracting(Entry::detail).containsExactly("{\"status\":409}");
    }

    @Test
    void a_change_that_takes_time_is_written_down_when_it_is_done() {
        server.post(Role.OPERATOR, "/api/v1/jobs/etl/resume", "");
        assertThat(entries()).extracting(Entry::action).containsExactly("jobs.resume");
    }

    @Test
    void what_changes_nothing_is_not() {
        server.post(Role.OPERATOR, "/api/v1/validate", "");
        server.get(Role.ADMIN, "/api/v1/audit");
        assertThat(entries()).isEmpty();
    }

    @Test
    void what_a_role_does_not_allow_is_written_down() {
        server.post(Role.VIEWER, "/api/v1/jobs/etl/trigger", "");
        server.get(Role.WORKER, "/api/v1/tokens");
        await().untilAsserted(() -> assertThat(entries())
                .extracting(Entry::actor, Entry::action, Entry::target)
                .containsExactlyInAnyOrder(
                        tuple("the-viewer", "jobs.trigger", "etl"), tuple("the-worker", "tokens.list", "")));
        assertThat(entries()).allSatisfy(entry -> assertThat(entry.detail()).contains("refused", "403"));
    }

    @Test
    void refusals_without_pause_fill_no_table() {
        for (int i = 0; i < 100; i++) {
            server.post(Role.VIEWER, "/api/v1/jobs/etl/trigger", "");
        }
        server.post(Role.OPERATOR, "/api/v1/jobs/etl/trigger", "");
        await().until(() -> entries().stream().anyMatch(entry -> entry.actor().equals("the-operator")));
        assertThat(entries()).hasSizeLessThan(50);
    }

    @Test
    void sign_ins_and_sign_outs_are_written_down() {
        String cookie = server.cookie(Role.OPERATOR);
        server.send(server.request("/api/v1/session")
                .header("Cookie", cookie)
                .header("X-Baton-CSRF", "1")
                .header("Sec-Fetch-Site", "same-origin")
                .DELETE());
        assertThat(entries())
                .extracting(Entry::actor, Entry::action)
                .containsExactly(tuple("the-operator", "session.delete"), tuple("the-operator", "session.create"));
        assertThat(entries().toString()).doesNotContain(server.token(Role.OPERATOR));
    }

    @Test
    void the_log_never_holds_a_secret() {
        String body = server.post(Role.ADMIN, "/api/v1/tokens", "{\"name\":\"ci\",\"role\":\"worker\"}")
                .body();
        String secret = Json.mapper().readTree(body).path("secret").asString();
        assertThat(secret).startsWith("btn_");
        assertThat(server.get(Role.ADMIN, "/api/v1/audit").body())
                .contains("tokens.create", "ci")
                .doesNotContain(secret);
        assertThat(server.get(Role.ADMIN, "/api/v1/tokens").body()).doesNotContain(secret);
    }

    @Test
    void the_log_is_read_in_pages() {
        for (int i = 0; i < 5; i++) {
            server.post(Role.OPERATOR, "/api/v1/jobs/job-" + i + "/trigger", "");
        }
        JsonNode first = Json.mapper()
                .readTree(server.get(Role.ADMIN, "/api/v1/audit?limit=3").body());
        String next = first.path("next").asString();
        JsonNode second = Json.mapper()
                .readTree(server.get(Role.ADMIN, "/api/v1/audit?limit=3&cursor=" + next)
                        .body());
        assertThat(first.path("items")
                        .valueStream()
                        .map(item -> item.path("target").asString()))
                .containsExactly("job-4", "job-3", "job-2");
        assertThat(second.path("items")
                        .valueStream()
                        .map(item -> item.path("target").asString()))
                .containsExactly("job-1", "job-0");
        assertThat(second.has("next")).isFalse();
    }

    @Test
    void a_revoked_token_stops_working_at_once() {
        String made = server.post(Role.ADMIN, "/api/v1/tokens", "{\"name\":\"ci\",\"role\":\"viewer\"}")
                .body();
        JsonNode token = Json.mapper().readTree(made);
        String bearer = "Bearer " + token.path("secret").asString();
        assertThat(server.send(server.request("/api/v1/session").header("Authorization", bearer))
                        .statusCode())
                .isEqualTo(200);
        server.send(
                server.as(Role.ADMIN, "/api/v1/tokens/" + token.at("/token/id").asString())
                        .DELETE());
        assertThat(server.send(server.request("/api/v1/session").header("Authorization", bearer))
                        .statusCode())
                .isEqualTo(401);
    }
}

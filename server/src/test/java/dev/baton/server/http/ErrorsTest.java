package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.error.NameTakenException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NotPossibleException;
import dev.baton.error.UnknownConditionException;
import dev.baton.server.security.Access;
import dev.baton.server.security.Role;
import dev.baton.spi.StoreUnavailableException;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ErrorsTest {

    private enum Colour {
        RED,
        GREEN
    }

    private record Inner(int count, @Nullable Colour colour) {}

    private record Outer(
            String name,
            List<Inner> inners,
            @Nullable Duration delay,
            @Nullable Instant at) {}

    private static final Map<String, Exception> FAILURES = Map.of(
            "no-such-job", new NoSuchJobException("etl", List.of("elt")),
            "name-taken", new NameTakenException("etl"),
            "not-possible", new NotPossibleException("it has ended"),
            "invalid", new UnknownConditionException("sucess"),
            "store-away", new StoreUnavailableException("could not read: gone", new IOException("gone")),
            "bug", new IllegalStateException("secret internals"));

    private static final Parameter<Colour> COLOUR = Parameter.oneOf("colour", Colour.class, "A colour.");

    private static final TestServer SERVER = TestServer.with(
            Endpoint.get("/api/v1/fail/{name}", Access.VIEWER, request -> {
                throw FAILURES.get(request.name("name"));
            }),
            Endpoint.get(
                    "/api/v1/later/{name}",
                    Access.VIEWER,
                    request -> Response.later(CompletableFuture.failedFuture(FAILURES.get(request.name("name"))))),
            Endpoint.post("/api/v1/outers", Access.VIEWER, request -> Response.json(request.body(Outer.class)))
                    .takes(Outer.class)
                    .gives(Outer.class),
            Endpoint.get("/api/v1/colours", Access.VIEWER, request -> {
                        request.limit();
                        request.cursor();
                        return Response.json(request.query(COLOUR).orElse(Colour.RED));
                    })
                    .givesListOf(String.class)
                    .query(COLOUR));

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void a_body_that_is_no_json_is_described_without_the_terms_of_the_parser() {
        String huge = "{\"inners\": [{\"count\": " + "9".repeat(1500) + "}]}";
        String bodies =
                post("{").body() + post("{\"name\": NaN}").body() + post(huge).body();
        assertThat(bodies)
                .contains("expected close marker for Object, at line 1", "exceeds the maximum allowed (1000)")
                .doesNotContain("REDACTED", "Feature", "StreamRead");
    }

    private static HttpResponse<String> post(String json) {
        return SERVER.send(SERVER.as(Role.VIEWER, "/api/v1/outers")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    @ParameterizedTest
    @CsvSource({
        "no-such-job, 404",
        "name-taken, 409",
        "not-possible, 409",
        "invalid, 400",
        "store-away, 503",
        "bug, 500"
    })
    void failures_of_the_core_have_their_status(String failure, int status) {
        assertThat(SERVER.get(Role.VIEWER, "/api/v1/fail/" + failure).statusCode())
                .isEqualTo(status);
        assertThat(SERVER.get(Role.VIEWER, "/api/v1/later/" + failure).statusCode())
                .isEqualTo(status);
    }

    @Test
    void a_store_that_is_away_says_when_to_come_back() {
        assertThat(SERVER.get(Role.VIEWER, "/api/v1/fail/store-away").headers().firstValue("Retry-After"))
                .contains("5");
    }

    @Test
    void a_bug_tells_the_client_where_to_look_and_nothing_else() {
        HttpResponse<String> response = SERVER.get(Role.VIEWER, "/api/v1/fail/bug");
        assertThat(response.body()).contains("under request").doesNotContain("secret", "Exception", "\tat ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"a\",\"inners\":[],\"nmae\":1}|/nmae|there is no field",
                "{\"name\":\"a\",\"inners\":[{\"count\":1},{\"count\":\"x\"}]}|/inners/1/count|whole number",
                "{\"name\":\"a\",\"inners\":[{\"count\":1.5}]}|/inners/0/count|whole number",
                "{\"name\":\"a\",\"inners\":[{\"count\":1,\"colour\":\"blue\"}]}|/inners/0/colour|one of red, green",
                "{\"name\":\"a\",\"inners\":[],\"delay\":\"soon\"}|/delay|duration",
                "{\"name\":\"a\",\"inners\":[],\"at\":\"today\"}|/at|a time",
                "{\"name\":5,\"inners\":[]}|/name|text",
                "{\"inners\":[]}|/name|missing",
                "{\"name\":null,\"inners\":[]}|/name|missing",
                "{\"name\":\"a\",\"inners\":[{}]}|/inners/0/count|missing"
            })
    void mistakes_in_a_body_are_named_with_their_place(String body, String pointer, String words) {
        HttpResponse<String> response = SERVER.post(Role.VIEWER, "/api/v1/outers", body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        JsonNode mistake =
                Json.mapper().readTree(response.body()).path("errors").path(0);
        assertThat(mistake.path("pointer").asString()).as(response.body()).isEqualTo(pointer);
        assertThat(mistake.path("message").asString()).contains(words);
    }

    @Test
    void values_come_back_as_they_were_sent() {
        String body =
                "{\"name\":\"a\",\"inners\":[{\"count\":1,\"colour\":\"green\"}],\"delay\":\"2h30m\",\"at\":\"2026-11-15T02:00:00Z\"}";
        assertThat(Json.mapper()
                        .readTree(
                                SERVER.post(Role.VIEWER, "/api/v1/outers", body).body()))
                .isEqualTo(Json.mapper().readTree(body));
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=1001, limit",
        "limit=x, limit",
        "cursor=abc, cursor",
        "cursor=, cursor",
        "colour=blue, colour",
        "color=red, Did you mean",
        "colour=red&colour=green, 2 times"
    })
    void mistakes_in_the_query_are_named(String query, String words) {
        HttpResponse<String> response = SERVER.get(Role.VIEWER, "/api/v1/colours?" + query);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(words);
    }
}

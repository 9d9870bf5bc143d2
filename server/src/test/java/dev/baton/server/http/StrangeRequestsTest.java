package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.security.Access;
import dev.baton.server.security.Role;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests malformed requests: their senders get an error, and other clients notice nothing. */
class StrangeRequestsTest {

    /** Any JSON under names that the client chooses, as parameters of a run are. */
    record Bag(Map<String, Object> values) {}

    private static final TestServer SERVER = TestServer.with(Endpoint.post(
                    "/api/v1/bags",
                    Access.OPERATOR,
                    request -> Response.json(new Bag(request.body(Bag.class).values())))
            .takes(Bag.class)
            .gives(Bag.class));

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static HttpResponse<String> send(Set<String> names) {
        String fields = names.stream().map(name -> "\"" + name + "\":1").collect(Collectors.joining(","));
        return SERVER.post(Role.OPERATOR, "/api/v1/bags", "{\"values\":{" + fields + "}}");
    }

    /**
     * Names of eight letters that have one hash in a parser's table of names, whatever its seed: it adds 33 times the
     * last four letters to a mixture of the first four.
     */
    private static Set<String> colliding(int count) {
        Set<String> names = new LinkedHashSet<>();
        int inverse = 0x3e0f83e1; // of 33, modulo 2^32
        for (int i = 0; names.size() < count; i++) {
            int first = letters(i);
            int mixed = first + (first >>> 15);
            mixed ^= mixed >>> 9;
            int last = (0x12345678 - mixed) * inverse;
            if (isLetters(last)) {
                names.add(text(first) + text(last));
            }
        }
        return names;
    }

    private static int letters(int number) {
        int quad = 0;
        for (int i = 0, rest = number; i < 4; i++, rest /= 26) {
            quad = quad << 8 | 'a' + rest % 26;
        }
        return quad;
    }

    private static boolean isLetters(int quad) {
        return IntStream.of(quad >>> 24, quad >>> 16, quad >>> 8, quad)
                .map(letter -> letter & 0xff)
                .allMatch(letter -> letter > ' ' && letter < 127 && letter != '"' && letter != '\\');
    }

    private static String text(int quad) {
        return new String(
                new byte[] {(byte) (quad >>> 24), (byte) (quad >>> 16), (byte) (quad >>> 8), (byte) quad},
                StandardCharsets.US_ASCII);
    }

    @Test
    void names_that_collide_harm_nobody() {
        Set<String> names = colliding(2_000);

        assertThat(send(names).statusCode()).isEqualTo(200);
        for (int round = 0; round < 20; round++) {
            String prefix = "other" + round + "-";
            Set<String> others =
                    IntStream.range(0, 200).mapToObj(i -> prefix + i).collect(Collectors.toSet());
            assertThat(send(others).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void countless_names_harm_nobody() {
        for (int round = 0; round < 20; round++) {
            String prefix = "n" + round + "-";
            Set<String> names =
                    IntStream.range(0, 20_000).mapToObj(i -> prefix + i).collect(Collectors.toSet());
            assertThat(send(names).statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json; charset=klingon",
                "application/json; charset=\"\"",
                "application/json; charset=utf-16",
                "application/json; charset=%00",
                "application/json;charset=iso-8859-1"
            })
    void a_charset_other_than_utf_8_is_refused(String type) {
        HttpResponse<String> answer = SERVER.send(SERVER.as(Role.OPERATOR, "/api/v1/bags?x=1")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{\"values\":{}}")));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(415);
        assertThat(answer.body()).contains("UTF-8");
    }

    @Test
    void utf_8_may_be_named_and_begin_with_its_mark() {
        HttpResponse<String> answer = SERVER.send(SERVER.as(Role.OPERATOR, "/api/v1/bags")
                .header("Content-Type", "application/json; charset=\"Utf-8\"")
                .POST(BodyPublishers.ofString("\uFEFF{\"values\":{\"ä\":\"ö\"}}")));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("ä", "ö");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "99999999999999999999999999",
                "-1e400",
                "1e2147483648",
                "1e-99999999999",
                "0.0000000000000000000000000000001e999999999"
            })
    void giant_numbers_are_taken_or_refused(String number) {
        HttpResponse<String> answer = SERVER.post(Role.OPERATOR, "/api/v1/bags", "{\"values\":{\"n\":" + number + "}}");

        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 400);
        assertThat(SERVER.get(Role.ADMIN, "/api/v1/audit?limit=" + "9".repeat(400))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void a_number_of_a_hundred_thousand_digits_is_refused() {
        HttpResponse<String> answer =
                SERVER.post(Role.OPERATOR, "/api/v1/bags", "{\"values\":{\"n\":" + "9".repeat(100_000) + "}}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/readyz"})
    void health_answers_head_without_a_token(String path) {
        assertThat(head(null, path).statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> head(Role role, String path) {
        var request = role == null ? SERVER.request(path) : SERVER.as(role, path);
        HttpResponse<String> answer = SERVER.send(request.method("HEAD", BodyPublishers.noBody()));
        assertThat(answer.body()).isEmpty();
        return answer;
    }

    @Test
    void head_obeys_roles_and_checks_parameters_like_get() {
        assertThat(head(null, "/api/v1/audit").statusCode()).isEqualTo(401);
        assertThat(head(Role.VIEWER, "/api/v1/audit").statusCode()).isEqualTo(403);
        assertThat(head(Role.WORKER, "/api/v1/session").statusCode()).isEqualTo(403);
        assertThat(head(Role.ADMIN, "/api/v1/audit?nonsense=1").statusCode()).isEqualTo(400);
        HttpResponse<String> known = head(Role.ADMIN, "/api/v1/audit");
        assertThat(known.statusCode()).isEqualTo(200);
        assertThat(known.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
    }
}

package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.security.Role;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

class JsonFuzzTest {

    private static final TestServer SERVER = TestServer.with();

    @AfterContainer
    static void stop() {
        SERVER.close();
    }

    @Property(tries = 300)
    void whatever_is_sent_the_answer_is_a_problem_and_never_a_stack_trace(@ForAll("bodies") String body) {
        HttpResponse<String> response = SERVER.send(SERVER.as(Role.ADMIN, "/api/v1/tokens")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
        assertThat(response.statusCode()).as(body).isIn(201, 400);
        assertThat(response.body()).doesNotContain("\tat ", "Exception", "tools.jackson", "dev.baton");
    }

    @Property(tries = 200)
    void bytes_that_are_no_text_are_no_exception(@ForAll byte[] body) {
        HttpResponse<String> response = SERVER.send(SERVER.as(Role.ADMIN, "/api/v1/tokens")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body)));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).doesNotContain("\tat ", "Exception");
    }

    @Provide
    Arbitrary<String> bodies() {
        String good = "{\"name\":\"ci\",\"role\":\"viewer\",\"lifetime\":\"2h\"}";
        Arbitrary<String> scrambled = Arbitraries.integers()
                .between(0, good.length() - 1)
                .flatMap(at -> Arbitraries.of(
                                "", "\"", "{", "}", "[", "]", ",", ":", "null", "1e999", "\\u0000", "-", "true", "\n",
                                "\t")
                        .map(piece -> good.substring(0, at) + piece + good.substring(at + 1)));
        Arbitrary<String> values = Arbitraries.of(
                        "null",
                        "1",
                        "1.5",
                        "1e400",
                        "[]",
                        "{}",
                        "\"\"",
                        "[[[[[[[[[[",
                        "{\"a\":{\"a\":{",
                        "true",
                        "\"viewer\"")
                .map(value -> "{\"name\":" + value + ",\"role\":" + value + ",\"lifetime\":" + value + "}");
        Arbitrary<String> nested =
                Arbitraries.integers().between(1, 3000).map(depth -> "[".repeat(depth) + "]".repeat(depth));
        return Arbitraries.oneOf(scrambled, values, nested, Arbitraries.strings());
    }
}

package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.seeded.Draw;
import dev.baton.seeded.Seeds;
import dev.baton.server.security.Role;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class JsonFuzzTest {

    private static final TestServer SERVER = TestServer.with();

    private static final String GOOD = "{\"name\":\"ci\",\"role\":\"viewer\",\"lifetime\":\"2h\"}";

    private static final List<String> PIECES =
            List.of("", "\"", "{", "}", "[", "]", ",", ":", "null", "1e999", "\\u0000", "-", "true", "\n", "\t");

    private static final List<String> VALUES = List.of(
            "null", "1", "1.5", "1e400", "[]", "{}", "\"\"", "[[[[[[[[[[", "{\"a\":{\"a\":{", "true", "\"viewer\"");

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void whatever_is_sent_the_answer_is_a_problem_and_never_a_stack_trace() {
        Seeds.tries(300, draw -> {
            String body = body(draw);
            HttpResponse<String> response = SERVER.send(SERVER.as(Role.ADMIN, "/api/v1/tokens")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(body)));
            assertThat(response.statusCode()).as(body).isIn(201, 400);
            assertThat(response.body()).doesNotContain("\tat ", "Exception", "tools.jackson", "dev.baton");
        });
    }

    @Test
    void bytes_that_are_no_text_are_no_exception() {
        Seeds.tries(200, draw -> {
            HttpResponse<String> response = SERVER.send(SERVER.as(Role.ADMIN, "/api/v1/tokens")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofByteArray(draw.bytes(255))));
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).doesNotContain("\tat ", "Exception");
        });
    }

    private static String body(Draw draw) {
        return draw.oneOf(
                () -> scrambled(draw),
                () -> sameEverywhere(draw.of(VALUES)),
                () -> nested(draw.between(1, 3_000)),
                () -> draw.text(0, 255));
    }

    private static String scrambled(Draw draw) {
        int at = draw.between(0, GOOD.length() - 1);
        return GOOD.substring(0, at) + draw.of(PIECES) + GOOD.substring(at + 1);
    }

    private static String sameEverywhere(String value) {
        return "{\"name\":" + value + ",\"role\":" + value + ",\"lifetime\":" + value + "}";
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }
}

package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.net.GuardedHttp;
import dev.baton.worker.net.HttpAnswer;
import dev.baton.worker.net.HttpCall;
import dev.baton.worker.wire.JsonMappers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Makes HTTP requests. The output has the {@code status} and {@code body} of the response; the body is parsed if the
 * response says that it is JSON, and text otherwise.
 */
final class HttpKind implements Kind {

    private static final int MOST_REDIRECTS = 5;
    private static final int LONGEST_EXCERPT = 500;

    private final GuardedHttp http;
    private final int largestAnswer;

    /**
     * Makes requests with a client.
     *
     * @param largestAnswer the most bytes of a response
     */
    public HttpKind(GuardedHttp http, int largestAnswer) {
        this.http = http;
        this.largestAnswer = largestAnswer;
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public Result run(Assignment assignment, RunIo io) throws InterruptedException {
        Command.Http command = (Command.Http) assignment.command();
        try {
            HttpCall call = call(command, assignment.run().traceparent());
            io.say("%s %s".formatted(command.method(), command.url()));
            HttpAnswer answer = http.send(call);
            io.say("%d, %,d bytes from %s".formatted(answer.status(), answer.body().length, answer.uri()));
            return isExpected(command, answer.status())
                    ? Results.success(output(answer), null)
                    : Results.failure(unexpected(command, answer));
        } catch (IOException | IllegalArgumentException e) {
            return Results.failure("%s %s: %s".formatted(command.method(), command.url(), e.getMessage()));
        }
    }

    private HttpCall call(Command.Http command, @Nullable String traceparent) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("User-Agent", "baton");
        if (traceparent != null) {
            headers.put("traceparent", traceparent);
        }
        headers.putAll(command.headers());
        String body = Objects.requireNonNullElse(command.body(), "");
        return new HttpCall(
                command.method(),
                URI.create(command.url()),
                headers,
                body.getBytes(StandardCharsets.UTF_8),
                new HttpCall.Limits(command.timeout(), largestAnswer, command.followRedirects() ? MOST_REDIRECTS : 0));
    }

    private static boolean isExpected(Command.Http command, int status) {
        return command.expectStatus().isEmpty()
                ? status / 100 == 2
                : command.expectStatus().contains(status);
    }

    private static Map<String, Object> output(HttpAnswer answer) throws IOException {
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("status", answer.status());
        output.put("body", body(answer));
        return output;
    }

    private static @Nullable Object body(HttpAnswer answer) throws IOException {
        if (!answer.isJson() || answer.body().length == 0) {
            return answer.text();
        }
        try {
            return JsonMappers.plain().readValue(answer.body(), Object.class);
        } catch (JacksonException e) {
            throw new IOException("the answer says that it is JSON, but is not: " + e.getOriginalMessage(), e);
        }
    }

    private static String unexpected(Command.Http command, HttpAnswer answer) {
        String text = answer.text().strip();
        String excerpt = text.length() > LONGEST_EXCERPT ? text.substring(0, LONGEST_EXCERPT) + " …" : text;
        return "%s %s was answered with %d%s"
                .formatted(command.method(), command.url(), answer.status(), excerpt.isEmpty() ? "" : ": " + excerpt);
    }
}

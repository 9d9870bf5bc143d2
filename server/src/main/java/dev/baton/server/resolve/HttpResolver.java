package dev.baton.server.resolve;

import dev.baton.worker.net.GuardedHttp;
import dev.baton.worker.net.HttpAnswer;
import dev.baton.worker.net.HttpCall;
import dev.baton.worker.wire.JsonMappers;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** {@code http://…} and {@code https://…}: the lines of a text, or the elements of a JSON array. */
public final class HttpResolver implements Resolver {

    private static final JsonMapper JSON = JsonMappers.plain();
    private static final HttpCall.Limits LIMITS = new HttpCall.Limits(Duration.ofSeconds(60), 64 << 20, 5);
    private static final Map<String, String> HEADERS = Map.of("Accept", "application/json, text/plain;q=0.9");

    private final GuardedHttp http;
    private final HttpCall.Limits limits;

    /** Creates a resolver with an HTTP client. */
    public HttpResolver(GuardedHttp http) {
        this(http, LIMITS);
    }

    HttpResolver(GuardedHttp http, HttpCall.Limits limits) {
        this.http = http;
        this.limits = limits;
    }

    @Override
    public Set<String> schemes() {
        return Set.of("http", "https");
    }

    @Override
    public List<Object> resolve(String uri, ResolveContext context) throws ResolveException, InterruptedException {
        try {
            HttpAnswer answer = http.send(new HttpCall("GET", URI.create(uri), HEADERS, new byte[0], limits));
            if (answer.status() / 100 != 2) {
                throw new IOException("it answers with status " + answer.status());
            }
            return items(answer, context);
        } catch (IOException | IllegalArgumentException e) {
            throw new ResolveException("the items at %s cannot be fetched: %s".formatted(uri, e.getMessage()), e);
        } catch (JacksonException e) {
            throw new ResolveException(
                    "the items at %s are not a JSON array: %s".formatted(uri, e.getOriginalMessage()), e);
        }
    }

    private static List<Object> items(HttpAnswer answer, ResolveContext context) throws IOException {
        if (answer.isJson()) {
            return elements(answer, context);
        }
        String type = answer.header("content-type")
                .orElse("text/plain")
                .split(";", 2)[0]
                .strip();
        if (!type.toLowerCase(Locale.ROOT).equals("text/plain")) {
            throw new IOException(
                    "it answers with %s, and only text/plain and application/json have items".formatted(type));
        }
        return ItemLines.read(new StringReader(answer.text()), context);
    }

    private static List<Object> elements(HttpAnswer answer, ResolveContext context) throws IOException {
        List<Object> items = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(answer.body())) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IOException("its JSON is not an array");
            }
            while (!context.isEnough(items.size()) && parser.nextToken() != JsonToken.END_ARRAY) {
                Object item = parser.readValueAs(Object.class);
                if (item == null) {
                    throw new IOException("element %d of its array is null".formatted(items.size()));
                }
                items.add(item);
            }
        }
        return items;
    }
}

package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a client of the server can say. Paths are those below {@code /api/v1}. Safe from any thread. */
final class Api {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final URI server;
    private final String token;

    Api(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /** With another token. */
    Api as(String other) {
        return new Api(server, other);
    }

    /** A new token of this role. */
    String newToken(String role) {
        return post("/tokens", Map.of("name", role + "-of-a-story", "role", role))
                .expect(201)
                .path("secret")
                .stringValue();
    }

    Answer get(String path) {
        return send("GET", path, null);
    }

    Answer post(String path, Object body) {
        return send("POST", path, JSON.writeValueAsString(body));
    }

    Answer post(String path) {
        return send("POST", path, "{}");
    }

    /** With a body as it stands. */
    Answer send(String method, String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build());
    }

    Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            return new Answer(
                    request.method() + " " + request.uri().getRawPath(),
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The events of a stream, as lines, until the server ends it or the stream is closed. */
    Stream<String> events(String path) {
        HttpRequest request =
                request(path).header("Accept", "text/event-stream").build();
        try {
            HttpResponse<Stream<String>> response = client.send(request, BodyHandlers.ofLines());
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A request with the token; to be changed as one likes. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve("/api/v1" + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token);
    }

    /** What the server said. */
    record Answer(String request, int status, String type, String body) {

        JsonNode expect(int expected) {
            assertThat(status).as("%s: %s", request, body).isEqualTo(expected);
            return json();
        }

        JsonNode json() {
            return body.isEmpty() ? JSON.nullNode() : JSON.readTree(body);
        }
    }
}

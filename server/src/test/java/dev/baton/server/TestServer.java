package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ConfigLoader;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A server on a free port with SQLite in a folder of its own, and its administrator. */
public final class TestServer implements AutoCloseable {

    private final BatonServer server;
    private final String token;
    private final HttpClient client = HttpClient.newHttpClient();

    private TestServer(BatonServer server, String token) {
        this.server = server;
        this.token = token;
    }

    /**
     * Starts it.
     *
     * @param folder where it keeps its files
     * @param configuration what a file would say, in TOML
     */
    public static TestServer start(Path folder, String configuration) throws IOException {
        Path data = folder.resolve("data");
        Map<String, String> environment = Map.of("BATON_SERVER_PORT", "0", "BATON_SERVER_DATA_DIR", data.toString());
        BatonServer server = BatonServer.start(() -> new ConfigLoader(environment, Set.of())
                .parse("baton.toml", configuration)
                .orThrow());
        return new TestServer(
                server, Files.readString(data.resolve("admin.token")).trim());
    }

    /** The answer to a request of the administrator; the path is what follows {@code /api/v1}. */
    public HttpResponse<String> send(String method, String path, String body) {
        try {
            return client.send(
                    HttpRequest.newBuilder(server.address().resolve("/api/v1" + path))
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .method(method, BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The body of an answer that has to have this status. */
    public JsonNode json(String method, String path, String body, int status) {
        HttpResponse<String> answer = send(method, path, body);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(status);
        return parsed(answer);
    }

    /** What is found there. */
    public JsonNode get(String path) {
        return json("GET", path, "", 200);
    }

    /** The body of the answer to what succeeds. */
    public JsonNode post(String path, String body) {
        HttpResponse<String> answer = send("POST", path, body);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isBetween(200, 299);
        return parsed(answer);
    }

    private static JsonNode parsed(HttpResponse<String> answer) {
        return answer.body().isEmpty()
                ? Json.mapper().nullNode()
                : Json.mapper().readTree(answer.body());
    }

    @Override
    public void close() {
        server.close();
    }
}

package dev.baton.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Talks to a running server. What it cannot get it explains in a {@link CommandFailedException}. Answers are trees, not
 * records: a newer server may say more than this version knows of.
 */
final class ServerClient {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final URI server;
    private final String token;
    private final HttpClient http = http();

    ServerClient(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /** Whether a Baton server answers there. */
    static boolean answers(URI server) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(at(server, "/healthz"))
                    .timeout(PATIENCE)
                    .build();
            HttpResponse<String> response = http().send(request, BodyHandlers.ofString());
            return response.statusCode() == 200
                    && MAPPER.readTree(response.body()).path("ok").asBoolean(false);
        } catch (IOException | JacksonException e) {
            return false;
        }
    }

    JsonNode get(String path) throws InterruptedException {
        return send("GET", path, BodyPublishers.noBody());
    }

    JsonNode post(String path, Map<String, ?> body) throws InterruptedException {
        return send("POST", path, BodyPublishers.ofString(Json.write(body)));
    }

    JsonNode delete(String path) throws InterruptedException {
        return send("DELETE", path, BodyPublishers.noBody());
    }

    /** An answer as maps and lists. */
    static Object plain(JsonNode node) {
        return MAPPER.convertValue(node, Object.class);
    }

    private JsonNode send(String method, String path, BodyPublisher body) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(at(server, path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method(method, body)
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            JsonNode answer = read(response.body());
            if (response.statusCode() / 100 == 2) {
                return answer;
            }
            throw refused(response.statusCode(), answer.path("detail").asString(""));
        } catch (ConnectException e) {
            throw new CommandFailedException(
                    server + " cannot be reached. Is the server running? --server or BATON_SERVER names another.");
        } catch (IOException e) {
            throw new CommandFailedException(server + " cannot be reached: " + e.getMessage());
        }
    }

    private static URI at(URI server, String path) {
        String root = server.toString();
        return URI.create((root.endsWith("/") ? root.substring(0, root.length() - 1) : root) + path);
    }

    private static HttpClient http() {
        return HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    private JsonNode read(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw new CommandFailedException(server + " does not answer like a Baton server; is it one?");
        }
    }

    private CommandFailedException refused(int status, String detail) {
        String said = detail.isEmpty() ? "" : " It says: " + detail;
        return new CommandFailedException(
                switch (status) {
                    case 401 ->
                        server + " does not know the token, or it has expired. Give another with --token-file or as"
                                + " BATON_TOKEN." + said;
                    case 403 -> server + " does not allow that with this token: its role is too small." + said;
                    default -> server + " refuses (" + status + ")." + said;
                });
    }
}

package dev.baton.cli.client;

import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The client of a running server's public API. It throws a {@link CommandFailedException} with an explanation if a
 * request fails. Answers are trees, not records, because a newer server may send more fields than this version knows.
 * Safe from any thread.
 */
public final class Api {

    /** The prefix of all paths. */
    public static final String ROOT = "/api/v1";

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A request that waits for the end of an execution is answered after a minute at most. */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(90);

    private static final int LARGEST_PAGE = 1_000;
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final URI server;
    private final String token;
    private final HttpClient http = http();

    /** A client of a server, with a token. */
    public Api(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /** The server's address. */
    public URI server() {
        return server;
    }

    /** The token, which opens the dashboard as well. */
    public String token() {
        return token;
    }

    /** Whether a Baton server answers there. */
    public static boolean answers(URI server) throws InterruptedException {
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

    // ---- one answer

    public JsonNode get(String path) throws InterruptedException {
        return get(path, Query.NONE);
    }

    public JsonNode get(String path, Query query) throws InterruptedException {
        return send("GET", path + query, BodyPublishers.noBody(), "application/json");
    }

    public JsonNode post(String path, Map<String, ?> body) throws InterruptedException {
        return send("POST", path, BodyPublishers.ofString(Json.write(body)), "application/json");
    }

    /** Sends a text of a type of its own. */
    public JsonNode post(String path, Query query, String type, String body) throws InterruptedException {
        return send("POST", path + query, BodyPublishers.ofString(body), type);
    }

    public JsonNode put(String path, Map<String, ?> body) throws InterruptedException {
        return send("PUT", path, BodyPublishers.ofString(Json.write(body)), "application/json");
    }

    public JsonNode delete(String path) throws InterruptedException {
        return send("DELETE", path, BodyPublishers.noBody(), "application/json");
    }

    // ---- lists

    /** The first items of a list that comes in pages. */
    public List<JsonNode> list(String path, Query query, int most) throws InterruptedException {
        List<JsonNode> items = new ArrayList<>();
        String cursor = null;
        do {
            int wanted = Math.min(LARGEST_PAGE, most - items.size());
            JsonNode page = get(path, query.with("limit", wanted).with("cursor", cursor));
            page.path("items").forEach(items::add);
            cursor = page.path("next").asString("");
        } while (!cursor.isEmpty() && items.size() < most);
        return items.size() > most ? items.subList(0, most) : items;
    }

    // ---- streams

    /** Reads a text that may be long, line by line. */
    public void lines(String path, String accept, Consumer<String> line) throws IOException, InterruptedException {
        HttpRequest request =
                request(path).timeout(PATIENCE).header("Accept", accept).GET().build();
        HttpResponse<InputStream> response = send(request, BodyHandlers.ofInputStream());
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            if (response.statusCode() / 100 != 2) {
                StringBuilder body = new StringBuilder();
                for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                    body.append(text);
                }
                throw refused(response.statusCode(), read(body.toString()));
            }
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                line.accept(text);
            }
        }
    }

    // ---- how

    private JsonNode send(String method, String path, BodyPublisher body, String type) throws InterruptedException {
        HttpRequest request = request(path)
                .timeout(path.contains("wait=") ? LONG_PATIENCE : PATIENCE)
                .header("Content-Type", type)
                .header("Accept", "application/json")
                .method(method, body)
                .build();
        HttpResponse<String> response = send(request, BodyHandlers.ofString());
        JsonNode answer = read(response.body());
        if (response.statusCode() / 100 != 2) {
            throw refused(response.statusCode(), answer);
        }
        return answer;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(at(server, ROOT + path)).header("Authorization", "Bearer " + token);
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws InterruptedException {
        try {
            return http.send(request, handler);
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new CommandFailedException(
                    server + " cannot be reached. Is the server running?",
                    "Start one with 'baton server', or name another with --server, --profile or BATON_SERVER.");
        } catch (SSLException e) {
            if (String.valueOf(e.getMessage()).contains("plaintext")) {
                throw new CommandFailedException(
                        server + " does not speak TLS.", "Write http:// if it is a server without, on this machine.");
            }
            throw new CommandFailedException(
                    server + " cannot be trusted: " + e.getMessage(),
                    "If its certificate is your own, import it into a key store and name that in BATON_JAVA_OPTS:"
                            + " -Djavax.net.ssl.trustStore=FILE.");
        } catch (IOException e) {
            throw new CommandFailedException(
                    server + " cannot be reached: " + e.getMessage(), "'baton doctor' looks for the reason.");
        }
    }

    private static URI at(URI server, String path) {
        String root = server.toString();
        return URI.create((root.endsWith("/") ? root.substring(0, root.length() - 1) : root) + path);
    }

    private static HttpClient http() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    private JsonNode read(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw new CommandFailedException(
                    server + " does not answer like a Baton server; is it one?",
                    "Name another with --server, --profile or BATON_SERVER.");
        }
    }

    private CommandFailedException refused(int status, JsonNode answer) {
        String detail = answer.path("detail").asString("");
        String who = server + " says (" + status + "): ";
        return switch (status) {
            case 401 ->
                new CommandFailedException(
                        server + " does not know the token, or it has expired.",
                        "Give another with --token-file or BATON_TOKEN, or sign in with 'baton login'.");
            case 403 ->
                new CommandFailedException(
                        server + " does not allow that with this token: its role does not permit it. " + detail,
                        "An admin creates a token with 'baton token create --role operator'.");
            case 400 -> CommandFailedException.badInput(who + mistakes(answer, detail), "");
            default -> new CommandFailedException(who + mistakes(answer, detail), "");
        };
    }

    /** Several errors get a line each; of a single one the server has written a sentence. */
    private static String mistakes(JsonNode answer, String detail) {
        JsonNode errors = answer.path("errors");
        if (errors.size() < 2) {
            return detail;
        }
        StringBuilder lines = new StringBuilder(errors.size() + " problems:");
        for (JsonNode error : errors) {
            String place = text(error, "place").isEmpty() ? text(error, "pointer") : text(error, "place");
            lines.append("\n  ")
                    .append(place)
                    .append(place.isEmpty() ? "" : ": ")
                    .append(text(error, "message"));
        }
        return lines.toString();
    }

    /** An answer as maps and lists. */
    public static Object plain(JsonNode node) {
        return MAPPER.convertValue(node, Object.class);
    }

    /** A text of a tree; empty when it is missing. */
    public static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}

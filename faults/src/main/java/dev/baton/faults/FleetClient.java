package dev.baton.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Gives the commands of the driver to servers, over HTTP. Safe from any thread. */
final class FleetClient implements Asked {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int CONFLICT = 409;
    private static final int FIRST_ERROR = 400;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Executor threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "client");
        thread.setDaemon(true);
        return thread;
    });
    private final URI address;
    private final String token;

    FleetClient(URI address, String token) {
        this.address = address;
        this.token = token;
    }

    /** The same for another server, or the way to all of them. */
    FleetClient at(URI other) {
        return new FleetClient(other, token);
    }

    @Override
    public CompletableFuture<String> ask(String command) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                answer.complete(perform(command.split(" ")));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                answer.completeExceptionally(e);
            } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private String perform(String[] words) throws IOException, InterruptedException {
        return switch (words[0]) {
            case "submit" -> submit(words[1], words[2]);
            case "cancel", "hold", "release", "retry" ->
                post("/executions/" + words[1] + "/" + words[0], Map.of("reason", "a drill"))
                        .toString();
            case "mark" ->
                post("/runs/" + run(words[1], words[2]) + "/mark", Map.of("status", "success", "reason", "a drill"))
                        .toString();
            case "approve", "reject" ->
                post(
                                "/runs/" + run(words[1], words[2]) + "/approve",
                                Map.of("approved", words[0].equals("approve"), "comment", "a drill"))
                        .toString();
            case "pause" ->
                post("/jobs/" + words[1] + "/pause", Map.of("reason", "it is over"))
                        .toString();
            default -> throw new IllegalArgumentException("no such command: " + words[0]);
        };
    }

    /** Starts an execution, once for each key; returns its id. */
    String submit(String name, String key) throws IOException, InterruptedException {
        return post("/jobs/" + name + "/trigger", Map.of("key", key, "parameters", Map.of("key", key)))
                .path("id")
                .asString();
    }

    /** The id of the run of a step. */
    String run(String execution, String step) throws IOException, InterruptedException {
        for (JsonNode run : get("/runs?execution=" + execution).path("items")) {
            if (run.path("job").asString().endsWith("/" + step)) {
                return run.path("id").asString();
            }
        }
        throw new IOException("no run of " + step + " is there yet");
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return send(request(path).build());
    }

    /** A body that is no JSON. */
    String text(String path) throws IOException, InterruptedException {
        return body(request(path).build());
    }

    /** Follows a stream of events until a line has this text, or the stream ends. */
    boolean hasLine(String path, String text) throws IOException, InterruptedException {
        HttpRequest request =
                request(path).header("Accept", "text/event-stream").build();
        try (Stream<String> lines = client.send(request, BodyHandlers.ofLines()).body()) {
            return lines.anyMatch(line -> line.contains(text));
        }
    }

    /** The answer to a question outside of the API, which needs no token. */
    int status(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(address.resolve(path)).timeout(PATIENCE).build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    JsonNode post(String path, Map<String, ?> body) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address.resolve("/api/v1" + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        String body = body(request);
        return body.isEmpty() ? JSON.nullNode() : JSON.readTree(body);
    }

    private String body(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() == CONFLICT) {
            throw new IOException(REFUSAL + ": " + response.body());
        }
        if (response.statusCode() >= FIRST_ERROR) {
            throw new IOException(request.uri() + " " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}

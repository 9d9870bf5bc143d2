package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.ExplainPage;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the server says of jobs with window dependencies. */
class ExplainWindowTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String FILE = """
            [[jobs]]
            id = "scan"
            command = "exit 3"

            [[jobs]]
            id = "digest"
            kind = "window"
            depends_on = ["scan"]
            window = "1d"
            on_missing = "skip"
            on_dep_fail = "skip"
            cooldown = "10m"
            command = "true"
            """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private BatonServer server;
    private String token;

    @BeforeEach
    void start() throws IOException {
        Map<String, String> environment = Map.of(
                "BATON_SERVER_PORT",
                "0",
                "BATON_SERVER_DATA_DIR",
                folder.resolve("data").toString());
        server = BatonServer.start(() -> new ConfigLoader(environment, Set.of())
                .parse("baton.toml", FILE)
                .orThrow());
        token = Files.readString(folder.resolve("data/admin.token")).trim();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode send(String method, String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1" + path))
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/json")
                    .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("{}"))
                    .build();
            return Json.mapper()
                    .readTree(client.send(request, BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String ended(String job, String status) {
        String execution = send("POST", "/jobs/" + job + "/trigger").path("id").asString();
        await().atMost(PATIENCE)
                .until(() -> send("GET", "/executions/" + execution)
                        .path("status")
                        .asString()
                        .equals(status));
        return execution;
    }

    @Test
    void a_dependency_that_failed_and_the_cooldown_after_it() {
        String scan = ended("scan", "failure");
        String digest = ended("digest", "skipped");
        JsonNode first = send("GET", "/runs/" + digest + ".0/explain");
        assertThat(first.path("cause").asString()).isEqualTo("window");
        assertThat(first.at("/because/0/link").asString()).isEqualTo("/executions/" + scan);
        assertThat(first.at("/because/0/status").asString()).isEqualTo("failure");
        assertThat(Instant.parse(first.path("until").asString())).isAfter(Instant.parse("2026-01-01T00:00:00Z"));
        ExplainPage.saysByTheClock("server-window", first.path("text").asString());

        JsonNode second = send("GET", "/runs/" + ended("digest", "skipped") + ".0/explain");
        assertThat(second.path("cause").asString()).isEqualTo("window");
        ExplainPage.saysByTheClock("server-cooldown", second.path("text").asString());
    }
}

package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.ExplainPage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests explanations of jobs with window dependencies. */
class ExplainWindowTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
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

    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.start(folder, FILE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String ended(String job, String status) {
        String execution =
                server.post("/jobs/" + job + "/trigger", "{}").path("id").asString();
        await().atMost(PATIENCE)
                .until(() -> server.get("/executions/" + execution)
                        .path("status")
                        .asString()
                        .equals(status));
        return execution;
    }

    @Test
    void a_dependency_that_failed_and_the_cooldown_after_it() {
        String scan = ended("scan", "failure");
        String digest = ended("digest", "skipped");
        JsonNode first = server.get("/runs/" + digest + ".0/explain");
        assertThat(first.path("cause").asString()).isEqualTo("window");
        assertThat(first.at("/because/0/link").asString()).isEqualTo("/executions/" + scan);
        assertThat(first.at("/because/0/status").asString()).isEqualTo("failure");
        assertThat(Instant.parse(first.path("until").asString())).isAfter(Instant.parse("2026-01-01T00:00:00Z"));
        ExplainPage.saysByTheClock("server-window", first.path("text").asString());

        JsonNode second = server.get("/runs/" + ended("digest", "skipped") + ".0/explain");
        assertThat(second.path("cause").asString()).isEqualTo("window");
        ExplainPage.saysByTheClock("server-cooldown", second.path("text").asString());
    }
}

package dev.baton.server.api.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.http.Endpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server with the endpoints of runs. */
abstract class RunFixture {

    static final String RUNS = "/api/v1/runs";
    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final String ETL = """
            {"id": "etl", "steps": [
              {"id": "extract", "command": "echo extracted"},
              {"id": "load", "command": "echo broken >&2; exit 3", "after": ["extract"]},
              {"id": "report", "command": "echo reported", "after": ["load"]}]}""";

    static final String RELEASE = """
            {"id": "release", "steps": [
              {"id": "ask", "kind": "approval", "message": "ship it?"},
              {"id": "ship", "command": "echo shipped", "after": ["ask"]}]}""";

    @TempDir
    Path directory;

    ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    Execution trigger(String name) {
        return server.services.baton().trigger(name, Map.of("day", "monday"));
    }

    Execution ended(String name) throws InterruptedException {
        return trigger(name).await(PATIENCE);
    }

    static String run(Execution execution, String step) {
        return RUNS + "/" + execution.run(step).id();
    }

    void awaitStatus(Execution execution, String step, RunStatus status) {
        await().atMost(PATIENCE).until(() -> execution.run(step).status() == status);
    }

    void assertFits(String operation, Answer answer) {
        Endpoint endpoint = server.table.stream()
                .filter(line -> line.about().operation().equals(operation))
                .findFirst()
                .orElseThrow();
        assertThat(server.objections(endpoint, answer)).as(operation).isEmpty();
    }
}

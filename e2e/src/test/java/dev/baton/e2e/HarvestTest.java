package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A workflow that finds out what there is to do while it does it. */
@Tag("ci")
final class HarvestTest {

    private final ServerProcess server = Stories.start("harvest");
    private Operator operator = Operator.of(server);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void added_steps_go_on_where_they_were_when_the_server_is_killed() {
        Notes notes = Notes.in(server.directory(), "harvest.txt");
        String execution = operator.startWorkflow("harvest", notes.parameters());
        await("the middle of what was added")
                .atMost(Duration.ofSeconds(60))
                .until(() -> notes.lines().contains("start unripe"));
        operator.awaitStep(execution, "found", "success");
        assertGraph(execution);

        server.kill();
        server.start();
        operator = Operator.of(server);
        assertGraph(execution);
        assertThat(operator.steps(execution))
                .containsEntry("hidden", "success")
                .containsEntry("weigh", "blocked")
                .containsEntry("rest", "blocked");
        notes.letGo();

        assertThat(operator.ended(execution)).isEqualTo("success");
        assertThat(operator.steps(execution))
                .isEqualTo(Map.of(
                        "find", "success",
                        "ripe", "success",
                        "unripe", "success",
                        "hidden", "success",
                        "found", "success",
                        "spoilt", "skipped",
                        "weigh", "success",
                        "rest", "success"));
        assertGraph(execution);
        assertThat(notes.counts("start"))
                .isEqualTo(
                        Map.of("find", 1L, "ripe", 1L, "unripe", 1L, "search", 1L, "found", 1L, "all", 1L, "rest", 1L));
        assertThat(notes.lines()).endsWith("start all", "start rest");
    }

    private void assertGraph(String execution) {
        JsonNode graph =
                operator.api().get("/executions/" + execution + "/graph").expect(200);
        assertThat(graph.path("edges")
                        .valueStream()
                        .filter(edge -> Operator.text(edge, "child").equals("rest"))
                        .map(edge -> Operator.text(edge, "parent")))
                .as("the final step comes after all others")
                .containsExactlyInAnyOrder("find", "ripe", "unripe", "hidden", "spoilt", "weigh", "found");
        List<String> edges = graph.path("edges")
                .valueStream()
                .filter(edge -> !Operator.text(edge, "child").equals("rest"))
                .map(edge -> Operator.text(edge, "parent") + " → " + Operator.text(edge, "child"))
                .toList();
        assertThat(graph.path("nodes").valueStream().map(node -> Operator.text(node, "step")))
                .containsExactlyInAnyOrder("find", "rest", "ripe", "unripe", "hidden", "spoilt", "weigh", "found");
        assertThat(edges)
                .containsExactlyInAnyOrder(
                        "find → ripe",
                        "find → unripe",
                        "ripe → hidden",
                        "ripe → spoilt",
                        "ripe → weigh",
                        "unripe → weigh",
                        "hidden → found");
    }
}

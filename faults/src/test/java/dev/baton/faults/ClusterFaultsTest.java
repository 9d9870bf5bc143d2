package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One fault at a time, on nodes that share a PostgreSQL. */
@Tag("ci")
class ClusterFaultsTest {

    private static final long SECOND = 1_000_000;

    @RegisterExtension
    final Stage stage = Stage.onPostgres();

    @Test
    void a_killed_nodes_runs_are_resumed_by_another_within_about_the_lease() throws Exception {
        List<NodeProcess> nodes = stage.cluster().start(2);
        NodeProcess first = nodes.get(0);
        NodeProcess second = nodes.get(1);
        UUID execution = stage.submit(first, Waiting.TOLD, "key");
        stage.awaitStart(first, Waiting.BODY);

        stage.cluster().kill(first);
        long killed = Ledger.now();
        stage.awaitStart(second, Waiting.BODY);

        assertThat(stage.startOf(second, Waiting.BODY) - killed).isLessThan(5 * SECOND);
        stage.tellBodies();
        stage.awaitEnd(execution);
        assertThat(stage.status(execution)).isEqualTo("success");
    }

    @Test
    void a_node_that_was_frozen_for_too_long_is_fenced_and_goes_on_as_a_new_one() throws Exception {
        List<NodeProcess> nodes = stage.cluster().start(2);
        NodeProcess frozen = nodes.get(0);
        NodeProcess other = nodes.get(1);
        UUID execution = stage.submit(frozen, Waiting.TOLD, "key");
        stage.awaitStart(frozen, Waiting.BODY);

        frozen.freeze();
        stage.awaitStart(other, Waiting.BODY);
        frozen.thaw();

        stage.await(
                "the body is stopped where it was frozen",
                () -> !stage.ledger(entry -> entry.execution().equals(execution)
                                && entry.node().equals(frozen.name())
                                && !entry.isStart())
                        .isEmpty());
        stage.await("it knows", () -> frozen.log().fencedAt().size() == 1);
        stage.tellBodies();
        stage.awaitEnd(execution);
        assertThat(stage.ledger(entry -> entry.execution().equals(execution) && entry.isEnd()))
                .extracting(LedgerEntry::node)
                .contains(other.name());
        stage.awaitEnd(stage.submit(frozen, Scenarios.CHAIN, "afterwards"));
    }

    @Test
    void a_clean_stop_hands_over_at_once() throws Exception {
        Cluster cluster = stage.cluster(Duration.ofSeconds(60));
        List<NodeProcess> nodes = cluster.startAll(
                List.of(settings -> settings.withCloseGrace(Duration.ofMillis(100)), settings -> settings));
        NodeProcess first = nodes.get(0);
        NodeProcess second = nodes.get(1);
        UUID execution = stage.submit(first, Waiting.TOLD, "key");
        stage.awaitStart(first, Waiting.BODY);

        cluster.stop(first, Duration.ofSeconds(10));
        long stopped = Ledger.now();
        stage.awaitStart(second, Waiting.BODY);

        assertThat(stage.startOf(second, Waiting.BODY) - stopped).isLessThan(3 * SECOND);
        stage.tellBodies();
        stage.awaitEnd(execution);
    }

    @Test
    @Tag("long")
    void work_spreads_over_nodes() throws Exception {
        List<NodeProcess> nodes = stage.cluster().start(3);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            answers.add(nodes.get(0).ask("submit " + Scenarios.BRIEF + " key-" + i + " 0"));
        }
        for (var answer : answers) {
            stage.awaitEnd(UUID.fromString(answer.get()));
        }

        assertThat(stage.ledger(entry -> entry.isStart() && entry.step().equals(Scenarios.BRIEF)).stream()
                        .map(LedgerEntry::node)
                        .collect(Collectors.toSet()))
                .hasSize(3);
    }
}

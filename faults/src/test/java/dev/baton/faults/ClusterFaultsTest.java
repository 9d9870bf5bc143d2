package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One fault at a time, on nodes that share a PostgreSQL. */
class ClusterFaultsTest {

    private static final long SECOND = 1_000_000;

    @RegisterExtension
    final Stage stage = Stage.onPostgres();

    @Test
    void a_killed_nodes_runs_are_resumed_by_another_within_about_the_lease() throws Exception {
        NodeProcess first = stage.cluster().start();
        UUID execution = stage.submit(first, Scenarios.SLOW, "key");
        stage.awaitStart(first, Scenarios.SLOW);
        NodeProcess second = stage.cluster().start();

        stage.cluster().kill(first);
        long killed = Ledger.now();
        stage.awaitStart(second, Scenarios.SLOW);

        assertThat(Ledger.now() - killed).isLessThan(5 * SECOND);
        stage.awaitEnd(execution);
        assertThat(stage.status(execution)).isEqualTo("success");
    }

    @Test
    void a_node_that_was_frozen_for_too_long_is_fenced_and_goes_on_as_a_new_one() throws Exception {
        NodeProcess frozen = stage.cluster().start();
        UUID execution = stage.submit(frozen, Scenarios.SLOW, "key");
        stage.awaitStart(frozen, Scenarios.SLOW);
        NodeProcess other = stage.cluster().start();

        frozen.freeze();
        stage.awaitStart(other, Scenarios.SLOW);
        frozen.thaw();

        // Told to stop, unless it was frozen for so long that it has nothing left to do.
        stage.await(
                "the body is over where it was frozen",
                () -> !stage.ledger(entry -> entry.execution().equals(execution)
                                && entry.node().equals(frozen.name())
                                && !entry.isStart())
                        .isEmpty());
        stage.await("it knows", () -> frozen.log().fencedAt().size() == 1);
        stage.awaitEnd(execution);
        assertThat(stage.ledger(entry -> entry.execution().equals(execution) && entry.isEnd()))
                .extracting(LedgerEntry::node)
                .contains(other.name());
        stage.awaitEnd(stage.submit(frozen, Scenarios.CHAIN, "afterwards"));
    }

    @Test
    void a_clean_stop_hands_over_at_once() throws Exception {
        Cluster cluster = stage.cluster(Duration.ofSeconds(60));
        NodeProcess first = cluster.start(settings -> settings.withCloseGrace(Duration.ofMillis(100)));
        UUID execution = stage.submit(first, Scenarios.SLOW, "key");
        stage.awaitStart(first, Scenarios.SLOW);
        NodeProcess second = cluster.start();

        cluster.stop(first, Duration.ofSeconds(10));
        long stopped = Ledger.now();
        stage.awaitStart(second, Scenarios.SLOW);

        assertThat(Ledger.now() - stopped).isLessThan(3 * SECOND);
        stage.awaitEnd(execution);
    }

    @Test
    void nothing_is_lost_while_the_database_is_gone() throws Exception {
        NodeProcess node = stage.cluster().start();
        List<UUID> executions = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            executions.add(stage.submit(node, Scenarios.LONG, "long-" + i));
        }
        stage.awaitStart(node, Scenarios.LONG + "/work");

        stage.server().crash();
        stage.await(
                "all bodies have ended, and nothing of it can be recorded",
                () -> stage.ledger(LedgerEntry::isEnd).stream()
                                .filter(entry -> entry.step().equals(Scenarios.LONG + "/work"))
                                .count()
                        == executions.size());
        stage.server().restart();

        for (UUID execution : executions) {
            stage.awaitEnd(execution);
            assertThat(stage.status(execution)).isEqualTo("success");
        }
        assertThat(stage.ledger(LedgerEntry::isStart).stream()
                        .filter(entry -> entry.step().startsWith(Scenarios.LONG)))
                .hasSize(20);
        assertThat(node.log().lines(" WARN ")).hasSize(1);
        assertThat(node.log().lines("the store is back")).hasSize(1);
    }

    @Test
    void a_node_stops_while_the_database_is_gone() throws Exception {
        NodeProcess node = stage.cluster().start();
        stage.submit(node, Scenarios.LONG, "key");
        stage.awaitStart(node, Scenarios.LONG + "/work");

        stage.server().crash();
        try {
            stage.cluster().stop(node, Duration.ofSeconds(15));
        } finally {
            stage.server().restart();
        }
    }

    @Test
    void a_wrong_clock_disturbs_neither_fires_nor_leases() throws Exception {
        NodeProcess ahead = stage.cluster().start(settings -> settings.withClock(Duration.ofMinutes(5)));
        NodeProcess right = stage.cluster().start();
        NodeProcess behind = stage.cluster().start(settings -> settings.withClock(Duration.ofMinutes(-5)));
        int before = stage.fires(Scenarios.TICK_ALL).size();

        stage.await(
                "it has fired for longer than a lease",
                () -> stage.fires(Scenarios.TICK_ALL).size() >= before + 5);

        assertEverySecond(stage.fires(Scenarios.TICK_ALL));
        assertThat(stage.fires(Scenarios.TICK_ALL).get(0).scheduled())
                .isBetween(Ledger.now() - 60 * SECOND, Ledger.now());
        for (NodeProcess node : List.of(ahead, right, behind)) {
            assertThat(node.log().fencedAt()).isEmpty();
        }
    }

    @Test
    void work_spreads_over_nodes() throws Exception {
        List<NodeProcess> nodes = List.of(
                stage.cluster().start(),
                stage.cluster().start(),
                stage.cluster().start());
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

    @Test
    void fires_of_seconds_without_a_node_are_late_and_not_missed_whatever_their_policy() throws Exception {
        NodeProcess first = stage.cluster().start();
        stage.await("it fires", () -> stage.fires(Scenarios.TICK_SKIP).size() > 1);
        stage.cluster().kill(first);
        long from = Ledger.now();
        stage.await("some fires are late", () -> Ledger.now() > from + 4 * SECOND);
        long until = Ledger.now();
        stage.cluster().start();
        stage.await(
                "it fires again",
                () -> stage.fires(Scenarios.TICK_SKIP).stream().anyMatch(fire -> fire.scheduled() > until + SECOND));

        for (String tick : List.of(Scenarios.TICK_ALL, Scenarios.TICK_SKIP, Scenarios.TICK_ONCE)) {
            assertEverySecond(stage.fires(tick));
            assertThat(stage.fires(tick)).noneMatch(fire -> fire.trigger().equals("catch-up"));
        }
    }

    private static void assertEverySecond(List<Stage.Fire> fires) {
        long first = fires.get(0).scheduled();
        assertThat(fires)
                .extracting(Stage.Fire::scheduled)
                .containsExactlyElementsOf(LongStream.range(0, fires.size())
                        .mapToObj(second -> first + second * SECOND)
                        .toList());
    }
}

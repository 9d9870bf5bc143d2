package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a stop, a thaw and a death may cost: no attempt, no second start, no more than a lease. */
class LeasesAndAttemptsTest {

    private static final long SECOND = 1_000_000;
    private static final Duration HASTE = Duration.ofMillis(100);

    @RegisterExtension
    final Stage stage = Stage.onPostgres();

    @Test
    void stops_in_the_middle_of_a_long_body_use_up_no_attempt() throws Exception {
        Cluster cluster = stage.cluster(Duration.ofSeconds(60));
        List<NodeProcess> nodes = cluster.startAll(Collections.nCopies(4, settings -> settings.withCloseGrace(HASTE)));
        UUID execution = stage.submit(nodes.get(0), Waiting.TOLD, "key");
        // As often as a run may lose its node before it is failed.
        for (int stops = 0; stops < 3; stops++) {
            int starts = stops + 1;
            stage.await("it starts", () -> starts(execution).size() == starts);
            stage.await(
                    "that it runs is recorded",
                    () -> stage.status(execution, Waiting.BODY).equals("running"));
            String runner = starts(execution).get(stops).node();
            cluster.stop(node(nodes, runner), Duration.ofSeconds(10));
        }
        stage.await("it starts once more", () -> starts(execution).size() == 4);
        stage.tellBodies();
        stage.awaitEnd(execution);

        assertThat(stage.status(execution)).isEqualTo("success");
        assertThat(starts(execution)).extracting(LedgerEntry::attempt).containsOnly(1);
    }

    private List<LedgerEntry> starts(UUID execution) throws IOException {
        return stage.ledger(entry -> entry.execution().equals(execution)
                && entry.isStart()
                && entry.step().equals(Waiting.BODY));
    }

    private static NodeProcess node(List<NodeProcess> nodes, String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_node_that_thaws_starts_nothing_that_has_ended_elsewhere() throws Exception {
        // With few lanes, so that most of what it takes waits for one.
        NodeProcess frozen = stage.cluster().start(settings -> settings.withLanes(2));
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            answers.add(frozen.ask("submit " + Scenarios.BRIEF + " key-" + i + " 0"));
        }
        for (CompletableFuture<String> answer : answers) {
            answer.get(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        // Not in the moment between the last look at the lease and the first line of a body, which nothing can close.
        stage.await("both lanes are in a body", () -> count(LedgerEntry::isStart) - count(LedgerEntry::isEnd) == 2);
        frozen.freeze();
        try {
            assertThat(stage.active(Scenarios.BRIEF))
                    .as("what waits for a lane, beside what runs")
                    .isGreaterThan(2);
            stage.cluster().start();
            stage.await("all have ended elsewhere", () -> stage.active(Scenarios.BRIEF) == 0);
        } finally {
            frozen.thaw();
        }
        stage.await("it knows", () -> !frozen.log().fencedAt().isEmpty());
        stage.awaitEnd(stage.submit(frozen, Scenarios.CHAIN, "afterwards"));

        Map<UUID, Long> ends = stage.ledger(LedgerEntry::isEnd).stream()
                .filter(entry -> entry.step().equals(Scenarios.BRIEF))
                .collect(Collectors.toMap(LedgerEntry::execution, LedgerEntry::at, Math::min));
        List<LedgerEntry> late = stage.ledger(entry -> entry.isStart()
                && entry.node().equals(frozen.name())
                && entry.at() > ends.getOrDefault(entry.execution(), Long.MAX_VALUE));
        assertThat(late.size())
                .as("bodies started after they had ended elsewhere")
                .isZero();
    }

    private int count(Predicate<LedgerEntry> how) throws IOException {
        return stage.ledger(entry -> entry.step().equals(Scenarios.BRIEF) && how.test(entry))
                .size();
    }

    @Test
    void with_the_default_lease_others_go_on_within_fifteen_seconds() throws Exception {
        Cluster cluster = stage.cluster(Duration.ofSeconds(15));
        List<NodeProcess> nodes = cluster.start(2);
        NodeProcess first = nodes.get(0);
        NodeProcess second = nodes.get(1);
        UUID execution = stage.submit(first, Waiting.TOLD, "key");
        stage.awaitStart(first, Waiting.BODY);

        cluster.kill(first);
        long killed = Ledger.now();
        stage.awaitStart(second, Waiting.BODY);

        assertThat(stage.startOf(second, Waiting.BODY) - killed).isLessThan(15 * SECOND);
        stage.tellBodies();
        stage.awaitEnd(execution);
        assertThat(stage.status(execution)).isEqualTo("success");
    }
}

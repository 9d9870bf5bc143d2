package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a stop, a thaw and a death may cost: no attempt, no second start, no more than a lease. */
class LeasesAndAttemptsTest {

    private static final long SECOND = 1_000_000;
    private static final Duration HASTE = Duration.ofMillis(100);

    /** By then it is recorded that an attempt runs. */
    private static final long RECORDED_MICROS = SECOND;

    @RegisterExtension
    final Stage stage = Stage.onPostgres();

    @Test
    @Tag("long")
    void stops_in_the_middle_of_a_long_body_use_up_no_attempt() throws Exception {
        Cluster cluster = stage.cluster(Duration.ofSeconds(60));
        NodeProcess node = cluster.start(settings -> settings.withCloseGrace(HASTE));
        UUID execution = stage.submit(node, Waiting.TOLD, "key");
        for (int stops = 0; stops < 4; stops++) {
            stage.awaitStart(node, Waiting.BODY);
            long started = Ledger.now();
            NodeProcess next = cluster.start(settings -> settings.withCloseGrace(HASTE));
            stage.await("that it runs is recorded", () -> Ledger.now() > started + RECORDED_MICROS);
            cluster.stop(node, Duration.ofSeconds(10));
            node = next;
        }
        stage.awaitStart(node, Waiting.BODY);
        stage.tellBodies();
        stage.awaitEnd(execution);

        assertThat(stage.status(execution)).isEqualTo("success");
        assertThat(stage.ledger(entry -> entry.execution().equals(execution) && entry.isStart()))
                .extracting(LedgerEntry::attempt)
                .containsOnly(1);
    }

    @Test
    @Tag("long")
    void a_node_that_thaws_starts_nothing_that_has_ended_elsewhere() throws Exception {
        NodeProcess frozen = stage.cluster().start();
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            answers.add(frozen.ask("submit " + Scenarios.BRIEF + " key-" + i + " 0"));
        }
        List<UUID> executions = new ArrayList<>();
        for (CompletableFuture<String> answer : answers) {
            executions.add(UUID.fromString(answer.get()));
        }
        frozen.freeze();
        try {
            stage.cluster().start();
            for (UUID execution : executions) {
                stage.awaitEnd(execution);
            }
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

    @Test
    void with_the_default_lease_others_go_on_within_fifteen_seconds() throws Exception {
        Cluster cluster = stage.cluster(Duration.ofSeconds(15));
        NodeProcess first = cluster.start();
        UUID execution = stage.submit(first, Waiting.TOLD, "key");
        stage.awaitStart(first, Waiting.BODY);
        NodeProcess second = cluster.start();

        cluster.kill(first);
        long killed = Ledger.now();
        stage.awaitStart(second, Waiting.BODY);

        // The lease runs out within 15 s of the last sign of life; a moment more for it to be seen.
        assertThat(stage.startOf(second, Waiting.BODY) - killed).isLessThan(17 * SECOND);
        stage.tellBodies();
        stage.awaitEnd(execution);
        assertThat(stage.status(execution)).isEqualTo("success");
    }
}

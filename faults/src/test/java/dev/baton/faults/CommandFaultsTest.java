package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands to executions whose node is in trouble. */
@Tag("ci")
class CommandFaultsTest {

    @RegisterExtension
    final Stage stage = Stage.onPostgres();

    private void ask(NodeProcess node, String command) throws Exception {
        node.ask(command).get(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private List<LedgerEntry> starts(UUID execution, String step) throws Exception {
        return stage.ledger(entry -> entry.isStart()
                && entry.execution().equals(execution)
                && entry.step().equals(step));
    }

    @Test
    void what_was_cancelled_while_its_node_was_frozen_stays_cancelled() throws Exception {
        List<NodeProcess> nodes = stage.cluster().start(2);
        NodeProcess frozen = nodes.get(0);
        NodeProcess other = nodes.get(1);
        UUID execution = stage.submit(frozen, Waiting.TOLD, "key");
        stage.awaitStart(frozen, Waiting.BODY);
        frozen.freeze();
        try {
            stage.await("it is cancelled", () -> {
                ask(other, "cancel " + execution);
                return true;
            });
            stage.awaitEnd(execution);
            assertThat(stage.status(execution)).isEqualTo("cancelled");
        } finally {
            frozen.thaw();
        }
        stage.await("it knows", () -> !frozen.log().fencedAt().isEmpty());
        stage.awaitEnd(stage.submit(frozen, Scenarios.CHAIN, "afterwards"));
        assertThat(stage.status(execution)).isEqualTo("cancelled");
    }

    @Test
    @Tag("long")
    void what_is_held_when_its_node_dies_is_held_by_the_next() throws Exception {
        List<NodeProcess> nodes = stage.cluster().start(2);
        NodeProcess first = nodes.get(0);
        NodeProcess second = nodes.get(1);
        UUID execution = stage.submit(first, Waiting.DELAYED, "key");
        stage.awaitStart(first, Waiting.DELAYED + "/before");
        ask(first, "hold " + execution);
        stage.cluster().kill(first);
        // Longer than the lease and the wait, which go by side by side.
        long killed = Ledger.now();
        stage.await("the wait is over", () -> Ledger.now() > killed + 4_000_000);
        assertThat(stage.status(execution)).isEqualTo("held");
        assertThat(starts(execution, Waiting.DELAYED + "/" + Waiting.AFTER)).isEmpty();
        ask(second, "release " + execution);
        stage.await("it ends", () -> stage.status(execution).equals("success"));
        assertThat(starts(execution, Waiting.DELAYED + "/" + Waiting.AFTER)).hasSize(1);
    }

    @Test
    @Tag("long")
    void what_failed_on_a_node_that_died_is_retried_by_another_and_successes_are_kept() throws Exception {
        List<NodeProcess> nodes = stage.cluster().start(2);
        NodeProcess first = nodes.get(0);
        NodeProcess second = nodes.get(1);
        UUID execution = stage.submit(first, "failing", "key");
        stage.awaitEnd(execution);
        stage.cluster().kill(first);
        ask(second, "retry " + execution);
        stage.await(
                "it failed again",
                () -> starts(execution, "failing/transform").size() == 2
                        && stage.status(execution).equals("failure"));
        assertThat(starts(execution, "failing/extract")).hasSize(1);
    }

    @Test
    @Tag("long")
    void what_is_marked_while_its_node_is_dead_goes_on_from_there() throws Exception {
        List<NodeProcess> nodes = stage.cluster().start(2);
        NodeProcess first = nodes.get(0);
        NodeProcess second = nodes.get(1);
        UUID execution = stage.submit(first, Waiting.TOLD, "key");
        stage.awaitStart(first, Waiting.BODY);
        stage.cluster().kill(first);
        stage.await("it is marked", () -> {
            ask(second, "mark " + execution + " work");
            return true;
        });
        stage.awaitEnd(execution);
        assertThat(stage.status(execution)).isEqualTo("success");
        assertThat(starts(execution, Waiting.TOLD + "/" + Waiting.AFTER)).hasSize(1);
    }
}

package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Executions that wait when their node dies or stops, and commands to executions whose node is in trouble. */
class WaitingFaultsTest {

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

    // ---- waiting

    /** A harm to the node whose executions wait. */
    @FunctionalInterface
    private interface NodeHarm {
        void inflict(NodeProcess node) throws Exception;
    }

    private void goesOnElsewhere(String name, NodeHarm harm) throws Exception {
        NodeProcess first = stage.cluster().start(settings -> settings.withCloseGrace(Duration.ofMillis(100)));
        UUID execution = stage.submit(first, name, "key");
        stage.awaitStart(first, name + "/before");
        NodeProcess second = stage.cluster().start();
        harm.inflict(first);
        if (name.equals(Waiting.APPROVED)) {
            stage.await("it can be approved", () -> {
                ask(second, "approve " + execution + " " + Waiting.STEP);
                return true;
            });
        }
        stage.awaitEnd(execution);

        assertThat(stage.status(execution)).isEqualTo("success");
        assertThat(starts(execution, name + "/before")).hasSize(1);
        assertThat(starts(execution, name + "/" + Waiting.AFTER)).hasSize(1);
    }

    @Test
    void a_nested_workflow_goes_on_when_its_node_is_killed() throws Exception {
        goesOnElsewhere(Waiting.NESTED, stage.cluster()::kill);
    }

    @Test
    void a_nested_workflow_goes_on_when_its_node_is_stopped() throws Exception {
        goesOnElsewhere(Waiting.NESTED, node -> stage.cluster().stop(node, Duration.ofSeconds(10)));
    }

    @Test
    void a_fan_out_goes_on_when_its_node_is_killed() throws Exception {
        goesOnElsewhere(Waiting.FANNED, stage.cluster()::kill);
    }

    @Test
    void a_fan_out_goes_on_when_its_node_is_stopped() throws Exception {
        goesOnElsewhere(Waiting.FANNED, node -> stage.cluster().stop(node, Duration.ofSeconds(10)));
    }

    @Test
    void a_wait_goes_on_when_its_node_is_killed() throws Exception {
        goesOnElsewhere(Waiting.DELAYED, stage.cluster()::kill);
    }

    @Test
    void an_approval_goes_on_when_its_node_is_killed() throws Exception {
        goesOnElsewhere(Waiting.APPROVED, stage.cluster()::kill);
    }

    @Test
    void an_approval_goes_on_when_its_node_is_frozen() throws Exception {
        goesOnElsewhere(Waiting.APPROVED, node -> stage.cluster().freeze(node, Duration.ofSeconds(4)));
    }

    // ---- commands

    @Test
    void what_was_cancelled_while_its_node_was_frozen_stays_cancelled() throws Exception {
        NodeProcess frozen = stage.cluster().start();
        UUID execution = stage.submit(frozen, Scenarios.SLOW, "key");
        stage.awaitStart(frozen, Scenarios.SLOW);
        NodeProcess other = stage.cluster().start();
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
    void what_is_held_when_its_node_dies_is_held_by_the_next() throws Exception {
        NodeProcess first = stage.cluster().start();
        UUID execution = stage.submit(first, Waiting.DELAYED, "key");
        stage.awaitStart(first, Waiting.DELAYED + "/before");
        ask(first, "hold " + execution);
        NodeProcess second = stage.cluster().start();
        stage.cluster().kill(first);
        // Longer than the lease and the wait together.
        long killed = Ledger.now();
        stage.await("the wait is over", () -> Ledger.now() > killed + 7_000_000);
        assertThat(stage.status(execution)).isEqualTo("held");
        assertThat(starts(execution, Waiting.DELAYED + "/" + Waiting.AFTER)).isEmpty();
        ask(second, "release " + execution);
        stage.await("it ends", () -> stage.status(execution).equals("success"));
        assertThat(starts(execution, Waiting.DELAYED + "/" + Waiting.AFTER)).hasSize(1);
    }

    @Test
    void what_failed_on_a_node_that_died_is_retried_by_another_and_successes_are_kept() throws Exception {
        NodeProcess first = stage.cluster().start();
        UUID execution = stage.submit(first, "failing", "key");
        stage.awaitEnd(execution);
        NodeProcess second = stage.cluster().start();
        stage.cluster().kill(first);
        ask(second, "retry " + execution);
        stage.await(
                "it failed again",
                () -> starts(execution, "failing/transform").size() == 2
                        && stage.status(execution).equals("failure"));
        assertThat(starts(execution, "failing/extract")).hasSize(1);
    }

    @Test
    void what_is_marked_while_its_node_is_dead_goes_on_from_there() throws Exception {
        NodeProcess first = stage.cluster().start();
        UUID execution = stage.submit(first, Scenarios.LONG, "key");
        stage.awaitStart(first, Scenarios.LONG + "/work");
        NodeProcess second = stage.cluster().start();
        stage.cluster().kill(first);
        stage.await("it is marked", () -> {
            ask(second, "mark " + execution + " work");
            return true;
        });
        stage.awaitEnd(execution);
        assertThat(stage.status(execution)).isEqualTo("success");
        assertThat(starts(execution, Scenarios.LONG + "/then")).hasSize(1);
    }
}

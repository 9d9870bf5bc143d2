package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Executions that wait when their node dies, stops or freezes. */
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

    /** A harm to the node whose executions wait. */
    @FunctionalInterface
    private interface NodeHarm {
        void inflict(NodeProcess node) throws Exception;
    }

    private void goesOnElsewhere(String name, NodeHarm harm) throws Exception {
        List<NodeProcess> nodes = stage.cluster()
                .startAll(List.of(settings -> settings.withCloseGrace(Duration.ofMillis(100)), settings -> settings));
        NodeProcess first = nodes.get(0);
        NodeProcess second = nodes.get(1);
        UUID execution = stage.submit(first, name, "key");
        stage.awaitStart(first, name + "/before");
        stage.await(
                "it is in its middle",
                () -> stage.status(execution, name + "/before").equals("success") && isInItsMiddle(name));
        harm.inflict(first);
        stage.tellBodies();
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

    /** Whether bodies run that take until they are told; those of a nested workflow and of items are executions apart. */
    private boolean isInItsMiddle(String name) throws Exception {
        String waiting = name.equals(Waiting.NESTED) ? Waiting.CHILD + "/work" : name + "/" + Waiting.STEP;
        int bodies = name.equals(Waiting.NESTED) ? 1 : name.equals(Waiting.FANNED) ? 2 : 0;
        return stage.ledger(entry -> entry.isStart() && entry.step().startsWith(waiting))
                        .size()
                >= bodies;
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
}

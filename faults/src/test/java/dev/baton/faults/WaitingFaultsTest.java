package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Executions that wait when their node dies, stops or freezes. */
@Tag("ci")
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

    /** Several at once: what costs are the nodes. */
    private void goOnElsewhere(NodeHarm harm, String... names) throws Exception {
        List<NodeProcess> nodes = stage.cluster()
                .startAll(List.of(settings -> settings.withCloseGrace(Duration.ofMillis(100)), settings -> settings));
        NodeProcess first = nodes.get(0);
        NodeProcess second = nodes.get(1);
        Map<String, UUID> executions = new LinkedHashMap<>();
        for (String name : names) {
            UUID execution = stage.submit(first, name, "key-of-" + name);
            executions.put(name, execution);
            stage.awaitStart(first, name + "/before");
            stage.await(
                    name + " is in its middle",
                    () -> stage.status(execution, name + "/before").equals("success") && isInItsMiddle(name));
        }
        harm.inflict(first);
        stage.tellBodies();
        UUID approved = executions.get(Waiting.APPROVED);
        if (approved != null) {
            stage.await("it can be approved", () -> {
                ask(second, "approve " + approved + " " + Waiting.STEP);
                return true;
            });
        }
        for (String name : names) {
            UUID execution = executions.get(name);
            stage.awaitEnd(execution);

            assertThat(stage.status(execution)).as(name).isEqualTo("success");
            assertThat(starts(execution, name + "/before")).hasSize(1);
            assertThat(starts(execution, name + "/" + Waiting.AFTER)).hasSize(1);
        }
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
    void nested_workflows_fan_outs_approvals_and_waits_go_on_when_their_node_is_killed() throws Exception {
        // Those without bodies come first: a node that has enough to do leaves new executions to the others.
        goOnElsewhere(stage.cluster()::kill, Waiting.APPROVED, Waiting.DELAYED, Waiting.NESTED, Waiting.FANNED);
    }

    @Test
    @Tag("long")
    void nested_workflows_and_fan_outs_go_on_when_their_node_is_stopped() throws Exception {
        goOnElsewhere(node -> stage.cluster().stop(node, Duration.ofSeconds(10)), Waiting.NESTED, Waiting.FANNED);
    }

    @Test
    @Tag("long")
    void an_approval_goes_on_when_its_node_is_frozen() throws Exception {
        goOnElsewhere(node -> stage.cluster().freeze(node, Duration.ofSeconds(4)), Waiting.APPROVED);
    }
}

package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The database goes, and comes back. */
@Tag("ci")
class OutageFaultsTest {

    @RegisterExtension
    final Stage stage = Stage.onPostgres();

    private long bodies(Predicate<LedgerEntry> which) throws IOException {
        return stage.ledger(which).stream()
                .filter(entry -> entry.step().equals(Waiting.BODY))
                .count();
    }

    @Test
    void nothing_is_lost_while_the_database_is_gone() throws Exception {
        NodeProcess node = stage.cluster().start();
        List<UUID> executions = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            executions.add(stage.submit(node, Waiting.TOLD, "key-" + i));
        }
        stage.await("all bodies run", () -> bodies(LedgerEntry::isStart) == executions.size());

        stage.server().crash();
        stage.tellBodies();
        stage.await(
                "all bodies have ended, and nothing of it can be recorded",
                () -> bodies(LedgerEntry::isEnd) == executions.size());
        stage.server().restart();

        for (UUID execution : executions) {
            stage.awaitEnd(execution);
            assertThat(stage.status(execution)).isEqualTo("success");
        }
        assertThat(stage.ledger(LedgerEntry::isStart).stream()
                        .filter(entry -> entry.step().startsWith(Waiting.TOLD)))
                .hasSize(20);
        assertThat(node.log().lines(" WARN ")).hasSize(1);
        assertThat(node.log().lines("the store is back")).hasSize(1);
    }

    @Test
    @Tag("long")
    void nothing_is_lost_in_a_minute_without_the_database() throws Exception {
        List<NodeProcess> nodes = stage.cluster().start(2);
        List<UUID> executions = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            executions.add(stage.submit(nodes.get(i % 2), Waiting.TOLD, "key-" + i));
        }
        stage.await("all bodies run", () -> bodies(LedgerEntry::isStart) == executions.size());

        stage.server().crash();
        stage.tellBodies();
        stage.await("all bodies have ended", () -> bodies(LedgerEntry::isEnd) == executions.size());
        // Far beyond every lease, and every time that somebody waits for the database.
        Thread.sleep(Duration.ofMinutes(1).toMillis());
        stage.server().restart();

        for (UUID execution : executions) {
            stage.awaitEnd(execution);
            assertThat(stage.status(execution)).isEqualTo("success");
        }
        stage.awaitEnd(stage.submit(nodes.get(0), Scenarios.CHAIN, "afterwards-0"));
        stage.awaitEnd(stage.submit(nodes.get(1), Scenarios.CHAIN, "afterwards-1"));
        for (NodeProcess node : nodes) {
            assertThat(node.log().errors()).isEmpty();
        }
    }

    @Test
    @Tag("long")
    void a_node_stops_while_the_database_is_gone() throws Exception {
        NodeProcess node = stage.cluster().start();
        stage.submit(node, Waiting.TOLD, "key");
        stage.awaitStart(node, Waiting.BODY);

        stage.server().crash();
        try {
            stage.cluster().stop(node, Duration.ofSeconds(15));
        } finally {
            stage.server().restart();
        }
    }
}

package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One process on a file, killed in the middle of everything. */
class SqliteFaultsTest {

    private static final long SECOND = 1_000_000;

    @RegisterExtension
    final Stage stage = Stage.onSqlite();

    @Test
    void a_killed_process_goes_on_where_it_was() throws Exception {
        NodeProcess first = stage.cluster().start();
        UUID held = stage.submit(first, Scenarios.LONG, "held");
        first.ask("hold " + held).get();
        long asked = Ledger.now();
        UUID delayed = stage.submit(first, Scenarios.CHAIN, "delayed", Duration.ofSeconds(3));
        UUID running = stage.submit(first, Waiting.TOLD, "running");
        stage.awaitStart(first, Waiting.BODY);
        // Last, because the node must die before its retry is due.
        UUID retried = stage.submit(first, Scenarios.PATIENT, "retried");
        stage.await("an attempt has failed", () -> stage.isRetryRecorded(retried));

        stage.cluster().kill(first);
        NodeProcess second = stage.cluster().start();
        stage.awaitStart(second, Waiting.BODY);
        stage.tellBodies();

        stage.awaitEnd(delayed);
        stage.awaitEnd(retried);
        stage.awaitEnd(running);
        assertThat(stage.status(held)).isEqualTo("held");
        assertThat(stage.ledger(entry -> entry.execution().equals(delayed))
                        .get(0)
                        .at())
                .isGreaterThanOrEqualTo(asked + 3 * SECOND);
        assertThat(stage.ledger(
                        entry -> entry.step().equals("patient/flaky") && entry.event() == LedgerEntry.Event.RETRY))
                .hasSize(1);
        second.ask("release " + held).get();
        stage.awaitEnd(held);
        assertThat(stage.status(held)).isEqualTo("success");
    }
}

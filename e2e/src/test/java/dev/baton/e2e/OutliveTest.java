package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * A server on SQLite ends, or stands still, while a worker in another process has work of its: the work goes on, and
 * counts. The same on PostgreSQL, with several servers, is a part of {@code faults/run --server}.
 */
@Tag("ci")
@Timeout(300)
final class OutliveTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final String CONFIGURATION = """
            [storage]
            lease = "10s"

            [worker]
            shutdown_grace = "2s"

            [[jobs]]
            id = "long"
            labels = ["far"]
            command = '''
            echo "begins, attempt $BATON_ATTEMPT"
            echo "start $BATON_ATTEMPT" >> "$BATON_PARAM_FILE"
            while [ ! -e "$BATON_PARAM_FILE.go" ]; do sleep 0.1; done
            echo "end $BATON_ATTEMPT" >> "$BATON_PARAM_FILE"
            echo "is done"
            echo "answer=42" > "$BATON_OUTPUT"
            '''

            [[jobs]]
            id = "own"
            command = '''
            echo "start $BATON_ATTEMPT" >> "$BATON_PARAM_FILE"
            while [ ! -e "$BATON_PARAM_FILE.go" ]; do sleep 0.1; done
            echo "end $BATON_ATTEMPT" >> "$BATON_PARAM_FILE"
            '''
            """;

    @Test
    void what_runs_outlives_a_server_that_is_killed_frozen_or_stopped() throws InterruptedException {
        try (ServerProcess server = ServerProcess.start("outlive", CONFIGURATION);
                WorkerProcess worker = WorkerProcess.start(server, "steady", "far")) {
            Work endsMeanwhile = Work.begin(server, "long", "ends-meanwhile");
            Work goesOn = Work.begin(server, "long", "goes-on");
            Work unwanted = Work.begin(server, "long", "unwanted");

            server.kill();
            endsMeanwhile.ledger.letGo();
            endsMeanwhile.awaitLine("end 1");
            server.startInPlace();

            endsMeanwhile.assertEndedOnce(server);
            Operator operator = Operator.of(server);
            operator.api()
                    .post("/executions/" + unwanted.execution + "/cancel", Map.of("reason", "no longer needed"))
                    .expect(200);
            assertThat(operator.ended(unwanted.execution)).isEqualTo("cancelled");
            assertThat(unwanted.ledger.lines()).containsExactly("start 1");

            Work own = Work.begin(server, "own", "own");
            server.freezeFor(LEASE.plusSeconds(3));
            assertThat(operator.steps(goesOn.execution)).isEqualTo(Map.of("long", "running"));
            own.ledger.letGo();
            assertThat(operator.ended(own.execution)).isEqualTo("success");
            assertThat(own.ledger.lines())
                    .as("what its own worker ran while the server stood still")
                    .containsExactly("start 1", "end 1");

            assertThat(server.terminate(PATIENCE)).isIn(0, 143);
            goesOn.ledger.letGo();
            goesOn.awaitLine("end 1");
            server.startInPlace();
            goesOn.assertEndedOnce(server);
            assertThat(worker.terminate(PATIENCE)).isTrue();
        }
    }

    private record Work(String execution, Notes ledger) {

        static Work begin(ServerProcess server, String job, String name) {
            Notes ledger = Notes.in(server.directory(), name + ".txt");
            Work work = new Work(Operator.of(server).startJob(job, ledger.parameters()), ledger);
            work.awaitLine("start 1");
            return work;
        }

        void awaitLine(String line) {
            await(line).atMost(PATIENCE).until(() -> ledger.lines().contains(line));
        }

        void assertEndedOnce(ServerProcess server) {
            Operator operator = Operator.of(server);
            assertThat(operator.ended(execution)).isEqualTo("success");
            assertThat(ledger.lines()).containsExactly("start 1", "end 1");
            JsonNode run = operator.showRun(operator.run(execution, "long"));
            assertThat(run.path("attempt").asInt()).isEqualTo(1);
            assertThat(run.path("output").path("answer").asString()).isEqualTo("42");
            assertThat(run.path("exit_code").asInt(-1)).isZero();
            assertThat(Operator.text(run.path("worker"), "name")).isEqualTo("steady");
            assertThat(operator.api()
                            .get("/runs/" + Operator.text(run, "id") + "/log")
                            .body())
                    .containsOnlyOnce("begins, attempt 1")
                    .containsOnlyOnce("is done");
        }
    }
}

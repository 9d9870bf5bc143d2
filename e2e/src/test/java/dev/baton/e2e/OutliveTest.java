package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A server ends while a worker in another process has work of its: the work goes on, and counts. */
final class OutliveTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

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
            """;

    private ServerProcess server;
    private WorkerProcess worker;

    @BeforeEach
    void start() {
        server = ServerProcess.start("outlive", CONFIGURATION);
        worker = WorkerProcess.start(server, "steady", "far");
    }

    @AfterEach
    void stop() {
        worker.close();
        server.close();
    }

    @Test
    void what_a_worker_ends_while_the_server_is_dead_counts_and_is_not_repeated() {
        Notes ledger = Notes.in(server.directory(), "dead.txt");
        String execution = Operator.of(server).startJob("long", ledger.parameters());
        awaitLine(ledger, "start 1");

        server.kill();
        ledger.letGo();
        awaitLine(ledger, "end 1");
        server.startInPlace();

        assertEndedOnce(execution, ledger);
    }

    @Test
    void what_a_worker_runs_longer_than_the_server_is_dead_and_its_lease_would_last_goes_on() {
        Notes ledger = Notes.in(server.directory(), "longer.txt");
        String execution = Operator.of(server).startJob("long", ledger.parameters());
        awaitLine(ledger, "start 1");

        for (int deaths = 1; deaths <= 2; deaths++) {
            server.kill();
            server.startInPlace();
            awaitHeardUntil(Instant.now().plusSeconds(13));
        }
        Operator operator = Operator.of(server);
        assertThat(operator.steps(execution)).isEqualTo(Map.of("long", "running"));
        ledger.letGo();

        assertEndedOnce(execution, ledger);
    }

    @Test
    void a_clean_stop_leaves_the_work_of_workers_alone_and_waits_for_none_of_it() {
        Notes ledger = Notes.in(server.directory(), "stopped.txt");
        String execution = Operator.of(server).startJob("long", ledger.parameters());
        awaitLine(ledger, "start 1");

        assertThat(server.terminate(Duration.ofSeconds(15))).isIn(0, 143);
        ledger.letGo();
        awaitLine(ledger, "end 1");
        server.startInPlace();

        assertEndedOnce(execution, ledger);
    }

    @Test
    void a_cancel_after_the_restart_reaches_the_work() {
        Notes ledger = Notes.in(server.directory(), "cancelled.txt");
        String execution = Operator.of(server).startJob("long", ledger.parameters());
        awaitLine(ledger, "start 1");

        server.kill();
        server.startInPlace();
        Operator operator = Operator.of(server);
        operator.api()
                .post("/executions/" + execution + "/cancel", Map.of("reason", "no longer needed"))
                .expect(200);

        assertThat(operator.ended(execution)).isEqualTo("cancelled");
        assertThat(ledger.lines()).containsExactly("start 1");
    }

    private void assertEndedOnce(String execution, Notes ledger) {
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

    /** Longer than a lease: a run that was not taken over, or not kept, is another's by then. */
    private void awaitHeardUntil(Instant then) {
        Operator operator = Operator.of(server);
        await("signs of life")
                .atMost(PATIENCE)
                .until(() -> operator.all("/workers").stream()
                        .filter(known -> Operator.text(known, "name").equals("steady"))
                        .anyMatch(known ->
                                Instant.parse(Operator.text(known, "seen")).isAfter(then)));
    }

    private static void awaitLine(Notes notes, String line) {
        await(line).atMost(PATIENCE).until(() -> notes.lines().contains(line));
    }
}

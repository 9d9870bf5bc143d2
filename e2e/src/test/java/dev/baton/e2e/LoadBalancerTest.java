package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three servers behind a load balancer that knows no sessions, and two workers that know only that. */
final class LoadBalancerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int RUNS = 6;

    private static final String CONFIGURATION = """
            [storage]
            url = "%s"
            lease = "5s"

            [worker]
            enabled = false

            [[jobs]]
            id = "long"
            labels = ["far"]
            command = '''
            echo "start $BATON_ATTEMPT" >> "$BATON_PARAM_FILE"
            echo "begun"
            while [ ! -e "$BATON_PARAM_FILE.go" ]; do sleep 0.1; done
            echo "ended"
            echo "end $BATON_ATTEMPT" >> "$BATON_PARAM_FILE"
            '''
            """;

    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<WorkerProcess> workers = new ArrayList<>();
    private EmbeddedPostgres postgres;
    private RoundRobin balancer;
    private Operator operator;

    @BeforeEach
    void start() throws IOException {
        postgres = EmbeddedPostgres.start();
        String configuration = CONFIGURATION.formatted(postgres.getJdbcUrl("postgres", "postgres"));
        for (int i = 0; i < 3; i++) {
            servers.add(ServerProcess.start("balanced-" + i, configuration));
        }
        balancer = new RoundRobin(servers.stream().map(ServerProcess::address).toList());
        operator = new Operator(new Api(balancer.address(), servers.get(0).token()));
        for (String name : List.of("left", "right")) {
            workers.add(WorkerProcess.start(
                    servers.get(0).directory(), operator, List.of(balancer.address()), name, "far"));
        }
    }

    @AfterEach
    void stop() throws IOException {
        workers.forEach(WorkerProcess::close);
        servers.forEach(ServerProcess::close);
        balancer.close();
        postgres.close();
    }

    @Test
    void servers_that_die_one_after_the_other_repeat_nothing() {
        Random random = new Random();
        List<Notes> ledgers = new ArrayList<>();
        List<String> executions = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            Notes ledger = Notes.in(servers.get(0).directory(), "run-" + i + ".txt");
            ledgers.add(ledger);
            executions.add(operator.startJob("long", ledger.parameters()));
        }
        for (Notes ledger : ledgers) {
            await("each to begin").atMost(PATIENCE).until(() -> ledger.lines().contains("start 1"));
        }

        List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
        Collections.shuffle(order, random);
        for (int victim : order) {
            ServerProcess server = servers.get(victim);
            if (random.nextBoolean()) {
                server.kill();
            } else {
                server.terminate(PATIENCE);
            }
            // Two of the runs end while a server is gone.
            ledgers.get(2 * order.indexOf(victim)).letGo();
            ledgers.get(2 * order.indexOf(victim) + 1).letGo();
            server.startInPlace();
        }

        for (int i = 0; i < RUNS; i++) {
            assertThat(operator.ended(executions.get(i))).isEqualTo("success");
            assertThat(ledgers.get(i).lines()).containsExactly("start 1", "end 1");
            String run = operator.run(executions.get(i), "long");
            assertThat(operator.api().get("/runs/" + run + "/log").body())
                    .containsOnlyOnce("begun")
                    .containsOnlyOnce("ended");
        }
    }

    @Test
    void a_cancel_reaches_a_run_and_a_drain_a_worker_whichever_server_is_asked() {
        Notes ledger = Notes.in(servers.get(0).directory(), "cancelled.txt");
        String execution = operator.startJob("long", ledger.parameters());
        await().atMost(PATIENCE).until(() -> ledger.lines().contains("start 1"));
        for (ServerProcess server : servers) {
            Operator each = new Operator(server.api(servers.get(0).token()));
            await("every server to know what the workers run")
                    .atMost(PATIENCE)
                    .until(() -> each.all("/workers").stream()
                                    .mapToInt(worker -> worker.path("running").size())
                                    .sum()
                            == 1);
        }

        operator.api()
                .post("/executions/" + execution + "/cancel", Map.of("reason", "no longer needed"))
                .expect(200);
        assertThat(operator.ended(execution)).isEqualTo("cancelled");
        await("the worker to be free")
                .atMost(PATIENCE)
                .until(() -> operator.all("/workers").stream()
                        .allMatch(worker -> worker.path("running").isEmpty()));
        assertThat(ledger.lines()).containsExactly("start 1");

        String left = workers.get(0).id(operator);
        new Operator(servers.get(2).api(servers.get(0).token()))
                .api()
                .post("/workers/" + left + "/drain")
                .expect(200);
        for (ServerProcess server : servers) {
            Operator each = new Operator(server.api(servers.get(0).token()));
            await("every server to know")
                    .atMost(PATIENCE)
                    .until(() -> each.all("/workers").stream()
                            .filter(worker -> Operator.text(worker, "id").equals(left))
                            .allMatch(worker -> worker.path("draining").asBoolean()));
        }
    }
}

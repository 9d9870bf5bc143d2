package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two servers on one PostgreSQL, and a worker that is connected to the second of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TwoServersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String CONFIGURATION = """
            [storage]
            url = "%s"
            lease = "5s"

            [[jobs]]
            id = "train"
            labels = ["gpu"]
            command = '''
            echo "training, attempt $BATON_ATTEMPT"
            echo "attempt $BATON_ATTEMPT" >> "$BATON_PARAM_FILE"
            while [ ! -e "$BATON_PARAM_FILE.go" ]; do sleep 0.1; done
            echo "trained"
            '''
            """;

    private EmbeddedPostgres postgres;
    private ServerProcess a;
    private ServerProcess b;
    private Operator atA;
    private Operator atB;
    private WorkerProcess worker;

    @BeforeAll
    void start() throws IOException {
        postgres = EmbeddedPostgres.start();
        String configuration = CONFIGURATION.formatted(postgres.getJdbcUrl("postgres", "postgres"));
        a = ServerProcess.start("cluster-a", configuration);
        b = ServerProcess.start("cluster-b", configuration);
        atA = Operator.of(a);
        atB = new Operator(b.api(a.token()));
        worker = WorkerProcess.start(b.directory(), atB, List.of(b.address(), a.address()), "far", "gpu");
    }

    @AfterAll
    void stop() throws IOException {
        for (AutoCloseable one : new AutoCloseable[] {worker, b, a}) {
            close(one);
        }
        postgres.close();
    }

    private static void close(AutoCloseable one) {
        try {
            if (one != null) {
                one.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_worker_serves_servers_that_it_is_not_connected_to_and_outlives_its_own() {
        Notes trained = Notes.in(a.directory(), "trained.txt");
        String execution = atA.startJob("train", trained.parameters());
        String run = atA.run(execution, "train");
        try (Stream<String> lines = atA.api().events("/runs/" + run + "/log")) {
            assertThat(lines.anyMatch(line -> line.contains("training, attempt 1")))
                    .isTrue();
        }
        trained.letGo();
        assertThat(atA.ended(execution)).isEqualTo("success");
        assertThat(atA.api().get("/runs/" + run + "/log").body()).contains("training, attempt 1", "trained");
        assertThat(atB.api().get("/runs/" + run + "/log").body()).contains("training, attempt 1", "trained");

        Notes cancelled = Notes.in(a.directory(), "cancelled.txt");
        String unwanted = atA.startJob("train", cancelled.parameters());
        awaitAttempt(cancelled, 1);
        atA.api()
                .post("/executions/" + unwanted + "/cancel", Map.of("reason", "no longer needed"))
                .expect(200);
        assertThat(atA.ended(unwanted)).isEqualTo("cancelled");

        Notes survivor = Notes.in(a.directory(), "survivor.txt");
        String surviving = atA.startJob("train", survivor.parameters());
        awaitAttempt(survivor, 1);
        b.kill();
        survivor.letGo();
        assertThat(atA.ended(surviving)).isEqualTo("success");
        assertThat(survivor.lines()).containsExactly("attempt 1");
        assertThat(worker.terminate(PATIENCE)).isTrue();
        assertThat(a.terminate(PATIENCE)).isIn(0, 143);
    }

    private static void awaitAttempt(Notes notes, int attempt) {
        await("attempt " + attempt).atMost(PATIENCE).until(() -> notes.lines().contains("attempt " + attempt));
    }
}

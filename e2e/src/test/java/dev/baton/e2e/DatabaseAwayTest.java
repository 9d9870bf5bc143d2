package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The database is out of reach for several leases while a worker on another host has a run. */
@Tag("ci")
final class DatabaseAwayTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String CONFIGURATION = """
            [storage]
            url = "jdbc:postgresql://localhost:%d/postgres?user=postgres"
            lease = "3s"

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

    @Test
    void workers_keep_their_runs_and_their_tokens_and_the_server_says_what_is_wrong() throws IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
                DatabaseCable cable = new DatabaseCable(postgres.getPort());
                ServerProcess server = ServerProcess.start("away", CONFIGURATION.formatted(cable.port()));
                WorkerProcess worker = WorkerProcess.start(server, "patient", "far")) {
            Operator operator = Operator.of(server);
            assertThat(health(server, "/readyz").status()).isEqualTo(200);
            Notes ledger = Notes.in(server.directory(), "away.txt");
            String execution = operator.startJob("long", ledger.parameters());
            await().atMost(PATIENCE).until(() -> ledger.lines().contains("start 1"));

            cable.cut();
            await("readyz to say so")
                    .atMost(PATIENCE)
                    .until(() -> health(server, "/readyz").status() == 503);
            assertThat(health(server, "/readyz").body()).contains("database");
            Instant enough = Instant.now().plusSeconds(12);
            await("four leases")
                    .atMost(PATIENCE)
                    .until(() -> health(server, "/healthz").status() == 200
                            && Instant.now().isAfter(enough));
            ledger.letGo();
            await().atMost(PATIENCE).until(() -> ledger.lines().contains("end 1"));
            cable.mend();

            await("readyz to say so")
                    .atMost(PATIENCE)
                    .until(() -> health(server, "/readyz").status() == 200);
            assertThat(operator.ended(execution)).isEqualTo("success");
            assertThat(ledger.lines()).containsExactly("start 1", "end 1");
            String run = operator.run(execution, "long");
            assertThat(operator.api().get("/runs/" + run + "/log").body())
                    .containsOnlyOnce("begun")
                    .containsOnlyOnce("ended");
            assertThat(worker.terminate(PATIENCE)).isTrue();
        }
    }

    private static Api.Answer health(ServerProcess server, String path) {
        URI address = server.address().resolve(path);
        return new Api(server.address(), "")
                .send(HttpRequest.newBuilder(address).timeout(PATIENCE).build());
    }
}

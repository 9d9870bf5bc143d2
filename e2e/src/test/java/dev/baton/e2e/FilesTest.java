package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** One server whose files are taken away from under it. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("ci")
final class FilesTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String JOB = """
            [[jobs]]
            id = "job"
            command = "true"
            """;

    private static ServerProcess server;

    @BeforeAll
    static void start() {
        server = ServerProcess.start("files", JOB);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    @Order(1)
    void a_second_server_is_kept_out_even_without_the_lock_file() throws Exception {
        Files.delete(server.directory().resolve("data/baton.db.lock"));

        ServerProcess.Refusal refusal = server.refusedBeside();

        assertThat(refusal.exitCode()).isEqualTo(1);
        assertThat(refusal.printed()).contains("in use by process").doesNotContain("\tat ");
        assertThat(server.api().post("/jobs/job/trigger").status()).isEqualTo(201);
    }

    @Test
    @Order(2)
    void a_database_that_is_moved_away_stops_work_until_it_is_back() throws Exception {
        Path database = server.directory().resolve("data/baton.db");
        Path elsewhere = server.directory().resolve("data/elsewhere.db");
        assertThat(ready()).isEqualTo(200);

        Files.move(database, elsewhere);
        assertThat(server.api().post("/jobs/job/trigger").status()).isEqualTo(503);
        assertThat(ready()).isEqualTo(503);
        await("it says so").atMost(LONG).until(() -> server.log().contains("baton.db was removed"));

        Files.move(elsewhere, database);
        await("it goes on by itself").atMost(LONG).until(() -> ready() == 200);
        await("it takes work")
                .atMost(LONG)
                .until(() -> server.api().post("/jobs/job/trigger").status() == 201);
    }

    private static int ready() throws Exception {
        return server.api()
                .send(HttpRequest.newBuilder(server.address().resolve("/readyz"))
                        .build())
                .status();
    }
}

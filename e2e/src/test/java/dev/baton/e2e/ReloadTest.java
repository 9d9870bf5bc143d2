package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** One server, whose file is changed again and again. */
@Tag("ci")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ReloadTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TWO_JOBS = """
            [[jobs]]
            id = "kept"
            command = "true"

            [[jobs]]
            id = "dropped"
            command = "true"
            """;

    private static ServerProcess server;
    private static Operator operator;

    @BeforeAll
    static void start() {
        server = ServerProcess.start("reload", TWO_JOBS);
        operator = Operator.of(server);
        operator.api()
                .post("/jobs", Map.of("id", "made-by-api", "command", "true"))
                .expect(201);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static List<String> jobs() {
        return operator.all("/jobs").stream()
                .map(job -> Operator.text(job, "name"))
                .toList();
    }

    @Test
    @Order(1)
    void a_wrong_file_changes_nothing_and_the_log_says_what_is_wrong() {
        server.configure("""
                [[jobs]]
                id = "added"
                command = "true"

                [[jobs]]
                id = "wrong"
                shedule = "@daily"
                command = "true"
                """);
        server.hangUp();

        await("the refusal").atMost(PATIENCE).until(() -> server.log().contains("shedule"));
        assertThat(server.log()).contains("baton.toml:7").contains("schedule");
        assertThat(jobs()).containsExactlyInAnyOrder("kept", "dropped", "made-by-api");
    }

    @Test
    @Order(2)
    void a_right_file_adds_and_prunes_but_leaves_what_the_api_made() {
        server.configure("""
                [[jobs]]
                id = "kept"
                command = "true"

                [[jobs]]
                id = "added"
                command = "true"
                """);
        server.hangUp();

        await("the new jobs")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(jobs()).containsExactlyInAnyOrder("kept", "added", "made-by-api"));
    }

    @Test
    @Order(3)
    void a_changed_file_is_noticed_without_a_signal() {
        server.configure(TWO_JOBS);

        await("the old jobs")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(jobs()).containsExactlyInAnyOrder("kept", "dropped", "made-by-api"));
    }

    @Test
    @Order(4)
    void what_the_api_made_is_there_after_a_restart() {
        server.terminate(PATIENCE);
        server.start();
        operator = Operator.of(server);

        assertThat(jobs()).containsExactlyInAnyOrder("kept", "dropped", "made-by-api");
    }

    @Test
    @Order(5)
    void a_file_that_defines_nothing_is_applied_only_when_somebody_asks_for_it() {
        server.configure("# nothing\n");

        await("the refusal").atMost(PATIENCE).until(() -> server.log().contains("no longer defines anything"));
        assertThat(jobs()).containsExactlyInAnyOrder("kept", "dropped", "made-by-api");

        operator.api().post("/reload").expect(204);
        assertThat(jobs()).containsExactly("made-by-api");
    }

    @Test
    @Order(6)
    void the_limit_of_a_queue_takes_effect() throws Exception {
        String job = """
                [[jobs]]
                id = "narrow"
                queue = "narrow"
                command = "echo start >> @DIR@/narrow.txt; while [ ! -e @DIR@/narrow.go ]; do sleep 0.05; done"
                """;
        server.configure(job + "\n[queues.narrow]\nlimit = 1\n");
        await("the job").atMost(PATIENCE).until(() -> jobs().contains("narrow"));
        Notes started = Notes.in(server.directory(), "narrow.txt");
        String first = operator.startJob("narrow", Map.of());
        await("the first").atMost(PATIENCE).until(() -> started.lines().size() == 1);

        server.configure(job + "\n[queues.narrow]\nlimit = 2\n");
        operator.api().post("/reload").expect(204);
        String second = operator.startJob("narrow", Map.of());
        await("the second beside the first")
                .atMost(PATIENCE)
                .until(() -> started.lines().size() == 2);

        Notes.write(server.directory().resolve("narrow.go"), "");
        assertThat(operator.ended(first)).isEqualTo("success");
        assertThat(operator.ended(second)).isEqualTo("success");
    }
}

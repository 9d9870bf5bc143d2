package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** SIGTERM. */
final class ShutdownTest {

    private static final String STUBBORN = """
            [worker]
            shutdown_grace = "1s"

            [[jobs]]
            id = "stubborn"
            run_immediately = true
            command = 'echo $$ > @DIR@/pid.part; mv @DIR@/pid.part @DIR@/pid; trap "" TERM; sleep 600; sleep 600'
            """;

    @Test
    void a_server_with_nothing_to_do_stops_at_once() {
        try (ServerProcess server = ServerProcess.start("idle", "")) {
            assertThat(server.terminate(Duration.ofSeconds(10))).isZero();
            assertThat(server.log()).doesNotContain("Exception");
        }
    }

    @Test
    void a_server_that_waits_for_its_database_stops_at_once() {
        String nobody = "[storage]\nurl = 'jdbc:postgresql://127.0.0.1:1/baton'\n";
        try (ServerProcess server = ServerProcess.launch("waiting", nobody)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> server.log().contains("waiting for the database"));

            assertThat(server.terminate(Duration.ofSeconds(10))).isZero();
        }
    }

    @Test
    void a_job_that_does_not_want_to_end_holds_the_server_no_longer_than_its_grace() {
        try (ServerProcess server = ServerProcess.start("stubborn", STUBBORN)) {
            Notes pid = Notes.in(server.directory(), "pid");
            await().atMost(Duration.ofSeconds(60)).until(() -> pid.lines().size() == 1);

            assertThat(server.terminate(Duration.ofSeconds(15))).isZero();

            assertThat(ProcessHandle.of(Long.parseLong(pid.lines().get(0))))
                    .as("the job's process")
                    .isEmpty();
        }
    }

    @Test
    void a_file_that_is_wrong_keeps_the_server_from_starting_and_says_why() {
        ServerProcess.Refusal refusal = ServerProcess.refused("wrong", "[[jobs]]\nid = 'a'\ncomand = 'true'\n");

        assertThat(refusal.exitCode()).isEqualTo(2);
        assertThat(refusal.printed())
                .contains("baton.toml:3")
                .contains("command")
                .doesNotContain("\tat ");
    }
}

package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.client.Api;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerCommandTest {

    @TempDir
    private Path directory;

    @Test
    void without_a_token_it_says_how_to_get_one() {
        Cli cli = Cli.run("worker");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("BATON_TOKEN", "baton token create --role worker");
    }

    @Test
    void a_token_that_is_not_a_workers_is_refused() {
        try (RunningServer server = RunningServer.start(directory)) {
            String viewer = server.run("token", "create", "--name", "v", "--role", "viewer")
                    .out()
                    .strip();
            Cli cli = Cli.run(Map.of("BATON_SERVER", server.address(), "BATON_TOKEN", viewer), "worker");
            assertThat(cli.code()).isEqualTo(1);
            assertThat(cli.err()).contains("the token is not a worker's token").doesNotContain("\tat ");
            Cli unknown = Cli.run("worker", "--server", server.address(), "--token", "nonsense");
            assertThat(unknown.code()).isEqualTo(1);
            assertThat(unknown.err()).contains("or no longer valid");
        }
    }

    @Test
    void a_worker_is_known_to_the_server_until_it_is_told_to_stop() throws Exception {
        try (RunningServer server = RunningServer.start(directory)) {
            String token = server.run("token", "create", "--name", "w", "--role", "worker")
                    .out()
                    .strip();
            ProcessBuilder command = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "worker",
                    "--name",
                    "build-3");
            command.environment().put("BATON_SERVER", server.address());
            command.environment().put("BATON_TOKEN", token);
            Process process = command.redirectErrorStream(true).start();
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                assertThat(output.readLine()).contains("Worker build-3 takes runs from " + server.address());
                Api admin = new Api(server.server().address(), server.adminToken());
                assertThat(admin.get("/workers").toString()).contains("build-3");
                process.destroy();
                assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
                assertThat(admin.get("/workers").toString()).doesNotContain("build-3");
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void bad_options_are_bad_input() {
        assertThat(Cli.run("worker", "--token", "x", "--capacity", "0").err()).contains("at least 1, not 0");
        assertThat(Cli.run("worker", "--token", "x", "--allow-hosts", "10.0.0.0/99")
                        .code())
                .isEqualTo(2);
        assertThat(Cli.run("worker", "--token", "x", "--grace", "long").err()).contains("\"long\" is not a duration");
        assertThat(Cli.run("worker", "--token-file", "nowhere").err()).contains("cannot be read from nowhere");
    }
}

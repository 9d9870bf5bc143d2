package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class WorkerCommandTest {

    private static final Duration LONG = Duration.ofMinutes(2);

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

    /** Prints a line every few hundredths of a second until it is told to go on, and notes when it starts and ends. */
    private static final String LONG_JOB = """
            [storage]
            lease = "5m"

            [[jobs]]
            id = "long"
            labels = ["far"]
            command = '''
            echo "start $$" >> @DIR@/ledger
            n=0
            while [ ! -e @DIR@/go ]; do n=$((n+1)); echo "line $n"; sleep 0.05; done
            echo "total=$n" > $BATON_OUTPUT
            echo "end $$" >> @DIR@/ledger
            '''
            """;

    @Test
    void the_command_of_a_killed_worker_goes_on_and_the_next_start_takes_it_up() throws Exception {
        try (RunningServer server =
                RunningServer.start(directory.resolve("data"), LONG_JOB.replace("@DIR@", directory.toString()))) {
            Api admin = new Api(server.server().address(), server.adminToken());
            String token = server.run("token", "create", "--name", "w", "--role", "worker")
                    .out()
                    .strip();
            String run;
            int before;
            try (WorkerProcess killed = new WorkerProcess(server, token)) {
                assertThat(killed.line()).contains("Worker build-3 takes runs from " + server.address());
                run = Api.text(admin.post("/jobs/long/trigger", Map.of()), "id") + ".0";
                await().atMost(LONG).until(() -> log(admin, run).size() > 5);
                before = log(admin, run).size();
            }
            String id = workerId(admin);
            try (WorkerProcess stopped = new WorkerProcess(server, token)) {
                assertThat(stopped.line())
                        .contains("Run " + run + " of long goes on", "is still at work, as attempt 1");
                await().atMost(LONG).until(() -> log(admin, run).size() > before + 5);
                stopped.terminate();
            }
            Files.createFile(directory.resolve("go"));
            try (WorkerProcess third = new WorkerProcess(server, token)) {
                assertThat(third.line()).contains("Run " + run + " of long goes on");
                await().atMost(LONG)
                        .until(() ->
                                Api.text(admin.get("/runs/" + run), "status").equals("success"));
                assertThat(workerId(admin)).isEqualTo(id);
                third.terminate();
            }
            JsonNode ended = admin.get("/runs/" + run);
            assertThat(ended.path("attempt").asInt()).isEqualTo(1);
            assertThat(ended.path("exit_code").asInt(-1)).isZero();
            int total = Integer.parseInt(Api.text(ended.path("output"), "total"));
            assertThat(log(admin, run))
                    .isEqualTo(IntStream.rangeClosed(1, total)
                            .mapToObj(n -> "line " + n)
                            .toList());
            List<String> ledger = Files.readAllLines(directory.resolve("ledger"));
            assertThat(ledger).hasSize(2);
            assertThat(ledger.get(1)).isEqualTo(ledger.get(0).replace("start", "end"));
            assertThat(admin.get("/workers").toString()).doesNotContain("build-3");
        }
    }

    private static String workerId(Api admin) throws InterruptedException {
        return admin.list("/workers", Query.NONE, 10).stream()
                .filter(worker -> Api.text(worker, "name").equals("build-3"))
                .map(worker -> Api.text(worker, "id"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> log(Api admin, String run) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        admin.lines("/runs/" + run + "/log", "text/plain", lines::add);
        return lines;
    }

    /** A worker in a process of its own, which is killed at the end. */
    private final class WorkerProcess implements AutoCloseable {

        private final Process process;
        private final BufferedReader output;

        WorkerProcess(RunningServer server, String token) throws IOException {
            ProcessBuilder command = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "worker",
                    "--name",
                    "build-3",
                    "--labels",
                    "far",
                    "--on-stop",
                    "leave",
                    "--data-dir",
                    directory.resolve("worker").toString());
            command.environment().put("BATON_SERVER", server.address());
            command.environment().put("BATON_TOKEN", token);
            process = command.redirectErrorStream(true).start();
            output = process.inputReader(StandardCharsets.UTF_8);
        }

        String line() throws IOException {
            return output.readLine();
        }

        void terminate() throws InterruptedException {
            process.destroy();
            assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly().onExit().join();
            output.close();
        }
    }

    @Test
    void bad_options_are_bad_input() {
        assertThat(Cli.run("worker", "--token", "x", "--capacity", "0").err()).contains("at least 1, not 0");
        assertThat(Cli.run("worker", "--token", "x", "--allow-hosts", "10.0.0.0/99")
                        .code())
                .isEqualTo(2);
        assertThat(Cli.run("worker", "--token", "x", "--grace", "long").err()).contains("\"long\" is not a duration");
        assertThat(Cli.run("worker", "--token", "x", "--on-stop", "wait").err())
                .contains("\"wait\" is none of stop, leave");
        assertThat(Cli.run("worker", "--token-file", "nowhere").err()).contains("cannot be read from nowhere");
    }
}

package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Commands of a server go on when the server is gone, and the next one takes them up. */
@Timeout(180)
final class OutlivingCommandTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Notes each start and end in a ledger, prints a line every tenth of a second until it is told to go on. */
    private static final String CONFIGURATION = """
            [worker]
            on_stop = "@ON_STOP@"
            shutdown_grace = "1s"

            [[jobs]]
            id = "long"
            timeout = "10m"
            command = '''
            echo "start $$" >> @DIR@/ledger
            trap 'echo "stopped $$" >> @DIR@/ledger; exit 1' TERM
            n=0
            while [ ! -e @DIR@/go ]; do n=$((n+1)); echo "line $n"; echo "error $n" >&2; sleep 0.1; done
            echo "total=$n" > $BATON_OUTPUT
            echo "end $$" >> @DIR@/ledger
            '''
            """;

    private ServerProcess server;

    @AfterEach
    void close() throws Exception {
        if (server != null) {
            Notes.write(server.directory().resolve("go"), "");
            server.close();
        }
    }

    @Test
    void a_command_outlives_a_killed_server_and_is_taken_up() throws Exception {
        String execution = begin("killed", "stop");
        server.kill();
        long before = spooled();
        await("the command goes on alone").atMost(LONG).until(() -> spooled() > before + 5);
        server.start();
        assertThat(server.log()).contains("run " + execution + ".0 of long goes on");
        await("the log grows again").atMost(LONG).until(() -> lines(execution).size() > before + 10);
        Notes.write(server.directory().resolve("go"), "");
        assertTakenUp(execution);
    }

    @Test
    void a_command_that_ended_while_no_server_was_there_counts() throws Exception {
        String execution = begin("ended", "stop");
        server.kill();
        Notes.write(server.directory().resolve("go"), "");
        await("its end").atMost(LONG).until(() -> ledger().size() == 2);
        server.start();
        assertTakenUp(execution);
    }

    @Test
    void a_stop_that_leaves_commands_disturbs_none() throws Exception {
        String execution = begin("left", "leave");
        assertThat(server.terminate(Duration.ofSeconds(30))).isZero();
        server.start();
        Notes.write(server.directory().resolve("go"), "");
        assertTakenUp(execution);
    }

    @Test
    void a_command_that_was_taken_up_can_be_cancelled() throws Exception {
        String execution = begin("cancelled", "stop");
        server.kill();
        server.start();
        await("it is taken up").atMost(LONG).until(() -> server.log().contains("goes on"));
        server.api().post("/executions/" + execution + "/cancel").expect(200);
        await("the end").atMost(LONG).until(() -> status(execution).equals("cancelled"));
        await("the command was told").atMost(LONG).until(() -> ledger().size() == 2);
        assertThat(ledger().get(1)).isEqualTo(ledger().get(0).replace("start", "stopped"));
    }

    @Test
    void a_stop_stops_commands_by_default_and_uses_up_no_attempt() throws Exception {
        String execution = begin("stopped", "stop");
        assertThat(server.terminate(Duration.ofSeconds(30))).isZero();
        assertThat(ledger()).hasSize(2);
        assertThat(ledger().get(1)).startsWith("stopped");
        server.start();
        Notes.write(server.directory().resolve("go"), "");
        await("the end").atMost(LONG).until(() -> status(execution).equals("success"));
        assertThat(run(execution).path("attempt").asInt()).isEqualTo(1);
    }

    private String begin(String name, String onStop) {
        server = ServerProcess.start("outliving-" + name, CONFIGURATION.replace("@ON_STOP@", onStop));
        String execution = Operator.of(server).startJob("long", Map.of());
        await("some lines").atMost(LONG).until(() -> lines(execution).size() > 10);
        return execution;
    }

    private void assertTakenUp(String execution) throws Exception {
        await("the end").atMost(LONG).until(() -> !isRunning(execution));
        JsonNode run = run(execution);
        assertThat(run.path("status").asString()).as("%s", run).isEqualTo("success");
        assertThat(run.path("attempt").asInt()).isEqualTo(1);
        assertThat(ledger()).hasSize(2);
        assertThat(ledger().get(1)).isEqualTo(ledger().get(0).replace("start", "end"));
        int total = Integer.parseInt(run.path("output").path("total").asString());
        List<String> expected = IntStream.rangeClosed(1, total)
                .boxed()
                .flatMap(n -> List.of("error " + n, "line " + n).stream())
                .sorted()
                .toList();
        assertThat(lines(execution).stream().sorted().toList()).isEqualTo(expected);
    }

    private List<String> lines(String execution) {
        List<String> lines = new ArrayList<>();
        server.api().get("/runs/" + execution + ".0/log").body().lines().forEach(lines::add);
        return lines;
    }

    private long spooled() throws Exception {
        try (var directories = Files.list(server.directory().resolve("data/commands"))) {
            Path spool = directories.findFirst().orElseThrow();
            return (long) Files.readAllLines(spool.resolve("stdout")).size()
                    + Files.readAllLines(spool.resolve("stderr")).size();
        }
    }

    private List<String> ledger() throws Exception {
        return Files.readAllLines(server.directory().resolve("ledger"));
    }

    private JsonNode run(String execution) {
        return server.api().get("/runs/" + execution + ".0").expect(200);
    }

    private boolean isRunning(String execution) {
        return status(execution).equals("running");
    }

    private String status(String execution) {
        return Operator.of(server).execution(execution).path("status").asString();
    }
}

package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Commands of a server go on when the server is gone, and the next one takes them up: one server, ended three times. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("ci")
final class OutlivingCommandTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Notes its start and end in a ledger, prints a line every tenth of a second until it is told to go on. */
    private static final String CONFIGURATION = """
            [worker]
            on_stop = "@ON_STOP@"
            shutdown_grace = "1s"

            [[jobs]]
            id = "long"
            timeout = "10m"
            command = '''
            echo "start $$" >> $BATON_PARAM_FILE
            trap 'echo "stopped $$" >> $BATON_PARAM_FILE; exit 1' TERM
            n=0
            while [ ! -e $BATON_PARAM_FILE.go ]; do n=$((n+1)); echo "line $n"; echo "error $n" >&2; sleep 0.1; done
            echo "total=$n" > $BATON_OUTPUT
            echo "end $$" >> $BATON_PARAM_FILE
            '''
            """;

    private static final List<Work> BEGUN = new ArrayList<>();

    private static ServerProcess server;

    @BeforeAll
    static void start() {
        server = ServerProcess.start("outliving", stopping("stop"));
    }

    @AfterAll
    static void close() {
        BEGUN.forEach(work -> work.ledger.letGo());
        server.close();
    }

    private static String stopping(String how) {
        return CONFIGURATION.replace("@ON_STOP@", how);
    }

    @Test
    @Order(1)
    void commands_outlive_a_killed_server_and_are_taken_up() throws Exception {
        Work goesOn = Work.begin("goes-on");
        Work ends = Work.begin("ends");
        Work unwanted = Work.begin("unwanted");

        server.kill();
        long before = goesOn.spooled();
        await("the command goes on alone").atMost(LONG).until(() -> goesOn.spooled() > before + 5);
        ends.ledger.letGo();
        await("the end of another, with no server there")
                .atMost(LONG)
                .until(() -> ends.ledger.lines().size() == 2);
        server.configure(stopping("leave"));
        server.start();

        ends.assertTakenUp();
        assertThat(server.log()).contains("run " + goesOn.execution + ".0 of long goes on");
        await("the log grows again").atMost(LONG).until(() -> goesOn.lines().size() > before + 10);
        goesOn.ledger.letGo();
        goesOn.assertTakenUp();

        assertThat(server.log()).contains("run " + unwanted.execution + ".0 of long goes on");
        server.api().post("/executions/" + unwanted.execution + "/cancel").expect(200);
        await("the end").atMost(LONG).until(() -> unwanted.status().equals("cancelled"));
        await("the command was told")
                .atMost(LONG)
                .until(() -> unwanted.ledger.lines().size() == 2);
        unwanted.assertTold("stopped");
    }

    @Test
    @Order(2)
    void a_stop_that_leaves_commands_disturbs_none() throws Exception {
        Work left = Work.begin("left");
        assertThat(server.terminate(LONG)).isZero();
        server.configure(stopping("stop"));
        server.start();
        left.ledger.letGo();
        left.assertTakenUp();
    }

    @Test
    @Order(3)
    void a_stop_stops_commands_by_default_and_uses_up_no_attempt() throws Exception {
        Work stopped = Work.begin("stopped");
        assertThat(server.terminate(LONG)).isZero();
        assertThat(stopped.ledger.lines()).hasSize(2);
        stopped.assertTold("stopped");
        server.start();
        stopped.ledger.letGo();
        await("the end").atMost(LONG).until(() -> stopped.status().equals("success"));
        assertThat(stopped.run().path("attempt").asInt()).isEqualTo(1);
    }

    private record Work(String execution, Notes ledger) {

        static Work begin(String name) {
            Notes ledger = Notes.in(server.directory(), name + ".txt");
            Work work = new Work(Operator.of(server).startJob("long", ledger.parameters()), ledger);
            BEGUN.add(work);
            await("some lines").atMost(LONG).until(() -> work.lines().size() > 10);
            return work;
        }

        void assertTakenUp() {
            await("the end").atMost(LONG).until(() -> !status().equals("running"));
            JsonNode run = run();
            assertThat(run.path("status").asString()).as("%s", run).isEqualTo("success");
            assertThat(run.path("attempt").asInt()).isEqualTo(1);
            assertThat(ledger.lines()).hasSize(2);
            assertTold("end");
            int total = Integer.parseInt(run.path("output").path("total").asString());
            List<String> expected = IntStream.rangeClosed(1, total)
                    .boxed()
                    .flatMap(n -> Stream.of("error " + n, "line " + n))
                    .sorted()
                    .toList();
            assertThat(lines().stream().sorted().toList()).isEqualTo(expected);
        }

        /** The same process that noted its start noted this as well. */
        void assertTold(String what) {
            assertThat(ledger.lines().get(1)).isEqualTo(ledger.lines().get(0).replace("start", what));
        }

        List<String> lines() {
            return server.api()
                    .get("/runs/" + execution + ".0/log")
                    .body()
                    .lines()
                    .toList();
        }

        /** How many lines are in the files that its command prints to. */
        long spooled() throws IOException {
            try (Stream<Path> spools = Files.list(server.directory().resolve("data/commands"))) {
                for (Path spool : spools.toList()) {
                    if (Files.readString(spool.resolve("run.json")).contains(execution)) {
                        return (long) Files.readAllLines(spool.resolve("stdout"))
                                        .size()
                                + Files.readAllLines(spool.resolve("stderr")).size();
                    }
                }
            }
            throw new AssertionError("the files of " + execution + " are not there");
        }

        JsonNode run() {
            return server.api().get("/runs/" + execution + ".0").expect(200);
        }

        String status() {
            return Operator.of(server).execution(execution).path("status").asString();
        }
    }
}

package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The disk of a server is full for a while. */
@Timeout(300)
@Tag("ci")
final class FullDiskTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MEGABYTES = 16;
    private static final int TRIGGERS = 4;

    private static final String CONFIGURATION = """
            [[jobs]]
            id = "note"
            command = 'echo "start $BATON_PARAM_NAME" >> "$BATON_PARAM_FILE"'

            [[jobs]]
            id = "talks"
            command = '''
            n=0
            while [ ! -e "$BATON_PARAM_FILE.go" ]; do n=$((n+1)); echo "line $n"; sleep 0.1; done
            echo "said $n" >> "$BATON_PARAM_FILE"
            '''
            """;

    @Test
    void everything_recovers_by_itself_and_nothing_half_happened() throws Exception {
        boolean possible = SmallDisk.isPossible();
        if (!possible) {
            System.out.println("NOT TESTED: a full disk; only root can mount a small one");
        }
        assumeThat(possible).as("root").isTrue();
        List<SmallDisk> disks = new ArrayList<>();
        try (ServerProcess server = ServerProcess.start(
                "full-disk",
                CONFIGURATION,
                directory -> disks.add(SmallDisk.at(directory.resolve("data"), MEGABYTES)))) {
            SmallDisk disk = disks.get(0);
            Notes talk = Notes.in(server.directory(), "talk.txt");
            String talking = Operator.of(server).startJob("talks", talk.parameters());
            await().atMost(PATIENCE).until(() -> !log(server, talking).isEmpty());
            Notes notes = Notes.in(server.directory(), "notes.txt");

            disk.fill();
            List<CompletableFuture<Integer>> asked = IntStream.range(0, TRIGGERS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> trigger(server, notes, "key-" + i)))
                    .toList();
            await("it says that it takes no work").atMost(PATIENCE).until(() -> ready(server) == 503);
            disk.fill();
            List<Integer> answers = asked.stream().map(CompletableFuture::join).toList();
            assertThat(answers).as("a full disk is said").contains(503);

            disk.free();
            await("it takes work by itself").atMost(PATIENCE).until(() -> ready(server) == 200);
            for (int i = 0; i < TRIGGERS; i++) {
                String key = "key-" + i;
                await("it is accepted with its key").atMost(PATIENCE).until(() -> trigger(server, notes, key) < 300);
            }
            int lines = log(server, talking).size();
            await("the log grows again")
                    .atMost(PATIENCE)
                    .until(() -> log(server, talking).size() > lines);
            talk.letGo();
            Operator operator = Operator.of(server);
            await("all have ended")
                    .atMost(PATIENCE)
                    .until(() -> operator.all("/executions?status=running").isEmpty());
            assertThat(notes.counts("start"))
                    .as("answered %s at first", answers)
                    .hasSize(TRIGGERS)
                    .containsValues(1L)
                    .doesNotContainValue(2L);

            assertThat(operator.ended(talking)).isEqualTo("success");
            String last = talk.lines().get(0).replace("said", "line");
            assertThat(log(server, talking))
                    .as("what was said before and after; what a command prints onto a full disk may be lost")
                    .startsWith("line 1", "line 2")
                    .endsWith(last)
                    .doesNotHaveDuplicates();
            server.api()
                    .post("/jobs", Map.of("id", "defined-later", "command", "true"))
                    .expect(201);
            assertThat(operator.all("/audit").stream()
                            .filter(entry -> entry.toString().contains("defined-later")))
                    .hasSize(1);
        } finally {
            for (SmallDisk disk : disks) {
                disk.close();
            }
        }
    }

    private static int trigger(ServerProcess server, Notes notes, String key) {
        return server.api()
                .post("/jobs/note/trigger", Map.of("key", key, "parameters", notes.parameters("name", key)))
                .status();
    }

    private static List<String> log(ServerProcess server, String execution) {
        return server.api().get("/runs/" + execution + ".0/log").body().lines().toList();
    }

    private static int ready(ServerProcess server) {
        return server.api()
                .send(HttpRequest.newBuilder(server.address().resolve("/readyz"))
                        .build())
                .status();
    }
}

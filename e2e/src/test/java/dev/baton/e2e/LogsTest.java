package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What jobs print can be read while they run, however loud their neighbours are. */
@ExtendWith(SharedServer.class)
final class LogsTest {

    private static final int LOUD_BYTES = 20_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ServerProcess server;
    private final Operator operator;
    private final ExecutorService reader = Executors.newSingleThreadExecutor();

    LogsTest(ServerProcess server) {
        this.server = server;
        this.operator = Operator.of(server);
    }

    @AfterEach
    void stop() {
        reader.shutdownNow();
    }

    /** Follows the log of a run; the list grows while it is written. */
    private List<String> follow(String run, CompletableFuture<Void> end) {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        reader.execute(() -> {
            try (Stream<String> events = operator.api().events("/runs/" + run + "/log")) {
                events.filter(line -> line.startsWith("data:")).forEach(lines::add);
                end.complete(null);
            } catch (RuntimeException | AssertionError e) {
                end.completeExceptionally(e);
            }
        });
        return lines;
    }

    @Test
    void a_line_is_read_while_the_job_that_wrote_it_goes_on() {
        assertLive("talk.txt");
    }

    /** The job ends only after its first line was read: had it not been live, the job would not end. */
    private void assertLive(String signal) {
        Notes goOn = Notes.in(server.directory(), signal);
        String execution = operator.startJob("talker", goOn.parameters());
        CompletableFuture<Void> end = new CompletableFuture<>();
        List<String> lines = follow(operator.run(execution, "talker"), end);
        await("the first line").atMost(PATIENCE).until(() -> contains(lines, "ready"));

        Notes.write(goOn.file(), "");

        assertThat(operator.ended(execution)).isEqualTo("success");
        await("the last line").atMost(PATIENCE).until(() -> contains(lines, "over"));
        assertThat(end).succeedsWithin(PATIENCE);
    }

    private static boolean contains(List<String> lines, String text) {
        synchronized (lines) {
            return lines.stream().anyMatch(line -> line.contains(text));
        }
    }

    @Test
    void a_loud_job_does_not_hold_up_the_log_of_another() {
        Notes goOn = Notes.in(server.directory(), "loud.txt");
        String loud = operator.startJob("loud", goOn.parameters());
        operator.awaitStep(loud, "loud", "running");

        assertLive("talk-beside-loud.txt");

        assertThat(operator.steps(loud)).containsEntry("loud", "running");
        Notes.write(goOn.file(), "");
        assertThat(operator.ended(loud)).isEqualTo("success");
        String log = operator.api()
                .get("/runs/" + operator.run(loud, "loud") + "/log")
                .body();
        assertThat(log.length()).isGreaterThanOrEqualTo(LOUD_BYTES);
    }

    @Test
    void a_log_is_read_in_parts() {
        Notes goOn = Notes.in(server.directory(), "parts.txt");
        Notes.write(goOn.file(), "");
        String execution = operator.startJob("talker", goOn.parameters());
        operator.ended(execution);
        String path = "/runs/" + operator.run(execution, "talker") + "/log";

        String whole = operator.api().get(path).body();

        assertThat(whole.lines()).contains("ready", "over");
        assertThat(operator.api().get(path + "?offset=0&limit=1").body())
                .isNotEmpty()
                .hasSizeLessThan(whole.length());
    }
}

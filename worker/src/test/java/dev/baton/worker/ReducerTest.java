package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.worker.Assignment.Inputs;
import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.kind.HandlerKind;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker fetches what a reducer combines page by page, before it starts the command. */
class ReducerTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final List<String> PAGES = List.of("{\"index\":0}\n{\"index\":1}\n", "{\"index\":2,\"ü\":1}\n");

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestServer server = new TestServer(Duration.ofMillis(20), LONG);
    private Worker worker;

    @BeforeEach
    void start() {
        List<Kind> kinds =
                new ArrayList<>(StandardKinds.of(threads, System.getenv(), List.of("claude"), Allowed.PRIVATE));
        Handlers handlers = Handlers.none().with("merge", ReducerTest::merge);
        kinds.add(new HandlerKind(handlers));
        worker = new Worker(server, WorkerOptions.named("w").withCapacity(1), kinds, handlers.names());
        worker.start();
        await().atMost(LONG).until(() -> server.workers() == 1);
        server.pages(PAGES);
    }

    @AfterEach
    void end() {
        server.unreachable(false);
        worker.close(Duration.ZERO);
        threads.shutdownNow();
    }

    private Path copied() {
        return directory.resolve("copied");
    }

    private static List<String> merge(HandlerContext context) throws Exception {
        List<String> read = new ArrayList<>();
        context.results(
                item -> read.add(item.index() + " " + item.status() + " " + item.output() + " " + item.error()));
        return read;
    }

    private Assignment reducer(String lease) {
        return reducing(Assignments.shell(lease, "cp \"$BATON_RESULTS\" " + copied()));
    }

    private static Assignment reducing(Assignment assignment) {
        Inputs inputs = new Inputs(Map.of(), Map.of(), Map.of(), null, Map.of(), null, "BATON_RESULTS");
        return Assignments.withInputs(assignment, inputs);
    }

    @Test
    void a_handler_reads_one_result_after_the_other() {
        server.pages(List.of("""
                {"index":0,"status":"success","output":{"rows":2}}
                {"index":1,"status":"failure","error":"no disk"}
                """, "{\"index\":2,\"status\":\"success\",\"output\":\"ü\"}\n"));
        server.submit(reducing(Assignments.of("h", new Command.Handler("merge"))));
        await().atMost(LONG).until(() -> server.result("h").isPresent());
        assertThat(server.result("h").orElseThrow().output())
                .isEqualTo(List.of("0 success {rows=2} null", "1 failure null no disk", "2 success ü null"));
    }

    @Test
    void a_handler_that_is_no_reducer_has_no_results() {
        server.submit(Assignments.of("h", new Command.Handler("merge")));
        await().atMost(LONG).until(() -> server.result("h").isPresent());
        assertThat(server.result("h").orElseThrow().message()).contains("is not the reducer of a fan-out");
    }

    @Test
    void the_pages_are_one_file() {
        server.submit(reducer("r"));
        await().atMost(LONG).until(() -> server.result("r").isPresent());
        assertThat(server.result("r").orElseThrow().outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(copied()).hasContent(String.join("", PAGES));
    }

    @Test
    void pages_that_cannot_be_fetched_now_are_fetched_later() {
        server.failPages(true);
        server.submit(reducer("r"));
        await().atMost(LONG).until(() -> server.pagesRead() > 2);
        assertThat(copied()).doesNotExist();
        server.failPages(false);
        await().atMost(LONG).until(() -> server.result("r").isPresent());
        assertThat(copied()).hasContent(String.join("", PAGES));
    }

    @Test
    void a_lost_lease_ends_the_fetching_and_nothing_starts() {
        server.failPages(true);
        server.submit(reducer("r"));
        await().atMost(LONG).until(() -> server.pagesRead() > 0);
        server.takeAway("r");
        // There is one place: this one starts when the other is over.
        server.submit(Assignments.shell("next", "true"));
        await().atMost(LONG).until(() -> server.result("next").isPresent());
        assertThat(server.result("r")).isEmpty();
        assertThat(copied()).doesNotExist();
    }
}

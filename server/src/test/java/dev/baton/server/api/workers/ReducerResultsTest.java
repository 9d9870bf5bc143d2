package dev.baton.server.api.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.security.Role;
import dev.baton.worker.Assignment;
import dev.baton.worker.BatonWorker;
import dev.baton.worker.Dispatch;
import dev.baton.worker.Dispatch.ResultsPage;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.Worker;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.wire.HttpDispatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reducer's worker reads the results of the items page by page. */
class ReducerResultsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Dispatch.Introduction SOMEBODY =
            new Dispatch.Introduction("somebody", Set.of(), Set.of(), Set.of("shell"), Set.of(), 200, "1");
    private static final int ITEMS = 110;
    private static final String OUTPUT = "x".repeat(25_000);

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory, Duration.ofMinutes(5));
        String items = IntStream.range(0, ITEMS).mapToObj(Integer::toString).collect(Collectors.joining(","));
        server.job("""
                {"id": "scan", "kind": "fanout", "items": [%s], "concurrency": 200, "partial_tolerance": 0.1,
                 "command": "true", "reducer": {"command": "grep -c xxxxx < \\"$BATON_RESULTS\\"; \
                tail -n 1 \\"$BATON_RESULTS\\" > \\"$BATON_OUTPUT\\""}}""".formatted(items));
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    /** Ends all items; the last of them fails. */
    private void runItems(Dispatch dispatch, String worker) {
        int ended = 0;
        while (ended < ITEMS) {
            for (Assignment item : dispatch.claim(worker, 100, PATIENCE)) {
                boolean fails = isLast(item);
                dispatch.finish(
                        worker,
                        item.lease(),
                        fails
                                ? new Dispatch.Result(Dispatch.Outcome.FAILURE, null, "broken", 1)
                                : new Dispatch.Result(Dispatch.Outcome.SUCCESS, OUTPUT, null, 0));
                ended++;
                if (ended == 1) {
                    assertThatThrownBy(() -> dispatch.results(worker, item.lease(), 0))
                            .as("an item has no results to combine")
                            .isInstanceOf(LeaseLostException.class);
                }
            }
        }
    }

    private static boolean isLast(Assignment item) {
        Assignment.Item known = item.inputs().item();
        return known != null && known.index() == ITEMS - 1;
    }

    @Test
    void the_pages_of_results_are_bounded_and_complete_and_for_the_holder_of_the_lease_alone() throws Exception {
        Dispatch dispatch = new HttpDispatch(server.address(), server.secret(Role.WORKER));
        String worker = dispatch.register(SOMEBODY).worker();
        Execution execution = server.services.baton().trigger("scan", Map.of());
        runItems(dispatch, worker);
        Assignment reducer = dispatch.claim(worker, 1, PATIENCE).get(0);

        assertThat(reducer.inputs().files()).isEmpty();
        assertThat(reducer.inputs().results()).isEqualTo("BATON_RESULTS");
        List<String> lines = new ArrayList<>();
        int pages = 0;
        Integer next = 0;
        while (next != null) {
            ResultsPage page = dispatch.results(worker, reducer.lease(), next);
            assertThat(page.lines().length()).isLessThan(1_200_000);
            page.lines().lines().forEach(lines::add);
            next = page.next();
            pages++;
        }
        assertThat(pages).isGreaterThan(2);
        assertThat(lines).hasSize(ITEMS);
        assertThat(lines.get(7)).isEqualTo("{\"index\":7,\"status\":\"success\",\"output\":\"" + OUTPUT + "\"}");
        assertThat(lines.get(ITEMS - 1))
                .startsWith("{\"index\":109,\"status\":\"failure\",\"error\":")
                .contains("broken");

        Dispatch other = new HttpDispatch(server.address(), server.secret(Role.WORKER));
        String stranger = other.register(SOMEBODY).worker();
        assertThatThrownBy(() -> other.results(stranger, reducer.lease(), 0)).isInstanceOf(LeaseLostException.class);
        dispatch.finish(worker, reducer.lease(), new Dispatch.Result(Dispatch.Outcome.SUCCESS, "ok", null, 0));
        assertThat(execution.await(PATIENCE).status()).isEqualTo(ExecutionStatus.PARTIAL);
        assertThatThrownBy(() -> dispatch.results(worker, reducer.lease(), 0)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void the_real_worker_finds_the_results_in_a_file() throws Exception {
        Dispatch dispatch = new HttpDispatch(server.address(), server.secret(Role.WORKER));
        String worker = dispatch.register(SOMEBODY).worker();
        Execution execution = server.services.baton().trigger("scan", Map.of());
        runItems(dispatch, worker);
        dispatch.leave(worker);
        BatonWorker settings = BatonWorker.connect(server.address(), server.secret(Role.WORKER));
        for (Kind kind : StandardKinds.of(threads, System.getenv(), List.of("claude"), Allowed.PRIVATE)) {
            settings = settings.kind(kind);
        }
        Worker real = settings.start();
        server.onClose(() -> real.close(Duration.ZERO));

        execution.await(PATIENCE);
        assertThat(execution.run("scan").output().orElseThrow().toString())
                .contains("109")
                .contains("failure");
    }
}

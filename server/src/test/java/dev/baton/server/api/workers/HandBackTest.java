package dev.baton.server.api.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.security.Role;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.wire.HttpDispatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers that end cleanly hand their runs back: P8. */
class HandBackTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int DEPLOYMENTS = 5;

    @TempDir
    private Path directory;

    private ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_run_survives_any_number_of_clean_stops_of_its_workers_in_its_first_attempt() throws Exception {
        server.job("{\"id\": \"long\", \"command\": \"true\"}");
        Execution execution = server.services.baton().trigger("long", Map.of());
        for (int i = 0; i < DEPLOYMENTS; i++) {
            Dispatch dispatch = dispatch();
            String worker = dispatch.register(worker(i)).worker();
            Assignment given = dispatch.claim(worker, 1, PATIENCE).get(0);
            assertThat(given.run().attempt()).isEqualTo(1);
            dispatch.finish(
                    worker,
                    given.lease(),
                    new Dispatch.Result(Dispatch.Outcome.HANDED_BACK, null, "its worker ended", null));
            dispatch.leave(worker);
        }
        Dispatch dispatch = dispatch();
        String last = dispatch.register(worker(DEPLOYMENTS)).worker();
        Assignment given = dispatch.claim(last, 1, PATIENCE).get(0);
        dispatch.finish(last, given.lease(), new Dispatch.Result(Dispatch.Outcome.SUCCESS, null, null, 0));
        assertThat(execution.await(PATIENCE).status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(execution.run(0).attempt()).isEqualTo(1);
        assertThat(execution.run(0).holder().orElseThrow()).contains("worker-" + DEPLOYMENTS);
    }

    @Test
    void a_run_that_was_given_to_a_request_which_its_worker_no_longer_waits_for_stays_in_its_attempt()
            throws Exception {
        server.job("{\"id\": \"long\", \"command\": \"true\"}");
        server.services.baton().trigger("long", Map.of());
        Dispatch dispatch = dispatch();
        String leaving = dispatch.register(worker(1)).worker();
        Assignment given = dispatch.claim(leaving, 1, PATIENCE).get(0);
        CompletableFuture<List<Assignment>> forgotten =
                CompletableFuture.supplyAsync(() -> dispatch().claim(leaving, 1, PATIENCE));
        dispatch.finish(
                leaving,
                given.lease(),
                new Dispatch.Result(Dispatch.Outcome.HANDED_BACK, null, "its worker ended", null));
        assertThat(forgotten.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasSize(1);
        dispatch.leave(leaving);
        String next = dispatch.register(worker(2)).worker();
        assertThat(dispatch.claim(next, 1, PATIENCE).get(0).run().attempt()).isEqualTo(1);
    }

    private HttpDispatch dispatch() {
        return new HttpDispatch(server.address(), server.secret(Role.WORKER));
    }

    private static Dispatch.Introduction worker(int number) {
        return new Dispatch.Introduction("worker-" + number, Set.of(), Set.of(), Set.of("shell"), Set.of(), 4, "1");
    }
}

package dev.baton.server.api.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.UnknownWorkerException;
import dev.baton.worker.wire.HttpDispatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The real worker against the real server. */
class WorkerContractTest extends WorkerFixture {

    @Test
    void a_shell_job_runs_on_a_remote_worker_and_its_lines_are_kept() throws Exception {
        server.job("{\"id\": \"hello\", \"command\": \"echo hello; echo answer=42 > \\\"$BATON_OUTPUT\\\"\"}");
        started(connect());
        Execution execution = trigger("hello").await(PATIENCE);
        assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(execution.run(0).output()).contains(Map.of("answer", "42"));
        RunId run = new RunId(execution.id(), 0);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                server.services.logs().read(run, 0, 10_000).lines())
                        .anyMatch(line -> line.entry().text().equals("hello")));
    }

    @Test
    void a_worker_that_was_started_again_keeps_the_runs_it_names_and_loses_the_others() throws Exception {
        server.job("{\"id\": \"hello\", \"command\": \"true\"}");
        Dispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        trigger("hello");
        trigger("hello");
        Assignment kept = dispatch.claim(worker, 1, PATIENCE).get(0);
        Assignment dropped = dispatch.claim(worker, 1, PATIENCE).get(0);
        Instant now = Instant.now();
        dispatch.log(
                worker,
                kept.lease(),
                List.of(
                        new Dispatch.LogEntry(now, Dispatch.Stream.STDOUT, "one"),
                        new Dispatch.LogEntry(now, Dispatch.Stream.STDERR, "two"),
                        new Dispatch.LogEntry(now, Dispatch.Stream.STDOUT, "three"),
                        new Dispatch.LogEntry(now, Dispatch.Stream.SYSTEM, "four")));

        Dispatch.Former former = new Dispatch.Former(worker, Set.of(kept.lease()));
        assertThat(dispatch.register(SOMEBODY.withFormer(former)).worker()).isEqualTo(worker);
        assertThat(dispatch.logged(worker, kept.lease())).isEqualTo(new Dispatch.Logged(2, 1));
        assertThat(dispatch.claim(worker, 2, PATIENCE)).singleElement().satisfies(again -> {
            assertThat(again.run().id()).isEqualTo(dropped.run().id());
            assertThat(again.run().attempt()).isEqualTo(2);
        });
        assertThatThrownBy(() -> dispatch.finish(worker, dropped.lease(), success()))
                .isInstanceOf(LeaseLostException.class);
        dispatch.finish(worker, kept.lease(), success());
        RunId run = RunId.parse(kept.run().id());
        assertThat(server.services
                        .baton()
                        .execution(run.execution())
                        .await(PATIENCE)
                        .run(0)
                        .attempt())
                .isEqualTo(1);
    }

    @Test
    void a_handler_is_given_the_parameters_and_its_result_is_the_output() throws Exception {
        server.job("{\"id\": \"greeting\", \"kind\": \"java\", \"command\": {\"handler\": \"greet\"}}");
        started(connect()
                .handler(
                        "greet",
                        context -> "hello "
                                + context.parameter("name", String.class).orElseThrow()));
        assertThat(trigger("greeting").await(PATIENCE).run(0).output()).contains("hello Ada");
    }

    @Test
    void a_cancelled_run_stops_with_the_next_sign_of_life() throws Exception {
        server.job("{\"id\": \"long\", \"kind\": \"java\", \"command\": {\"handler\": \"wait\"}}");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        started(connect().handler("wait", context -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return "never";
        }));
        Execution execution = trigger("long");
        begun.await();
        execution.cancel();
        execution.await(PATIENCE);
        assertThat(execution.run(0).status()).isEqualTo(RunStatus.CANCELLED);
        interrupted.await();
        // It was told, and not just given up on: it has never been silent.
        assertThat(server.services.dispatcher().workers()).hasSize(1);
    }

    @Test
    void a_run_whose_worker_falls_silent_is_tried_again_elsewhere_and_the_first_may_not_report() throws Exception {
        server.job("{\"id\": \"twice\", \"command\": \"echo done\", \"retry\": {\"attempts\": 3}}");
        HttpDispatch silent = dispatch();
        String gone = silent.register(SOMEBODY).worker();
        CompletableFuture<List<Assignment>> claimed =
                CompletableFuture.supplyAsync(() -> silent.claim(gone, 1, PATIENCE), threads);
        Execution execution = trigger("twice");
        String lease = claimed.get().get(0).lease();
        started(connect());
        execution.await(PATIENCE);
        assertThat(execution.run(0).status()).isEqualTo(RunStatus.SUCCESS);
        assertThat(execution.run(0).attempt()).isEqualTo(2);
        assertThatThrownBy(() -> silent.heartbeat(gone, List.of())).isInstanceOf(UnknownWorkerException.class);
        String back = silent.register(SOMEBODY).worker();
        assertThatThrownBy(() ->
                        silent.finish(back, lease, new Dispatch.Result(Dispatch.Outcome.SUCCESS, "late", null, null)))
                .isInstanceOf(LeaseLostException.class);
    }

    @Test
    void an_assignment_that_never_arrived_is_given_to_another_although_its_worker_lives() throws Exception {
        server.job("{\"id\": \"lost\", \"command\": \"echo done\", \"retry\": {\"attempts\": 3}}");
        HttpDispatch deaf = dispatch();
        String worker = deaf.register(SOMEBODY).worker();
        CompletableFuture<List<Assignment>> claimed =
                CompletableFuture.supplyAsync(() -> deaf.claim(worker, 1, PATIENCE), threads);
        Execution execution = trigger("lost");
        claimed.get();
        started(connect());
        await().atMost(PATIENCE).until(() -> {
            deaf.heartbeat(worker, List.of());
            return execution.status() == ExecutionStatus.SUCCESS;
        });
    }

    @Test
    void a_drained_worker_finishes_what_it_has_and_takes_nothing_more() throws Exception {
        server.job("{\"id\": \"held\", \"kind\": \"java\", \"command\": {\"handler\": \"hold\"}}");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        started(connect().name("first").handler("hold", context -> {
            begun.countDown();
            release.await();
            return "first";
        }));
        Execution running = trigger("held");
        begun.await();
        JsonNode first = server.get("/api/v1/workers").json().at("/items/0");
        assertThat(first.path("running").path(0).asString()).isEqualTo(running.id() + ".0");
        Answer drained = server.post("/api/v1/workers/" + first.path("id").asString() + "/drain");
        assertThat(drained.json().path("draining").asBoolean()).isTrue();

        started(connect().name("second").handler("hold", context -> "second"));
        Execution later = trigger("held").await(PATIENCE);
        release.countDown();
        assertThat(later.run(0).output()).contains("second");
        assertThat(running.await(PATIENCE).run(0).output()).contains("first");
    }

    @Test
    void a_drained_worker_that_is_resumed_takes_runs_again() throws Exception {
        server.job("{\"id\": \"hello\", \"command\": \"true\"}");
        started(connect());
        String worker = server.get("/api/v1/workers").json().at("/items/0/id").asString();
        server.post("/api/v1/workers/" + worker + "/drain");
        Execution waiting = trigger("hello");
        JsonNode why =
                server.get("/api/v1/executions/" + waiting.id() + "/explain").json();
        assertThat(why.path("text").asString()).contains("take runs again, which was drained");

        Answer resumed = server.post("/api/v1/workers/" + worker + "/resume");
        assertThat(resumed.json().path("draining").asBoolean()).isFalse();
        assertThat(waiting.await(PATIENCE).status()).isEqualTo(ExecutionStatus.SUCCESS);
    }

    @Test
    void a_report_may_be_repeated() throws Exception {
        server.job("{\"id\": \"once\", \"command\": \"echo done\"}");
        HttpDispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        Execution execution = trigger("once");
        String lease = dispatch.claim(worker, 1, PATIENCE).get(0).lease();
        Dispatch.Result result = new Dispatch.Result(Dispatch.Outcome.SUCCESS, "fine", null, 0);
        dispatch.finish(worker, lease, result);
        dispatch.finish(worker, lease, result);
        assertThat(execution.await(PATIENCE).run(0).output()).contains("fine");
    }

    @Test
    void a_claim_without_work_is_answered_when_patience_runs_out() {
        HttpDispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        assertThat(dispatch.claim(worker, 1, Duration.ofMillis(50))).isEmpty();
    }

    @Test
    void workers_are_listed_in_pages() {
        HttpDispatch dispatch = dispatch();
        String first = dispatch.register(SOMEBODY).worker();
        String second = dispatch.register(SOMEBODY).worker();
        JsonNode page = server.get("/api/v1/workers?limit=1").json();
        assertThat(page.at("/items/0/id").asString()).isEqualTo(first);
        JsonNode next = server.get(
                        "/api/v1/workers?limit=1&cursor=" + page.path("next").asString())
                .json();
        assertThat(next.at("/items/0/id").asString()).isEqualTo(second);
        assertThat(next.has("next")).isFalse();
    }

    @Test
    void draining_a_worker_that_is_not_there_is_no_success() {
        assertThat(server.post("/api/v1/workers/nobody/drain").status()).isEqualTo(404);
        assertThat(server.post("/api/v1/workers/nobody/resume").status()).isEqualTo(404);
    }
}

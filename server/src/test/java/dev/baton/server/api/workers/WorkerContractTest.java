package dev.baton.server.api.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.security.Role;
import dev.baton.server.security.Scope;
import dev.baton.worker.Assignment;
import dev.baton.worker.BatonWorker;
import dev.baton.worker.Dispatch;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.NewStep;
import dev.baton.worker.UnknownWorkerException;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerNotAllowedException;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.wire.HttpDispatch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The real worker against the real server. */
class WorkerContractTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Dispatch.Introduction SOMEBODY =
            new Dispatch.Introduction("somebody", Set.of(), Set.of(), Set.of("shell", "java"), Set.of("greet"), 4, "1");

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory);
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    private BatonWorker connect() {
        BatonWorker worker = BatonWorker.connect(server.address(), server.secret(Role.WORKER));
        for (Kind kind : StandardKinds.of(threads, System.getenv(), List.of("claude"), Allowed.PRIVATE)) {
            worker = worker.kind(kind);
        }
        return worker;
    }

    private Worker started(BatonWorker settings) {
        Worker worker = settings.start();
        server.onClose(() -> worker.close(Duration.ZERO));
        return worker;
    }

    private HttpDispatch dispatch() {
        return new HttpDispatch(server.address(), server.secret(Role.WORKER));
    }

    private Execution trigger(String job) {
        return server.services.baton().trigger(job, Map.of("name", "Ada"));
    }

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
    void nobody_returns_as_the_worker_of_another_token_or_host() {
        String worker = dispatch().register(SOMEBODY).worker();
        Dispatch.Introduction impostor = SOMEBODY.withFormer(new Dispatch.Former(worker, Set.of()));
        String other = server.tokens.create("other", Role.WORKER, null).secret().reveal();
        assertThat(new HttpDispatch(server.address(), other).register(impostor).worker())
                .isNotEqualTo(worker);
        Dispatch.Introduction copied = new Dispatch.Introduction(
                "somebody",
                Set.of(),
                Set.of(),
                Set.of("shell"),
                Set.of(),
                4,
                "1",
                "another host",
                new Dispatch.Former(worker, Set.of()));
        assertThat(dispatch().register(copied).worker()).isNotEqualTo(worker);
        assertThat(server.services.dispatcher().workers()).hasSize(3);
    }

    private static Dispatch.Result success() {
        return new Dispatch.Result(Dispatch.Outcome.SUCCESS, null, null, 0);
    }

    @Test
    void an_output_that_is_too_long_fails_the_run() throws Exception {
        server.job("{\"id\": \"hello\", \"command\": \"true\"}");
        Dispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        Execution fits = finish(dispatch, worker, "x".repeat(ApiFixture.MAX_OUTPUT_BYTES - 2));
        assertThat(fits.status()).isEqualTo(ExecutionStatus.SUCCESS);
        Execution tooLong = finish(dispatch, worker, "x".repeat(ApiFixture.MAX_OUTPUT_BYTES - 1));
        assertThat(tooLong.status()).isEqualTo(ExecutionStatus.FAILURE);
        assertThat(tooLong.run(0).reason()).contains("100,001 bytes; at most 100,000");
    }

    @Test
    void steps_that_are_too_large_fail_the_run_whatever_worker_adds_them() throws Exception {
        server.job("{\"id\": \"hello\", \"command\": \"true\"}");
        Dispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        Execution execution = trigger("hello");
        Assignment assignment = dispatch.claim(worker, 1, PATIENCE).get(0);
        List<NewStep> steps =
                List.of(NewStep.of("more", "hello").param("data", "x".repeat(ApiFixture.MAX_STEPS_BYTES)));
        dispatch.finish(
                worker, assignment.lease(), new Dispatch.Result(Dispatch.Outcome.SUCCESS, null, null, null, steps));
        assertThat(execution.await(PATIENCE).status()).isEqualTo(ExecutionStatus.FAILURE);
        assertThat(execution.run(0).reason()).contains("steps that it adds", "at most 200,000");
    }

    private Execution finish(Dispatch dispatch, String worker, Object output) throws Exception {
        Execution execution = trigger("hello");
        Assignment assignment = dispatch.claim(worker, 1, PATIENCE).get(0);
        dispatch.finish(worker, assignment.lease(), new Dispatch.Result(Dispatch.Outcome.SUCCESS, output, null, null));
        return execution.await(PATIENCE);
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
    void a_token_of_another_role_is_no_workers_token() {
        for (Role role : List.of(Role.VIEWER, Role.OPERATOR)) {
            HttpDispatch dispatch = new HttpDispatch(server.address(), server.secret(role));
            assertThatThrownBy(() -> dispatch.register(SOMEBODY)).isInstanceOf(WorkerNotAllowedException.class);
        }
        HttpDispatch stranger = new HttpDispatch(server.address(), "btn_nobody");
        assertThatThrownBy(() -> stranger.register(SOMEBODY)).isInstanceOf(WorkerNotAllowedException.class);
    }

    @Test
    void nobody_speaks_for_a_worker_that_another_token_registered() {
        String worker = dispatch().register(SOMEBODY).worker();
        String other = server.tokens.create("other", Role.WORKER, null).secret().reveal();
        HttpDispatch intruder = new HttpDispatch(server.address(), other);
        assertThatThrownBy(() -> intruder.heartbeat(worker, List.of())).isInstanceOf(UnknownWorkerException.class);
        assertThatThrownBy(() -> intruder.leave(worker)).isInstanceOf(UnknownWorkerException.class);
        assertThat(dispatch().heartbeat(worker, List.of()).draining()).isFalse();
    }

    @Test
    void a_message_without_what_it_needs_is_refused_with_the_place() {
        Answer answer = server.post(Role.WORKER, "/api/v1/workers/heartbeat", "{\"running\": [{}], \"worker\": \"w\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").asString()).contains("/running/0/lease");
        assertThat(server.post(Role.WORKER, "/api/v1/workers/claim", "[]").status())
                .isEqualTo(400);
        assertThat(server.post(Role.WORKER, "/api/v1/workers/register", "{\"name\": \"x\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_message_that_cannot_be_read_is_refused_in_the_words_of_the_protocol() {
        Answer answer = server.post(
                Role.WORKER,
                "/api/v1/workers/finish",
                "{\"worker\": \"w\", \"lease\": \"l\", \"result\": {\"outcome\": \"nope\"}}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").asString())
                .contains("/result/outcome", "\"nope\" is not one of success, failure, skipped, stopped");
        Answer far = server.post(
                Role.WORKER,
                "/api/v1/workers/log",
                "{\"worker\": \"w\", \"lease\": \"l\", \"entries\": [{\"time\": \"-999999999-01-01T00:00:00Z\","
                        + " \"stream\": \"stdout\", \"text\": \"x\"}]}");
        assertThat(far.status()).isEqualTo(400);
        assertThat(far.json().path("detail").asString()).contains("/entries/0/time");
    }

    @Test
    void a_failure_without_words_still_has_a_reason() throws Exception {
        server.job("{\"id\": \"quiet\", \"command\": \"false\"}");
        HttpDispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        Map<Dispatch.Result, String> expected = Map.of(
                new Dispatch.Result(Dispatch.Outcome.FAILURE, null, null, null), "its worker did not say why",
                new Dispatch.Result(Dispatch.Outcome.FAILURE, null, "", 3), "it ended with exit code 3",
                new Dispatch.Result(Dispatch.Outcome.STOPPED, null, null, null), "its worker stopped it",
                new Dispatch.Result(Dispatch.Outcome.SKIPPED, null, null, null), "its worker did not say why");
        for (Dispatch.Result result : expected.keySet()) {
            Execution execution = trigger("quiet");
            dispatch.finish(worker, dispatch.claim(worker, 1, PATIENCE).get(0).lease(), result);
            assertThat(execution.await(PATIENCE).run(0).reason()).isEqualTo(expected.get(result));
        }
    }

    @Test
    void a_reason_has_no_colours_of_a_terminal() throws Exception {
        server.job("{\"id\": \"colourful\", \"command\": \"false\"}");
        HttpDispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        Execution execution = trigger("colourful");
        String message = "\u001b]0;title\u0007\u001b[1;31mdisk\u001b[0m is\u0008 full:\n\tsda\u001b[";

        dispatch.finish(
                worker,
                dispatch.claim(worker, 1, PATIENCE).get(0).lease(),
                new Dispatch.Result(Dispatch.Outcome.FAILURE, null, message, 1));

        assertThat(execution.await(PATIENCE).run(0).reason()).isEqualTo("disk is full:\n\tsda");
    }

    @Test
    void secrets_are_masked_whatever_a_worker_sends() throws Exception {
        server.job("{\"id\": \"careless\", \"command\": \"false\"}");
        HttpDispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        Execution execution = trigger("careless");
        Assignment given = dispatch.claim(worker, 1, PATIENCE).get(0);
        String secret = "open-sesame";
        dispatch.log(
                worker,
                given.lease(),
                List.of(new Dispatch.LogEntry(Instant.now(), Dispatch.Stream.STDOUT, "it is " + secret + "!")));
        dispatch.finish(
                worker,
                given.lease(),
                new Dispatch.Result(Dispatch.Outcome.FAILURE, null, "with " + secret + " it failed", null));
        assertThat(execution.await(PATIENCE).run(0).reason()).isEqualTo("with *** it failed");
        RunId run = new RunId(execution.id(), 0);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                server.services.logs().read(run, 0, 10_000).lines())
                        .extracting(line -> line.entry().text())
                        .contains("it is ***!")
                        .noneMatch(text -> text.contains(secret)));
    }

    @Test
    void a_worker_is_sent_the_secrets_that_its_run_asks_for_and_no_other() throws Exception {
        server.job("{\"id\": \"plain\", \"command\": \"true\"}");
        server.job("{\"id\": \"trusted\", \"command\": \"true\", \"secrets\": [\"PASSWORD\"]}");
        HttpDispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();

        trigger("plain");
        Assignment plain = dispatch.claim(worker, 1, PATIENCE).get(0);
        trigger("trusted");
        Assignment trusted = dispatch.claim(worker, 1, PATIENCE).get(0);

        assertThat(plain.toString()).doesNotContain("sesame");
        assertThat(trusted.secrets()).containsExactly("open-sesame");
        assertThat(trusted.inputs().environment()).containsEntry("PASSWORD", "open-sesame");
        assertThat(trusted.toString()).doesNotContain("shut-sesame");
    }

    @Test
    void what_a_worker_says_of_an_end_is_cut() throws Exception {
        server.job("{\"id\": \"talkative\", \"command\": \"false\"}");
        HttpDispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        Execution execution = trigger("talkative");
        String lease = dispatch.claim(worker, 1, PATIENCE).get(0).lease();

        dispatch.finish(worker, lease, new Dispatch.Result(Dispatch.Outcome.FAILURE, null, "x".repeat(500_000), null));

        assertThat(execution.await(PATIENCE).run(0).reason()).hasSizeBetween(10_000, 10_001);
    }

    @Test
    void a_token_that_is_bound_to_queues_and_labels_serves_no_other() {
        Scope scope = new Scope(Set.of("eu"), Set.of("gpu"));
        String token =
                server.tokens.create("bound", Role.WORKER, null, scope).secret().reveal();
        HttpDispatch bound = new HttpDispatch(server.address(), token);

        bound.register(worker(Set.of(), Set.of("gpu")));
        bound.register(worker(Set.of("eu"), Set.of()));
        assertThat(server.get("/api/v1/workers").json().path("items"))
                .allSatisfy(
                        worker -> assertThat(worker.path("queues").toString()).isEqualTo("[\"eu\"]"));
        assertThatThrownBy(() -> bound.register(worker(Set.of("us"), Set.of())))
                .isInstanceOf(WorkerNotAllowedException.class)
                .hasMessageContaining("eu");
        assertThatThrownBy(() -> bound.register(worker(Set.of("eu"), Set.of("prod"))))
                .hasMessageContaining("gpu");
    }

    private static Dispatch.Introduction worker(Set<String> queues, Set<String> labels) {
        return new Dispatch.Introduction("bound", queues, labels, Set.of("shell"), Set.of(), 1, "1");
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
    }
}

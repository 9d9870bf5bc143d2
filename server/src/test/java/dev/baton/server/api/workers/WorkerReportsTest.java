package dev.baton.server.api.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.security.Role;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.NewStep;
import dev.baton.worker.wire.HttpDispatch;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What workers report of runs, and what becomes of it. */
class WorkerReportsTest extends WorkerFixture {

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
    void a_result_that_the_store_refuses_fails_the_run() throws Exception {
        String file = "jdbc:sqlite:" + directory.resolve("baton.db") + "?busy_timeout=10000";
        try (Connection connection = DriverManager.getConnection(file);
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    CREATE TRIGGER forbid BEFORE INSERT ON baton_ended
                    WHEN NEW.output LIKE '%LOUD%'
                    BEGIN
                        SELECT RAISE(ABORT, 'not in this house');
                    END""");
        }
        server.job("{\"id\": \"hello\", \"command\": \"true\"}");
        Dispatch dispatch = dispatch();
        String worker = dispatch.register(SOMEBODY).worker();
        Execution execution = finish(dispatch, worker, "LOUD");
        assertThat(execution.status()).isEqualTo(ExecutionStatus.FAILURE);
        assertThat(execution.run(0).reason()).contains("attempt 1 could not be recorded", "not in this house");
        assertThat(dispatch.claim(worker, 1, Duration.ofMillis(1))).isEmpty();
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

    private Execution finish(Dispatch dispatch, String worker, Object output) throws Exception {
        Execution execution = trigger("hello");
        Assignment assignment = dispatch.claim(worker, 1, PATIENCE).get(0);
        dispatch.finish(worker, assignment.lease(), new Dispatch.Result(Dispatch.Outcome.SUCCESS, output, null, null));
        return execution.await(PATIENCE);
    }
}

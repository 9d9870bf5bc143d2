package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.policy.Retry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attempts that a run on a store reports. */
abstract class AttemptCompliance {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Nodes nodes;

    AttemptCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    @Test
    void a_retried_run_that_succeeded_has_no_error_and_its_attempts_tell_of_it() {
        BatonTest node =
                nodes.start(each -> each.assume("job", Assumption.fails().times(1))
                        .add(Job.named("job").retry(Retry.fixed(2, MINUTE)).run(context -> {})));
        Execution execution = node.trigger("job");
        node.advance(MINUTE);
        if (nodes.isOnStore()) {
            nodes.restart();
        }
        Run run = nodes.again(execution).run("job");
        Assertions.assertThat(run.status()).isEqualTo(RunStatus.SUCCESS);
        Assertions.assertThat(run.error()).isEmpty();
        Assertions.assertThat(run.attempts())
                .extracting(Run.Attempt::status)
                .containsExactly(RunStatus.FAILURE, RunStatus.SUCCESS);
    }

    private static Job job() {
        return Job.named("job").run(context -> {});
    }

    private BatonTest startFailing(Retry retry, Assumption assumption) {
        Job job = Job.named("job").retry(retry).run(context -> {});
        return nodes.start(node -> node.assume("job", assumption).add(job));
    }

    private List<Run.Attempt> attempts(Execution execution) {
        return nodes.again(execution).run("job").attempts();
    }

    /** An attempt, given by the minutes from the start of the test at which it started and ended. */
    private static Run.Attempt attempt(
            int number, int started, @Nullable Integer finished, RunStatus status, String reason) {
        return new Run.Attempt(
                number,
                START.plus(MINUTE.multipliedBy(started)),
                finished == null ? null : START.plus(MINUTE.multipliedBy(finished)),
                status,
                reason);
    }

    @Test
    void what_succeeds_at_once_has_had_one_attempt() {
        Execution execution =
                nodes.start(node -> node.taking("job", MINUTE).add(job())).trigger("job");
        Assertions.assertThat(attempts(execution)).containsExactly(attempt(1, 0, null, RunStatus.RUNNING, ""));
        nodes.running().advance(MINUTE);
        Assertions.assertThat(attempts(execution)).containsExactly(attempt(1, 0, 1, RunStatus.SUCCESS, ""));
    }

    @Test
    void what_was_kept_from_running_has_had_none() {
        BatonTest node = nodes.start(each -> each.add(job()));
        node.baton().pause("job");
        Execution execution = node.trigger("job");
        assertThat(execution).skipped("job");
        Assertions.assertThat(attempts(execution)).isEmpty();
    }

    @Test
    void a_run_that_was_tried_again_tells_how_each_attempt_ended() {
        Assumption failsTwice =
                Assumption.failsWith(new IOException("disk full")).times(2).taking(MINUTE);
        BatonTest node = startFailing(Retry.fixed(3, MINUTE.multipliedBy(10)), failsTwice);
        Execution execution = node.trigger("job");
        Run.Attempt first = attempt(1, 0, 1, RunStatus.FAILURE, "disk full");
        Run.Attempt second = attempt(2, 11, 12, RunStatus.FAILURE, "disk full");
        node.advance(MINUTE.multipliedBy(2));
        Assertions.assertThat(attempts(execution)).containsExactly(first);
        node.advance(MINUTE.multipliedBy(9));
        Assertions.assertThat(attempts(execution)).containsExactly(first, attempt(2, 11, null, RunStatus.RUNNING, ""));
        node.advance(MINUTE.multipliedBy(12));
        Assertions.assertThat(attempts(execution))
                .containsExactly(first, second, attempt(3, 22, 23, RunStatus.SUCCESS, ""));
    }

    @Test
    void a_restart_forgets_no_attempt() {
        Assumption failsTwice =
                Assumption.failsWith(new IOException("disk full")).times(2).taking(MINUTE);
        BatonTest node = startFailing(Retry.fixed(3, MINUTE.multipliedBy(10)), failsTwice);
        Execution execution = node.trigger("job");
        node.advance(MINUTE.multipliedBy(2));
        nodes.restart().advance(MINUTE.multipliedBy(11));
        nodes.restart().advance(MINUTE.multipliedBy(10));
        nodes.restart();
        Assertions.assertThat(attempts(execution))
                .containsExactly(
                        attempt(1, 0, 1, RunStatus.FAILURE, "disk full"),
                        attempt(2, 11, 12, RunStatus.FAILURE, "disk full"),
                        attempt(3, 22, 23, RunStatus.SUCCESS, ""));
    }

    @Test
    void an_attempt_that_took_too_long_tells_so() {
        Job job = Job.named("job")
                .retry(Retry.fixed(2, MINUTE))
                .timeout(MINUTE)
                .run(context -> context.sleep(Duration.ofHours(1)));
        BatonTest node = nodes.start(each -> each.add(job));
        Execution execution = node.trigger("job");
        node.advance(MINUTE.multipliedBy(5));
        Assertions.assertThat(attempts(execution))
                .containsExactly(
                        attempt(1, 0, 1, RunStatus.TIMEOUT, "ran past its time limit"),
                        attempt(2, 2, 3, RunStatus.TIMEOUT, "ran past its time limit"));
    }

    @Test
    void what_was_retried_by_hand_tells_how_it_had_ended() {
        BatonTest node = startFailing(Retry.fixed(2, MINUTE), Assumption.fails());
        Execution execution = node.trigger("job");
        node.advance(MINUTE);
        assertThat(execution).failed().hadAttempts("job", 2);
        node.advance(MINUTE);
        nodes.again(execution).retry();
        node.settle();
        Assertions.assertThat(attempts(execution))
                .containsExactly(
                        attempt(1, 0, 0, RunStatus.FAILURE, "assumed to fail"),
                        attempt(2, 1, 1, RunStatus.FAILURE, "assumed to fail"),
                        attempt(3, 2, 2, RunStatus.FAILURE, "assumed to fail"));
    }

    @Test
    void what_was_retried_by_hand_after_a_restart_tells_how_it_had_ended() {
        Execution execution =
                nodes.start(node -> node.add(job()).failing("job")).trigger("job");
        BatonTest node = nodes.restart(each -> each.add(job()));
        node.advance(MINUTE);
        nodes.again(execution).retry();
        node.settle();
        nodes.restart();
        Assertions.assertThat(attempts(execution))
                .containsExactly(
                        attempt(1, 0, 0, RunStatus.FAILURE, "assumed to fail"),
                        attempt(2, 1, 1, RunStatus.SUCCESS, ""));
    }

    @Test
    void what_was_cancelled_between_two_attempts_tells_how_the_last_ended_even_after_a_retry_by_hand() {
        BatonTest node = startFailing(Retry.fixed(2, MINUTE), Assumption.fails().times(1));
        Execution execution = node.trigger("job");
        execution.cancel();
        node.settle();
        Run.Attempt failed = attempt(1, 0, 0, RunStatus.FAILURE, "assumed to fail");
        Assertions.assertThat(attempts(execution)).containsExactly(failed);
        nodes.again(execution).retry();
        node.settle();
        Assertions.assertThat(attempts(execution)).containsExactly(failed, attempt(2, 0, 0, RunStatus.SUCCESS, ""));
    }

    @Test
    void a_step_that_was_marked_by_hand_tells_how_it_had_ended() {
        BatonTest node = startFailing(Retry.none(), Assumption.fails());
        Execution execution = node.trigger("job");
        node.advance(MINUTE);
        nodes.again(execution).mark("job", RunStatus.SUCCESS);
        node.settle();
        assertThat(nodes.again(execution)).succeeded();
        Assertions.assertThat(attempts(execution))
                .containsExactly(attempt(1, 0, 0, RunStatus.FAILURE, "assumed to fail"));
    }

    @Test
    void an_attempt_that_was_lost_with_its_node_is_told_of() {
        BatonTest node =
                nodes.start(each -> each.taking("job", Duration.ofHours(1)).add(job()));
        Execution execution = node.trigger("job");
        node.advance(MINUTE);
        node = nodes.restartAfter(MINUTE);
        node.advance(Duration.ofHours(1));
        assertThat(nodes.again(execution)).succeeded();
        Assertions.assertThat(attempts(execution))
                .containsExactly(
                        attempt(1, 0, 2, RunStatus.FAILURE, "its node died while it ran"),
                        attempt(2, 2, 62, RunStatus.SUCCESS, ""));
    }

    @Test
    void of_very_many_attempts_the_newest_are_kept() {
        BatonTest node = startFailing(Retry.fixed(100, MINUTE), Assumption.fails());
        Execution execution = node.trigger("job");
        node.advance(Duration.ofHours(3));
        assertThat(execution).failed().hadAttempts("job", 100);
        Assertions.assertThat(attempts(execution))
                .hasSize(21)
                .startsWith(attempt(80, 79, 79, RunStatus.FAILURE, "assumed to fail"))
                .endsWith(attempt(100, 99, 99, RunStatus.FAILURE, "assumed to fail"));
    }

    @Test
    void a_reason_is_a_line() {
        IOException wordy = new IOException("\n" + "x".repeat(2_000) + "\nat some line");
        BatonTest node = startFailing(Retry.none(), Assumption.failsWith(wordy));
        Execution execution = node.trigger("job");
        Assertions.assertThat(attempts(execution).get(0).reason())
                .hasSize(500)
                .startsWith("xxx")
                .endsWith("x…");
    }

    @ParameterizedTest(name = "gives in: {0}")
    @ValueSource(booleans = {true, false})
    void an_attempt_is_interrupted_at_its_time_limit_before_the_retry_policy_is_asked(boolean givesIn)
            throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        Retry retry = Retry.fixed(2, Duration.ZERO).when(error -> {
            awaitUninterrupted(answered);
            return error instanceof TimeoutException;
        });
        Baton baton = nodes.join(node -> node.add(Job.named("slow")
                .timeout(Duration.ofMillis(200))
                .retry(retry)
                .run(context -> {
                    if (attempts.incrementAndGet() == 1) {
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            interrupted.countDown();
                            awaitUninterrupted(givesIn ? interrupted : answered);
                        }
                    }
                })));
        try {
            Execution execution = baton.trigger("slow");
            Patience.until("the interrupt", () -> interrupted.getCount() == 0);
            answered.countDown();
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            assertThat(execution).succeeded().hadAttempts("slow", 2);
        } finally {
            answered.countDown();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

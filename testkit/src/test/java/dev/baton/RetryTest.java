package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(BatonExtension.class)
class RetryTest {

    @Test
    void a_failed_attempt_is_tried_again_after_its_delay(BatonTest baton) {
        List<Instant> attempts = new ArrayList<>();
        baton.add(Job.named("flaky")
                .retry(Retry.exponential(4, Duration.ofSeconds(10)))
                .run(context -> {
                    attempts.add(context.now());
                    if (context.attempt() < 4) {
                        throw new IOException("not yet");
                    }
                }));
        Instant start = baton.clock().now();
        Execution execution = baton.trigger("flaky");
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution).succeeded().hadAttempts("flaky", 4);
        assertThat(attempts)
                .containsExactly(start, start.plusSeconds(10), start.plusSeconds(30), start.plusSeconds(70));
    }

    @Test
    void a_run_that_waits_for_its_retry_says_so(BatonTest baton) {
        baton.add(Job.named("flaky")
                        .retry(Retry.fixed(3, Duration.ofSeconds(10)))
                        .run(context -> {}))
                .assume("flaky", Assumption.failsWith(new IOException("disk full")));
        Execution execution = baton.trigger("flaky");
        assertThat(execution)
                .has("flaky", RunStatus.PENDING, "attempt 1 failed (disk full), next at 2026-01-01T00:00:10Z");
        assertThat(execution.run("flaky").notBefore()).contains(Instant.parse("2026-01-01T00:00:10Z"));
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).failed().has("flaky", RunStatus.FAILURE, "disk full");
        assertThat(execution.run("flaky").error()).get().hasToString("java.io.IOException: disk full");
        assertThat(execution.run("flaky").notBefore()).isEmpty();
    }

    @Test
    void only_the_errors_asked_for_are_retried(BatonTest baton) {
        Retry retry =
                Retry.fixed(5, Duration.ofSeconds(1)).on(IOException.class).neverOn(TimeoutException.class);
        baton.add(Job.named("a").retry(retry).run(context -> {
            throw new IllegalArgumentException("bad input");
        }));
        baton.add(Job.named("b").retry(retry).run(context -> {
            throw new IOException("network");
        }));
        Execution a = baton.trigger("a");
        Execution b = baton.trigger("b");
        baton.advance(Duration.ofMinutes(1));
        assertThat(a).failed().hadAttempts("a", 1);
        assertThat(b).failed().hadAttempts("b", 5);
    }

    @Test
    void an_attempt_that_takes_too_long_is_stopped_and_tried_again(BatonTest baton) {
        List<String> seen = new ArrayList<>();
        baton.add(Job.named("slow")
                .timeout(Duration.ofMinutes(1))
                .retry(Retry.fixed(2, Duration.ofSeconds(30)))
                .run(context -> {
                    try {
                        context.sleep(context.attempt() == 1 ? Duration.ofHours(1) : Duration.ofSeconds(5));
                    } catch (InterruptedException e) {
                        seen.add("interrupted at " + context.now() + ", cancelled " + context.isCancelled());
                        throw e;
                    }
                }));
        Execution execution = baton.trigger("slow");
        baton.advance(Duration.ofMinutes(2));
        assertThat(execution).succeeded().hadAttempts("slow", 2);
        assertThat(seen).containsExactly("interrupted at 2026-01-01T00:01:00Z, cancelled true");
    }

    static Stream<Arguments> bodiesWithoutRetriesOfTimeouts() {
        Retry retry = Retry.fixed(5, Duration.ofSeconds(1));
        Action obeys = context -> context.sleep(Duration.ofHours(1));
        return Stream.of(retry.on(IOException.class), retry.neverOn(TimeoutException.class))
                .flatMap(policy -> Stream.of(
                        Arguments.of(policy, obeys), Arguments.of(policy, (Action) RetryTest::sleepOnWhenInterrupted)));
    }

    private static void sleepOnWhenInterrupted(RunContext context) {
        Instant end = context.now().plus(Duration.ofMinutes(10));
        while (context.now().isBefore(end)) {
            try {
                context.sleep(Duration.between(context.now(), end));
            } catch (InterruptedException e) {
                // It was told to stop, and does not.
            }
        }
    }

    @ParameterizedTest
    @MethodSource("bodiesWithoutRetriesOfTimeouts")
    void an_attempt_that_takes_too_long_is_not_tried_again_when_the_policy_excludes_timeouts(
            Retry retry, Action body, BatonTest baton) {
        baton.add(Job.named("slow").timeout(Duration.ofMinutes(1)).retry(retry).run(body));
        Execution execution = baton.trigger("slow");
        baton.advance(Duration.ofHours(1));
        assertThat(execution).has("slow", RunStatus.TIMEOUT).hadAttempts("slow", 1);
    }

    @Test
    void a_timeout_over_all_attempts_leaves_no_time_for_another(BatonTest baton) {
        baton.add(Job.named("slow")
                        .totalTimeout(Duration.ofMinutes(5))
                        .retry(Retry.fixed(10, Duration.ofMinutes(1)))
                        .run(context -> {}))
                .assume("slow", Assumption.fails().taking(Duration.ofMinutes(1)));
        Execution execution = baton.trigger("slow");
        baton.advance(Duration.ofHours(1));
        // attempts at 0, 2 and 4 minutes; the one at 6 would be past the limit
        assertThat(execution).failed().hadAttempts("slow", 3);
    }

    @Test
    void a_timeout_over_all_attempts_stops_the_attempt_that_runs(BatonTest baton) {
        baton.add(Job.named("slow")
                        .totalTimeout(Duration.ofMinutes(5))
                        .retry(Retry.fixed(10, Duration.ofMinutes(1)))
                        .run(context -> {}))
                .assume("slow", Assumption.fails().taking(Duration.ofMinutes(3)));
        Execution execution = baton.trigger("slow");
        baton.advance(Duration.ofHours(1));
        assertThat(execution).has("slow", RunStatus.TIMEOUT).hadAttempts("slow", 2);
        assertThat(execution.finished()).contains(Instant.parse("2026-01-01T00:05:00Z"));
    }

    @Test
    void a_checkpoint_is_there_for_the_next_attempt(BatonTest baton) {
        List<Integer> from = new ArrayList<>();
        baton.add(Job.named("resumes")
                .retry(Retry.fixed(3, Duration.ofSeconds(1)))
                .run(context -> {
                    int done = context.checkpoint().map(bytes -> (int) bytes[0]).orElse(0);
                    from.add(done);
                    context.checkpoint(new byte[] {(byte) (done + 10)});
                    if (done < 20) {
                        throw new IOException("again");
                    }
                }));
        baton.trigger("resumes");
        baton.advance(Duration.ofMinutes(1));
        assertThat(from).containsExactly(0, 10, 20);
    }

    @Test
    void delays_grow_up_to_their_cap_and_jitter_shortens_them() {
        Retry retry = Retry.exponential(10, Duration.ofSeconds(1)).withMaxDelay(Duration.ofSeconds(5));
        IOException error = new IOException();
        assertThat(retry.next(1, error, 7)).contains(Duration.ofSeconds(1));
        assertThat(retry.next(3, error, 7)).contains(Duration.ofSeconds(4));
        assertThat(retry.next(4, error, 7)).contains(Duration.ofSeconds(5));
        assertThat(retry.next(10, error, 7)).isEmpty();

        Retry jittered = Retry.fixed(3, Duration.ofSeconds(10)).withJitter(0.5);
        Duration delay = jittered.next(1, error, 7).orElseThrow();
        assertThat(delay).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
        assertThat(jittered.next(1, error, 7)).contains(delay);
        assertThat(jittered.next(1, error, 8)).isNotEqualTo(jittered.next(1, error, 7));
    }

    @Test
    void a_longest_delay_of_ages_is_no_bound() {
        Duration ages = java.time.temporal.ChronoUnit.FOREVER.getDuration();
        Retry retry = Retry.exponential(10, Duration.ofSeconds(1)).withMaxDelay(ages);
        assertThat(retry.next(4, new IOException(), 7)).contains(Duration.ofSeconds(8));
    }

    @Test
    void a_predicate_that_throws_means_no_retry(BatonTest baton) {
        Retry retry = Retry.fixed(5, Duration.ofSeconds(1)).when(error -> {
            throw new IllegalStateException("bad predicate");
        });
        baton.add(Job.named("a").retry(retry).run(context -> {})).failing("a");
        assertThat(baton.trigger("a")).failed().hadAttempts("a", 1);
    }

    @Test
    void a_limit_of_ages_is_no_limit(BatonTest baton) {
        Duration ages = java.time.temporal.ChronoUnit.FOREVER.getDuration();
        baton.add(Job.named("a").timeout(ages).totalTimeout(ages).run(context -> {}))
                .taking("a", Duration.ofDays(1));
        Execution execution = baton.trigger("a");
        baton.advance(Duration.ofDays(1));
        assertThat(execution).succeeded();
    }

    @Test
    void nonsense_is_refused() {
        assertThatThrownBy(() -> Retry.fixed(0, Duration.ofSeconds(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Retry.fixed(2, Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Retry.none().withBackoff(0.5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Retry.none().withJitter(2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Job.named("a").timeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}

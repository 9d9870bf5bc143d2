package dev.baton;

import static dev.baton.SampleWorkflows.ETL;
import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NotPossibleException;
import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests cancelling, retrying, marking, holding and releasing executions. */
@ExtendWith(BatonExtension.class)
class ExecutionControlTest {

    @Test
    void cancelling_ends_what_has_not_started_and_stops_what_runs(BatonTest baton) {
        List<String> seen = new ArrayList<>();
        baton.add(Workflow.define("w", w -> {
            Step<Void> slow = w.run("slow", context -> {
                try {
                    context.sleep(Duration.ofHours(1));
                } catch (InterruptedException e) {
                    seen.add("interrupted");
                    throw e;
                }
            });
            w.run("next", context -> {}).after(slow);
            w.run("on-failure", context -> {}).after(slow.failed());
            w.finalRun("cleanup", context -> seen.add("cleaned up"));
        }));
        Execution execution = baton.trigger("w");
        assertThat(execution.cancel()).isEqualTo(new Execution.Cancellation(2, 1, 0));
        baton.settle();
        assertThat(execution)
                .hasStatus(ExecutionStatus.CANCELLED)
                .has("slow", RunStatus.CANCELLED, "cancelled")
                .has("next", RunStatus.CANCELLED)
                .has("on-failure", RunStatus.CANCELLED)
                .ran("cleanup");
        assertThat(seen).containsExactly("interrupted", "cleaned up");
        assertThat(execution.cancel()).isEqualTo(new Execution.Cancellation(0, 0, 4));
    }

    @Test
    void cancelling_twice_stops_the_final_step_as_well(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
                    w.run("slow", context -> {});
                    w.finalRun("cleanup", context -> {});
                }))
                .taking("w/slow", Duration.ofHours(1))
                .taking("w/cleanup", Duration.ofHours(1));
        Execution execution = baton.trigger("w");
        execution.cancel();
        baton.settle();
        assertThat(execution).isActive().has("cleanup", RunStatus.RUNNING);
        assertThat(execution.cancel().signalled()).isEqualTo(1);
        baton.settle();
        assertThat(execution).hasStatus(ExecutionStatus.CANCELLED).has("cleanup", RunStatus.CANCELLED);
    }

    @Test
    void a_body_that_does_not_stop_is_given_up_on(BatonTest baton) {
        List<String> seen = new ArrayList<>();
        baton.add(Job.named("deaf").run(context -> {
            for (int i = 0; i < 10; i++) {
                try {
                    context.sleep(Duration.ofSeconds(1));
                } catch (InterruptedException e) {
                    seen.add("ignored");
                }
            }
            seen.add("done at last");
        }));
        Execution execution = baton.trigger("deaf");
        execution.cancel();
        baton.advance(Duration.ofSeconds(1));
        assertThat(execution).isActive();
        baton.advance(Duration.ofSeconds(1));
        assertThat(execution).hasStatus(ExecutionStatus.CANCELLED);
        baton.advance(Duration.ofMinutes(1));
        assertThat(seen).containsExactly("ignored", "done at last");
        assertThat(execution).has("deaf", RunStatus.CANCELLED).hadAttempts("deaf", 1);
    }

    @Test
    void one_run_can_be_cancelled_before_during_and_after(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        Execution execution = baton.trigger(ETL);
        assertThat(execution.cancel("load")).isEqualTo(new Execution.Cancellation(1, 0, 0));
        assertThat(execution.cancel("extract")).isEqualTo(new Execution.Cancellation(0, 1, 0));
        baton.settle();
        assertThat(execution.cancel("extract")).isEqualTo(new Execution.Cancellation(0, 0, 1));
        assertThat(execution)
                .hasStatus(ExecutionStatus.CANCELLED)
                .has("extract", RunStatus.CANCELLED)
                .skipped("clean", "alert")
                .ran("cleanup");
    }

    @Test
    void a_run_in_its_retry_delay_can_be_cancelled(BatonTest baton) {
        baton.add(ETL).failing("etl/clean");
        Execution execution = baton.trigger(ETL);
        assertThat(execution).has("clean", RunStatus.PENDING);
        assertThat(execution.cancel("clean")).isEqualTo(new Execution.Cancellation(1, 0, 0));
        baton.advance(Duration.ofHours(1));
        assertThat(execution)
                .has("clean", RunStatus.CANCELLED)
                .hadAttempts("clean", 1)
                .ran("alert", "cleanup");
    }

    @Test
    void retrying_runs_again_what_failed_and_what_was_skipped_because_of_it(BatonTest baton) {
        baton.add(ETL).failing("etl/clean");
        Execution execution = baton.trigger(ETL);
        baton.advance(Duration.ofHours(1));
        assertThat(execution).failed().skipped("load").ran("alert").hadAttempts("clean", 3);

        baton.assume("etl/clean", Assumption.returns(7));
        execution.retry();
        baton.settle();
        assertThat(execution)
                .succeeded()
                .ran("load", "alert", "cleanup")
                .hadAttempts("extract", 1)
                .hadAttempts("clean", 4)
                .hadAttempts("alert", 1)
                .hadAttempts("cleanup", 2);
        assertThat(baton.executions("etl")).hasSize(1);
    }

    @Test
    void a_retry_has_all_its_attempts_again(BatonTest baton) {
        baton.add(ETL).failing("etl/clean");
        Execution execution = baton.trigger(ETL);
        baton.advance(Duration.ofHours(1));
        execution.retry("clean");
        baton.advance(Duration.ofHours(1));
        assertThat(execution).failed().hadAttempts("clean", 6);
    }

    @Test
    void a_cancelled_execution_can_be_retried(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        Execution execution = baton.trigger(ETL);
        execution.cancel();
        baton.settle();
        execution.retry();
        baton.advance(Duration.ofMinutes(10));
        assertThat(execution)
                .succeeded()
                .ran("extract", "clean", "load", "cleanup")
                .skipped("alert");
    }

    @Test
    void a_step_that_has_not_failed_cannot_be_retried(BatonTest baton) {
        baton.add(ETL);
        Execution execution = baton.trigger(ETL);
        assertThatThrownBy(execution::retry)
                .isInstanceOf(NotPossibleException.class)
                .hasMessageContaining("none of its steps has failed");
        assertThatThrownBy(() -> execution.retry("load")).isInstanceOf(NotPossibleException.class);
        assertThatThrownBy(() -> execution.retry("lod"))
                .isInstanceOf(NoSuchExecutionException.class)
                .hasMessageContaining("Did you mean \"load\"?");
    }

    @Test
    void marking_a_failed_step_lets_go_of_what_was_skipped_because_of_it(BatonTest baton) {
        baton.add(ETL).failing("etl/clean");
        Execution execution = baton.trigger(ETL);
        baton.advance(Duration.ofHours(1));
        execution.mark("clean", RunStatus.SUCCESS);
        baton.settle();
        assertThat(execution).succeeded().ran("load").has("clean", RunStatus.SUCCESS, "marked by hand");
    }

    @Test
    void marking_ends_a_blocked_a_waiting_and_a_running_step(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofHours(1));
        Execution execution = baton.trigger(ETL);
        execution.mark("load", RunStatus.SKIPPED);
        execution.mark("extract", RunStatus.SKIPPED);
        baton.settle();
        assertThat(execution)
                .hasStatus(ExecutionStatus.SKIPPED)
                .skipped("extract", "clean", "load", "alert")
                .ran("cleanup");
        assertThatThrownBy(() -> execution.mark("cleanup", RunStatus.SKIPPED)).isInstanceOf(NotPossibleException.class);
        assertThatThrownBy(() -> execution.mark("load", RunStatus.FAILURE)).isInstanceOf(NotPossibleException.class);
    }

    @Test
    void a_held_execution_starts_nothing_until_it_is_released(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        Execution execution = baton.trigger(ETL);
        execution.hold();
        baton.advance(Duration.ofHours(1));
        assertThat(execution)
                .hasStatus(ExecutionStatus.HELD)
                .ran("extract")
                .has("clean", RunStatus.PENDING, "the execution is held");
        execution.release();
        baton.settle();
        assertThat(execution).succeeded();
        assertThatThrownBy(execution::hold).isInstanceOf(NotPossibleException.class);
    }

    @Test
    void a_held_execution_can_be_cancelled(BatonTest baton) {
        baton.add(ETL);
        baton.taking("etl/extract", Duration.ofMinutes(5));
        Execution execution = baton.trigger(ETL);
        execution.hold();
        baton.advance(Duration.ofMinutes(5));
        execution.cancel();
        baton.settle();
        assertThat(execution)
                .hasStatus(ExecutionStatus.CANCELLED)
                .has("clean", RunStatus.CANCELLED)
                .ran("cleanup");
    }

    @Test
    void a_step_that_waits_for_its_next_attempt_can_be_tried_at_once(BatonTest baton) {
        baton.add(Workflow.define("patient", w -> {
            Step<String> flaky = w.call("flaky", context -> {
                        if (context.attempt() == 1) {
                            throw new IllegalStateException("not yet");
                        }
                        return "done";
                    })
                    .retry(Retry.fixed(3, Duration.ofHours(1)));
            w.run("after", context -> {}).after(flaky);
        }));
        Execution execution = baton.trigger("patient");
        baton.advance(Duration.ofSeconds(1));
        assertThat(execution.run("flaky").status()).isEqualTo(RunStatus.PENDING);
        assertThatThrownBy(() -> execution.retry("after")).isInstanceOf(NotPossibleException.class);

        execution.retry("flaky");
        baton.advance(Duration.ofSeconds(1));

        assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(execution.run("flaky").attempt()).isEqualTo(2);
    }

    @Test
    void listeners_hear_of_holds_by_a_person_and_by_a_failed_step(BatonTest ignored) {
        List<String> heard = new ArrayList<>();
        Listener listener = new Listener() {
            @Override
            public void executionHeld(ExecutionEvent event) {
                heard.add("held " + event.name() + " " + event.status());
            }

            @Override
            public void executionReleased(ExecutionEvent event) {
                heard.add("released " + event.name() + " " + event.status());
            }
        };
        try (BatonTest baton = BatonTest.startingAt("2026-01-01T00:00:00Z", settings -> settings.listen(listener))) {
            baton.add(ETL).taking("etl/extract", Duration.ofMinutes(1));
            Execution byHand = baton.trigger(ETL);
            byHand.hold();
            byHand.hold();
            byHand.release();
            baton.advance(Duration.ofMinutes(5));
            assertThat(heard).containsExactly("held etl held", "released etl running");
            heard.clear();

            baton.add(Workflow.define("careful", w -> {
                w.onStepFailure(OnFailure.HOLD);
                Step<String> fails = w.call("fails", context -> {
                    if (context.attempt() == 1) {
                        throw new IllegalStateException("once");
                    }
                    return "done";
                });
                w.run("next", context -> {}).after(fails);
            }));
            Execution byFailure = baton.trigger("careful");
            baton.advance(Duration.ofMinutes(1));
            assertThat(heard).containsExactly("held careful held");
            byFailure.retry();
            baton.advance(Duration.ofMinutes(1));
            assertThat(heard).containsExactly("held careful held", "released careful running");
            assertThat(byFailure.status()).isEqualTo(ExecutionStatus.SUCCESS);
        }
    }
}

package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.NoOutputException;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NotPossibleException;
import dev.baton.error.StillRunningException;
import dev.baton.policy.Retention;
import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import dev.baton.test.StoreUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What can be asked of an execution, and done to it. */
@ExtendWith(BatonExtension.class)
class ExecutionControlTest {

    private static final Workflow ETL = Workflow.define("etl", w -> {
        Step<Integer> extract = w.call("extract", context -> 41);
        Step<Integer> clean = w.call("clean", context -> context.output(extract) + 1)
                .after(extract)
                .retry(Retry.exponential(3, Duration.ofSeconds(10)));
        w.run("load", context -> {}).after(clean);
        w.run("alert", context -> {}).after(clean.failed());
        w.finalRun("cleanup", context -> {});
    });

    @Test
    void an_execution_says_what_became_of_each_step(BatonTest baton) {
        baton.add(ETL).taking("etl/load", Duration.ofMinutes(2));
        Execution execution = baton.trigger(ETL);
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(execution.name()).isEqualTo("etl");
        assertThat(execution.trigger()).isEqualTo(Trigger.MANUAL);
        Run load = execution.run("load");
        assertThat(load.job()).isEqualTo("etl/load");
        assertThat(load.duration()).contains(Duration.ofMinutes(2));
        assertThat(load.attempt()).isEqualTo(1);
        assertThat(execution.run("clean").output()).contains(42);
        assertThat(execution.run("etl/alert").status()).isEqualTo(RunStatus.SKIPPED);
        assertThat(RunId.parse(load.id().toString())).isEqualTo(load.id());
        assertThat(load.id().execution()).isEqualTo(execution.id());
    }

    @Test
    void a_part_of_the_runs_is_given_forwards_and_backwards(BatonTest baton) {
        baton.add(ETL);
        Execution execution = baton.trigger(ETL);
        baton.advance(Duration.ofMinutes(1));
        Set<RunStatus> successes = Set.of(RunStatus.SUCCESS);
        assertThat(execution.runs(0, 2, Set.of())).extracting(Run::step).containsExactly("extract", "clean");
        assertThat(execution.runs(1, 9, successes)).extracting(Run::step).containsExactly("clean", "load", "cleanup");
        assertThat(execution.runsBefore(2, 9, successes)).extracting(Run::step).containsExactly("clean", "extract");
        assertThat(execution.runsBefore(Integer.MAX_VALUE, 1, Set.of()))
                .extracting(Run::step)
                .containsExactly("cleanup");
        assertThat(execution.counts()).isEqualTo(Map.of(RunStatus.SUCCESS, 4, RunStatus.SKIPPED, 1));
        assertThat(execution.run(1)).isEqualTo(execution.run("clean"));
        assertThat(execution.step(1)).isEqualTo("clean");
        assertThatThrownBy(() -> execution.run(5)).isInstanceOf(NoSuchExecutionException.class);
    }

    @Test
    void an_execution_knows_what_its_runs_wait_for(BatonTest baton) {
        baton.add(ETL);
        assertThat(baton.trigger(ETL).dependencies())
                .contains(
                        new Dependency("clean", "load", Set.of(Condition.SUCCESS)),
                        new Dependency("clean", "alert", Set.of(Condition.FAILURE)));
    }

    @Test
    void ids_sort_by_time(BatonTest baton) {
        baton.add(ETL);
        List<UUID> ids = new ArrayList<>();
        // Ids come from the engine, not from the store; on a store each execution takes its time.
        int count = StoreUnderTest.isMemory() ? 2_000 : 200;
        for (int i = 0; i < count; i++) {
            ids.add(baton.trigger(ETL).id());
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(ids).allMatch(id -> id.version() == 7 && id.variant() == 2);
    }

    @Test
    void outputs_of_steps_that_did_not_succeed_are_refused(BatonTest baton) {
        List<Step<?>> steps = new ArrayList<>();
        baton.add(Workflow.define(
                "w",
                w -> steps.add(w.run("a", context -> {
                    throw new IllegalStateException("no");
                }))));
        Execution execution = baton.trigger("w");
        assertThatThrownBy(() -> execution.output(steps.get(0))).isInstanceOf(NoOutputException.class);
    }

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
    void a_run_that_waits_for_a_person_says_so_in_its_reason(BatonTest baton) {
        Workflow gated = Workflow.define("gated", w -> w.approval("ask", "Go on?"));
        baton.add(gated);
        assertThat(baton.trigger(gated).run("ask").reason()).isEqualTo("waits for an approval");
    }

    @Test
    void every_blocked_pending_and_skipped_run_has_a_reason(BatonTest baton) {
        baton.add(ETL).failing("etl/clean");
        Execution execution = baton.trigger(ETL);
        for (int i = 0; i < 4; i++) {
            assertThat(execution.runs())
                    .filteredOn(run -> run.status() == RunStatus.BLOCKED
                            || run.status() == RunStatus.PENDING
                            || run.status() == RunStatus.SKIPPED)
                    .allSatisfy(run -> assertThat(run.reason()).isNotBlank());
            baton.advance(Duration.ofSeconds(15));
        }
    }

    @Test
    void waiting_for_an_execution_advances_the_fake_clock(BatonTest baton) throws InterruptedException {
        baton.add(ETL).taking("etl/load", Duration.ofMinutes(3));
        Execution execution = baton.baton().trigger(ETL);
        assertThatThrownBy(() -> execution.await(Duration.ofMinutes(1)))
                .isInstanceOf(StillRunningException.class)
                .hasMessageContaining("load");
        assertThat(execution.await(Duration.ofMinutes(5)).status()).isEqualTo(ExecutionStatus.SUCCESS);
    }

    @Test
    void a_body_can_wait_for_another_execution(BatonTest baton) {
        baton.add(ETL).taking("etl/load", Duration.ofMinutes(3));
        baton.add(Job.named("outer")
                .call(context -> baton.baton()
                        .trigger(ETL)
                        .await(Duration.ofHours(1))
                        .status()
                        .name()));
        Execution execution = baton.trigger("outer");
        baton.advance(Duration.ofMinutes(10));
        assertThat(execution).succeeded().hasOutput("outer", "SUCCESS");
    }

    @Test
    void as_many_ended_executions_are_kept_as_retention_says() {
        try (BatonTest baton = BatonTest.startingAt(
                "2026-01-01T00:00:00Z",
                settings -> settings.retention(Retention.count(10).withAge(Duration.ofHours(5))))) {
            baton.add(ETL);
            Execution first = baton.trigger(ETL);
            for (int i = 0; i < 20; i++) {
                baton.trigger(ETL);
            }
            baton.advance(Duration.ofHours(1));
            assertThat(baton.baton().pastExecutions("etl")).hasSize(10);
            assertThatThrownBy(() -> baton.baton().execution(first.id())).isInstanceOf(NoSuchExecutionException.class);
            UUID last = baton.lastExecution(ETL).id();
            assertThat(baton.baton().execution(last).id()).isEqualTo(last);
            baton.advance(Duration.ofHours(6));
            assertThat(baton.baton().pastExecutions("etl")).isEmpty();
        }
    }

    @Test
    void all_jobs_together_keep_no_more_than_retention_says() {
        try (BatonTest baton = BatonTest.startingAt(
                "2026-01-01T00:00:00Z",
                settings -> settings.retention(Retention.standard().withTotal(5)))) {
            for (int i = 0; i < 20; i++) {
                baton.add(Job.named("j" + i).run(context -> {}));
                baton.trigger("j" + i);
            }
            baton.advance(Duration.ofHours(1));
            assertThat(baton.executions("j14")).isEmpty();
            assertThat(baton.executions("j15")).hasSize(1);
            assertThat(baton.executions("j19")).hasSize(1);
        }
    }

    @Test
    void a_running_job_says_so(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        assertThat(baton.baton().isRunning("etl")).isFalse();
        baton.trigger(ETL);
        assertThat(baton.baton().isRunning("etl")).isTrue();
        assertThat(baton.baton().isRunning("etl/extract")).isTrue();
        assertThat(baton.baton().isRunning("etl/load")).isFalse();
        assertThatThrownBy(() -> baton.trigger("elt"))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("Did you mean \"etl\"?");
    }

    @Test
    void a_paused_step_is_skipped(BatonTest baton) {
        baton.add(ETL);
        baton.baton().pause("etl/clean");
        assertThat(baton.trigger(ETL))
                .has("clean", RunStatus.SKIPPED, "paused")
                .skipped("load", "alert")
                .ran("cleanup");
        baton.baton().resume("etl/clean");
        assertThat(baton.trigger(ETL)).succeeded().ran("load");
        assertThatThrownBy(() -> baton.baton().pause("etl/claen"))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("etl/clean");
    }

    @Test
    void a_paused_workflow_runs_nothing_and_lets_go_on_what_is_under_way(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        Execution before = baton.trigger(ETL);
        baton.baton().pause("etl");
        assertThat(baton.trigger(ETL))
                .has("extract", RunStatus.SKIPPED, "paused")
                .skipped("cleanup");
        baton.advance(Duration.ofMinutes(5));
        assertThat(before).succeeded();
    }

    @Test
    void a_replaced_workflow_leaves_executions_under_way_as_they_were(BatonTest baton) {
        baton.add(ETL).taking("etl/extract", Duration.ofMinutes(5));
        Execution before = baton.trigger(ETL);
        baton.baton().put(Workflow.define("etl", w -> w.run("only", context -> {})));
        assertThat(baton.trigger("etl")).succeeded().ran("only");
        baton.advance(Duration.ofMinutes(5));
        assertThat(before).succeeded().ran("load");
    }

    @Test
    void a_replaced_body_is_used_by_runs_that_start_later(BatonTest baton) {
        baton.add(Job.named("root").run(context -> {})).taking("root", Duration.ofMinutes(5));
        baton.add(Job.named("child").call(context -> "old"));
        baton.baton().addDependency("root", "child");
        Execution execution = baton.trigger("root");
        baton.baton().put(Job.named("child").call(context -> "new"));
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution).succeeded().hasOutput("child", "new");
        assertThat(baton.trigger("root").runs()).hasSize(2);
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

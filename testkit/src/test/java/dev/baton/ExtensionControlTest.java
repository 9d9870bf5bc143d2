package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.policy.Limit;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Tests that commands and queries of executions cover the steps that bodies have added. */
class ExtensionControlTest extends ExtensionFixture {

    @Test
    void a_failure_of_an_added_step_fails_the_execution_and_can_be_retried() {
        Execution execution = run(e -> {
            e.step("a", "clean").parameter("file", "bad");
            e.step("b", "clean").after("a");
        });
        assertThat(execution).failed().failed("a").skipped("b").ran("end");

        baton.baton().put(Job.named("clean").run(context -> seen.add("repaired " + context.jobName())));
        execution.retry();
        baton.advance(HOUR);

        assertThat(execution)
                .succeeded()
                .hadAttempts("a", 2)
                .hadAttempts("find", 1)
                .hadAttempts("end", 2);
        Assertions.assertThat(seen).containsSubsequence("repaired w/a", "repaired w/b", "end");
        Assertions.assertThat(execution.runs()).hasSize(5);
    }

    @Test
    void an_added_step_can_be_marked_and_explained() {
        Execution execution = start(
                w -> w.onStepFailure(OnFailure.HOLD),
                e -> e.step("b", "clean").after(e.step("a", "clean").parameter("file", "bad")));
        Assertions.assertThat(execution.explain("b").text()).contains("waits for a");
        baton.advance(HOUR);
        assertThat(execution).hasStatus(ExecutionStatus.HELD).has("b", RunStatus.BLOCKED, "a failed");

        execution.mark("w/a", RunStatus.SUCCESS);
        baton.advance(HOUR);
        assertThat(execution).succeeded().ran("b", "end");
    }

    @Test
    void fail_fast_stops_added_steps_and_the_final_step_runs() {
        Execution execution = run(w -> w.onStepFailure(OnFailure.FAIL_FAST), e -> {
            e.step("a", "clean").parameter("file", "bad");
            e.step("b", "clean").after("a", Condition.COMPLETE);
        });

        assertThat(execution).failed().failed("a").skipped("b").ran("end");
    }

    @Test
    void cancelling_stops_added_steps() {
        Execution execution = start(w -> {}, e -> e.step("b", "clean").after(e.step("a", "clean")));
        Execution.Cancellation done = execution.cancel();
        baton.advance(HOUR);

        assertThat(execution).hasStatus(ExecutionStatus.CANCELLED).has("a", RunStatus.CANCELLED);
        assertThat(execution).has("b", RunStatus.CANCELLED).ran("end");
        Assertions.assertThat(done).isEqualTo(new Execution.Cancellation(1, 1, 2));
    }

    @Test
    void a_hold_keeps_added_steps_from_starting() {
        baton.add(Workflow.define(
                "w",
                w -> w.run("find", context -> {
                    context.sleep(Duration.ofMinutes(1));
                    context.extend(Extension.define(e -> e.step("a", "clean")));
                })));
        Execution execution = baton.trigger("w");
        execution.hold();
        baton.advance(HOUR);
        assertThat(execution).hasStatus(ExecutionStatus.HELD).has("a", RunStatus.PENDING, "the execution is held");

        execution.release();
        baton.advance(HOUR);
        assertThat(execution).succeeded().ran("a");
    }

    @Test
    void the_time_limit_of_the_workflow_holds_for_added_steps() {
        baton.taking("w/a", HOUR);
        Execution execution = run(w -> w.timeout(Duration.ofMinutes(1)), e -> e.step("a", "clean"));

        assertThat(execution).hasStatus(ExecutionStatus.TIMEOUT).ran("end");
    }

    @Test
    void the_graph_and_the_counts_have_the_added_steps() {
        Execution execution = start(w -> {}, e -> {
            e.step("b", "clean").after("a");
            e.step("a", "clean");
        });
        Assertions.assertThat(execution.counts())
                .isEqualTo(Map.of(RunStatus.SUCCESS, 2, RunStatus.RUNNING, 1, RunStatus.BLOCKED, 2));
        Assertions.assertThat(execution.dependencies())
                .contains(
                        new Dependency("find", "a", Set.of(Condition.SUCCESS)),
                        new Dependency("a", "b", Set.of(Condition.SUCCESS)));
    }

    @Test
    void limits_and_pauses_of_the_job_hold_for_added_steps() {
        baton.baton().put(Job.named("clean").limit(Limit.concurrency(1)).run(context -> {
            seen.add(context.jobName());
            context.sleep(Duration.ofMinutes(1));
        }));
        Execution execution = start(w -> {}, e -> {
            e.step("a", "clean");
            e.step("b", "clean");
        });
        Assertions.assertThat(execution.counts()).containsEntry(RunStatus.PENDING, 1);
        Assertions.assertThat(baton.baton().isRunning("clean")).isTrue();
        baton.advance(HOUR);
        assertThat(execution).succeeded().ran("a", "b");

        baton.baton().pause("clean");
        Execution paused = baton.trigger("w");
        baton.advance(HOUR);
        assertThat(paused).succeeded().has("a", RunStatus.SKIPPED, "paused");
    }

    @Test
    void an_added_step_whose_job_was_removed_meanwhile_is_skipped() {
        baton.add(Job.named("later").run(context -> {}));
        Execution execution = start(w -> {}, e -> e.step("b", "later").after(e.step("a", "clean")));
        baton.baton().remove("later");
        baton.advance(HOUR);

        assertThat(execution).succeeded().has("b", RunStatus.SKIPPED, "removed");
    }
}

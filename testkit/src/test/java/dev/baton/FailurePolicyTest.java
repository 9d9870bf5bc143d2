package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BatonExtension.class)
class FailurePolicyTest {

    private static Workflow workflow(OnFailure reaction) {
        return Workflow.define("w", w -> {
            w.onStepFailure(reaction);
            Step<Void> extract = w.run("extract", context -> {});
            Step<Void> load = w.run("load", context -> {}).after(extract);
            w.run("report", context -> {}).after(load);
            w.run("alert", context -> {}).after(extract.failed());
            w.run("elsewhere", context -> {});
            w.finalRun("cleanup", context -> {});
        });
    }

    @Test
    void by_default_a_failure_cascades(BatonTest baton) {
        baton.add(workflow(OnFailure.CASCADE)).failing("w/extract");
        assertThat(baton.trigger("w")).failed().skipped("load", "report").ran("alert", "elsewhere", "cleanup");
    }

    @Test
    void the_final_step_runs_whatever_happened_and_last(BatonTest baton) {
        baton.add(workflow(OnFailure.CASCADE)).taking("w/elsewhere", Duration.ofHours(1));
        Execution execution = baton.trigger("w");
        assertThat(execution).has("cleanup", RunStatus.BLOCKED, "waits for all other steps");
        baton.advance(Duration.ofHours(1));
        assertThat(execution).succeeded().ran("cleanup").startedInOrder("elsewhere", "cleanup");
    }

    @Test
    void a_failed_final_step_fails_the_execution(BatonTest baton) {
        baton.add(workflow(OnFailure.CASCADE)).failing("w/cleanup");
        assertThat(baton.trigger("w")).failed().ran("report");
    }

    @Test
    void under_hold_dependents_stay_blocked_until_the_step_is_retried(BatonTest baton) {
        baton.add(workflow(OnFailure.HOLD)).failing("w/extract");
        Execution execution = baton.trigger("w");
        assertThat(execution)
                .hasStatus(ExecutionStatus.HELD)
                .has("load", RunStatus.BLOCKED, "held: extract failed")
                .has("alert", RunStatus.BLOCKED)
                .has("cleanup", RunStatus.BLOCKED)
                .ran("elsewhere");
        baton.advance(Duration.ofDays(30));
        assertThat(execution).hasStatus(ExecutionStatus.HELD);

        baton.assume("w/extract", dev.baton.test.Assumption.succeeds());
        execution.retry();
        baton.settle();
        assertThat(execution)
                .succeeded()
                .ran("extract", "load", "report", "cleanup")
                .skipped("alert")
                .hadAttempts("extract", 2)
                .hadAttempts("elsewhere", 1);
    }

    @Test
    void under_hold_a_marked_step_lets_the_rest_go_on(BatonTest baton) {
        baton.add(workflow(OnFailure.HOLD)).failing("w/extract");
        Execution execution = baton.trigger("w");
        execution.mark("extract", RunStatus.SUCCESS);
        baton.settle();
        assertThat(execution)
                .succeeded()
                .has("extract", RunStatus.SUCCESS, "marked by hand")
                .ran("load", "report", "cleanup");
    }

    @Test
    void under_hold_a_cancelled_execution_ends(BatonTest baton) {
        baton.add(workflow(OnFailure.HOLD)).failing("w/extract");
        Execution execution = baton.trigger("w");
        execution.cancel();
        baton.settle();
        assertThat(execution)
                .hasStatus(ExecutionStatus.CANCELLED)
                .has("load", RunStatus.CANCELLED)
                .ran("cleanup");
    }

    @Test
    void under_hold_a_failure_nobody_depends_on_just_fails(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
                    w.onStepFailure(OnFailure.HOLD);
                    w.run("a", context -> {});
                    w.run("b", context -> {});
                }))
                .failing("w/a");
        assertThat(baton.trigger("w")).failed().ran("b");
    }

    @Test
    void failing_fast_cancels_what_runs_and_skips_the_rest(BatonTest baton) {
        baton.add(workflow(OnFailure.FAIL_FAST))
                .assume("w/extract", dev.baton.test.Assumption.fails().taking(Duration.ofMinutes(1)))
                .taking("w/elsewhere", Duration.ofHours(1));
        Execution execution = baton.trigger("w");
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution)
                .failed()
                .failed("extract")
                .has("elsewhere", RunStatus.CANCELLED, "fails fast")
                .has("load", RunStatus.SKIPPED, "fails fast")
                .skipped("report", "alert")
                .ran("cleanup");
    }

    @Test
    void a_step_that_may_fail_does_not_fail_the_execution(BatonTest baton) {
        for (OnFailure reaction : OnFailure.values()) {
            String name = "w-" + reaction.ordinal();
            baton.add(Workflow.define(name, w -> {
                w.onStepFailure(reaction);
                Step<Void> optional = w.run("optional", context -> {}).allowFailure();
                w.run("child", context -> {}).after(optional);
                w.run("either-way", context -> {}).after(optional.completed());
            }));
            baton.failing(name + "/optional");
            assertThat(baton.trigger(name))
                    .succeeded()
                    .failed("optional")
                    .skipped("child")
                    .ran("either-way");
        }
    }

    @Test
    void a_timed_out_step_fails_the_execution(BatonTest baton) {
        baton.add(Workflow.define("w", w -> w.run("slow", context -> {}).timeout(Duration.ofMinutes(1))))
                .taking("w/slow", Duration.ofMinutes(2));
        Execution execution = baton.trigger("w");
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution).failed().has("slow", RunStatus.TIMEOUT, "ran past its time limit");
    }

    @Test
    void a_workflow_past_its_own_limit_times_out(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
                    w.timeout(Duration.ofMinutes(10));
                    Step<Void> slow = w.run("slow", context -> {});
                    w.run("next", context -> {}).after(slow);
                    w.run("on-failure", context -> {}).after(slow.failed());
                    w.finalRun("cleanup", context -> {});
                }))
                .taking("w/slow", Duration.ofHours(1));
        Execution execution = baton.trigger("w");
        baton.advance(Duration.ofMinutes(10));
        assertThat(execution)
                .hasStatus(ExecutionStatus.TIMEOUT)
                .has("slow", RunStatus.CANCELLED, "ran out of time")
                .has("next", RunStatus.SKIPPED, "ran out of time")
                .skipped("on-failure")
                .ran("cleanup");
    }

    @Test
    void a_deadline_only_warns(BatonTest ignored) {
        java.util.List<String> warnings = new java.util.ArrayList<>();
        Listener listener = new Listener() {
            @Override
            public void deadlineMissed(ExecutionEvent event) {
                warnings.add(event.name() + " at " + event.at());
            }
        };
        try (BatonTest baton = BatonTest.startingAt("2026-01-01T00:00:00Z", settings -> settings.listen(listener))) {
            baton.add(Workflow.define("w", w -> {
                        w.deadline(Duration.ofMinutes(10));
                        w.run("slow", context -> {});
                    }))
                    .taking("w/slow", Duration.ofHours(1));
            Execution execution = baton.trigger("w");
            baton.advance(Duration.ofHours(1));
            assertThat(execution).succeeded();
            org.assertj.core.api.Assertions.assertThat(warnings).containsExactly("w at 2026-01-01T00:10:00Z");
        }
    }
}

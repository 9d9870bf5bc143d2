package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BatonExtension.class)
class OverlapTest {

    private static void slowJob(BatonTest baton, Overlap overlap) {
        baton.add(Job.named("slow").overlap(overlap).run(context -> {})).taking("slow", Duration.ofMinutes(10));
    }

    @Test
    void by_default_runs_of_a_job_run_side_by_side(BatonTest baton) {
        slowJob(baton, Overlap.allow());
        Execution one = baton.trigger("slow");
        Execution two = baton.trigger("slow");
        assertThat(one).has("slow", RunStatus.RUNNING);
        assertThat(two).has("slow", RunStatus.RUNNING);
    }

    @Test
    void one_too_many_is_skipped(BatonTest baton) {
        slowJob(baton, Overlap.allow(2));
        Execution one = baton.trigger("slow");
        Execution two = baton.trigger("slow");
        Execution three = baton.trigger("slow");
        assertThat(one).has("slow", RunStatus.RUNNING);
        assertThat(two).has("slow", RunStatus.RUNNING);
        assertThat(three).has("slow", RunStatus.SKIPPED, "previous run still active");
        baton.advance(Duration.ofMinutes(10));
        assertThat(baton.trigger("slow")).has("slow", RunStatus.RUNNING);
    }

    @Test
    void a_run_in_its_retry_delay_is_still_active(BatonTest baton) {
        baton.add(Job.named("flaky")
                        .overlap(Overlap.skip())
                        .retry(Retry.fixed(2, Duration.ofMinutes(5)))
                        .run(context -> {}))
                .assume("flaky", Assumption.fails());
        baton.trigger("flaky");
        assertThat(baton.trigger("flaky")).skipped("flaky");
        baton.advance(Duration.ofMinutes(5));
        assertThat(baton.trigger("flaky")).has("flaky", RunStatus.PENDING);
    }

    @Test
    void schedules_count_like_any_other_trigger(BatonTest baton) {
        baton.add(Job.named("slow")
                        .every(Duration.ofMinutes(4))
                        .overlap(Overlap.skip())
                        .run(context -> {}))
                .taking("slow", Duration.ofMinutes(10));
        Execution manual = baton.trigger("slow");
        baton.advance(Duration.ofMinutes(9));
        assertThat(manual).has("slow", RunStatus.RUNNING);
        assertThat(baton.executions("slow")).hasSize(3);
        assertThat(baton.lastExecution("slow")).skipped("slow");
    }

    @Test
    void queued_runs_wait_for_their_turn_in_order(BatonTest baton) {
        slowJob(baton, Overlap.queue());
        Execution one = baton.trigger("slow");
        Execution two = baton.trigger("slow");
        Execution three = baton.trigger("slow");
        assertThat(two).has("slow", RunStatus.PENDING, "previous run still active");
        baton.advance(Duration.ofMinutes(10));
        assertThat(one).succeeded();
        assertThat(two).has("slow", RunStatus.RUNNING);
        assertThat(three).has("slow", RunStatus.PENDING);
        baton.advance(Duration.ofMinutes(20));
        assertThat(two).succeeded();
        assertThat(three).succeeded();
    }

    @Test
    void a_queued_run_that_is_cancelled_leaves_the_queue(BatonTest baton) {
        slowJob(baton, Overlap.queue());
        baton.trigger("slow");
        Execution two = baton.trigger("slow");
        Execution three = baton.trigger("slow");
        two.cancel();
        baton.advance(Duration.ofMinutes(10));
        assertThat(two).hasStatus(ExecutionStatus.CANCELLED);
        assertThat(three).has("slow", RunStatus.RUNNING);
    }

    @Test
    void a_limit_that_is_lifted_leaves_nobody_waiting(BatonTest baton) {
        slowJob(baton, Overlap.queue());
        baton.trigger("slow");
        Execution two = baton.trigger("slow");
        Execution three = baton.trigger("slow");
        baton.baton().put(Job.named("slow").run(context -> {}));
        baton.advance(Duration.ofMinutes(20));
        assertThat(two).succeeded();
        assertThat(three).succeeded();
    }

    @Test
    void a_newer_run_replaces_the_older(BatonTest baton) {
        slowJob(baton, Overlap.replace());
        Execution one = baton.trigger("slow");
        Execution two = baton.trigger("slow");
        assertThat(one).has("slow", RunStatus.CANCELLED, "replaced by a newer run");
        assertThat(two).has("slow", RunStatus.RUNNING);
        baton.advance(Duration.ofMinutes(10));
        assertThat(two).succeeded();
    }

    @Test
    void the_success_children_of_a_run_that_was_kept_out_do_not_run(BatonTest baton) {
        slowJob(baton, Overlap.skip());
        baton.add(Job.named("on-success").run(context -> {}));
        baton.add(Job.named("on-skipped").run(context -> {}));
        baton.baton().addDependency("slow", "on-success");
        baton.baton().addDependency("slow", "on-skipped", Condition.SKIPPED);
        baton.trigger("slow");
        assertThat(baton.trigger("slow")).skipped("slow", "on-success").ran("on-skipped");
    }

    private static Workflow slowWorkflow(Overlap overlap) {
        return Workflow.define("w", w -> {
            w.overlap(overlap);
            w.run("slow", context -> {});
            w.run("next", context -> {}).after("slow");
            w.run("on-skipped", context -> {}).after("slow", Condition.SKIPPED);
            w.finalRun("end", context -> {});
        });
    }

    @Test
    void a_workflow_kept_out_runs_nothing_at_all(BatonTest baton) {
        baton.add(slowWorkflow(Overlap.skip())).taking("w/slow", Duration.ofMinutes(10));
        baton.trigger("w");
        Execution kept = baton.trigger("w");
        assertThat(kept)
                .hasStatus(ExecutionStatus.SKIPPED)
                .skipped("slow", "next", "on-skipped", "end")
                .has("slow", RunStatus.SKIPPED, "previous execution still active");
    }

    @Test
    void a_workflow_that_queues_runs_one_execution_after_another(BatonTest baton) {
        baton.add(slowWorkflow(Overlap.queue())).taking("w/slow", Duration.ofMinutes(10));
        Execution one = baton.trigger("w");
        Execution two = baton.trigger("w");
        Execution three = baton.trigger("w");
        assertThat(two).isActive().has("slow", RunStatus.BLOCKED, "previous execution still active");
        three.cancel();
        assertThat(three).hasStatus(ExecutionStatus.CANCELLED).has("end", RunStatus.CANCELLED);
        baton.advance(Duration.ofMinutes(10));
        assertThat(one).succeeded();
        assertThat(two).has("slow", RunStatus.RUNNING);
        baton.advance(Duration.ofMinutes(10));
        assertThat(two).succeeded().ran("next", "end");
    }

    @Test
    void a_workflow_that_replaces_cancels_the_older_execution(BatonTest baton) {
        baton.add(slowWorkflow(Overlap.replace())).taking("w/slow", Duration.ofMinutes(10));
        Execution one = baton.trigger("w");
        Execution two = baton.trigger("w");
        assertThat(one).hasStatus(ExecutionStatus.CANCELLED).ran("end");
        assertThat(two).isActive().has("slow", RunStatus.RUNNING);
    }

    @Test
    void without_a_limit_executions_run_side_by_side_each_with_its_own_results(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            Step<Integer> a = w.call("a", context -> context.parameter("n", Integer.class));
            w.call("b", context -> "got " + context.output(a)).after(a);
        }));
        Execution one = baton.trigger("w", java.util.Map.of("n", 1));
        Execution two = baton.trigger("w", java.util.Map.of("n", 2));
        assertThat(one).hasOutput("b", "got 1");
        assertThat(two).hasOutput("b", "got 2");
    }
}

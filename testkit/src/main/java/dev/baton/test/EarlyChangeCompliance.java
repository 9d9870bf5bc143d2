package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.OnFailure;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Executions that were changed before their time: nothing of them starts early, and they end and hold no resources. */
abstract class EarlyChangeCompliance {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant IN_AN_HOUR = Instant.parse("2026-01-01T01:00:00Z");

    private final Nodes nodes;

    EarlyChangeCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    private static Workflow oneAtATime() {
        return Workflow.define("w", w -> {
            w.overlap(Overlap.queue());
            w.run("step", context -> {});
        });
    }

    private static Execution submitDelayedAndCancel(BatonTest node, String name) {
        Execution delayed = node.baton().submit(Submission.of(name).notBefore(IN_AN_HOUR));
        node.settle();
        delayed.cancel();
        node.settle();
        return delayed;
    }

    @Test
    void a_delayed_execution_that_was_cancelled_takes_no_place_among_the_executions_of_its_workflow() {
        BatonTest node = nodes.start(each -> each.add(oneAtATime()));
        submitDelayedAndCancel(node, "w");
        node.advance(HOUR.multipliedBy(2));
        Execution next = node.trigger("w");
        node.advance(HOUR);
        assertThat(next).succeeded();
    }

    @Test
    void a_delayed_execution_that_was_cancelled_takes_no_permit_of_its_job() {
        Job job = Job.named("job").limit(Limit.concurrency(1)).run(context -> {});
        BatonTest node = nodes.start(each -> each.add(job));
        submitDelayedAndCancel(node, "job");
        node.advance(HOUR.multipliedBy(2));
        Execution next = node.trigger("job");
        node.advance(HOUR);
        assertThat(next).succeeded();
    }

    @Test
    void a_delayed_execution_that_was_cancelled_stays_so_when_its_workflow_is_paused_at_its_time() {
        BatonTest node = nodes.start(each -> each.add(oneAtATime()));
        Execution delayed = submitDelayedAndCancel(node, "w");
        assertThat(delayed).hasStatus(ExecutionStatus.CANCELLED);
        node.baton().pause("w");
        node.advance(HOUR.multipliedBy(2));
        assertThat(nodes.again(delayed)).hasStatus(ExecutionStatus.CANCELLED);
        Assertions.assertThat(node.baton().activeExecutions()).isEmpty();
    }

    /** A workflow whose steps are limited, the final one too. */
    private static Workflow limited() {
        return Workflow.define("w", w -> {
            Step<?> first = w.run("first", context -> {}).limit(Limit.concurrency(1));
            w.run("second", context -> {}).limit(Limit.concurrency(1)).after(first);
            w.finalRun("end", context -> {}).limit(Limit.concurrency(1));
        });
    }

    @Test
    void an_execution_that_is_cancelled_before_its_time_ends_though_its_final_step_has_a_limit() {
        BatonTest node = nodes.start(each -> each.add(limited()));
        Execution delayed = submitDelayedAndCancel(node, "w");
        assertThat(delayed).hasStatus(ExecutionStatus.CANCELLED).has("end", RunStatus.CANCELLED);
        node.advance(HOUR.multipliedBy(2));
        assertThat(nodes.again(delayed)).hasStatus(ExecutionStatus.CANCELLED);
        assertThat(node.trigger("w")).succeeded();
    }

    @ParameterizedTest
    @EnumSource(
            value = RunStatus.class,
            names = {"SUCCESS", "SKIPPED"})
    void an_execution_of_which_a_step_with_a_limit_is_marked_before_its_time_ends(RunStatus mark) {
        BatonTest node = nodes.start(each -> each.add(limited()));
        Execution delayed = node.baton().submit(Submission.of("w").notBefore(IN_AN_HOUR));
        node.settle();
        delayed.mark("first", mark);
        node.advance(HOUR.multipliedBy(2));
        assertThat(nodes.again(delayed)).has("first", mark).ran("end");
        Assertions.assertThat(node.baton().activeExecutions()).isEmpty();
        assertThat(node.trigger("w")).succeeded();
    }

    /** Two steps of which the first is to be cancelled before its time, and others that follow from it. */
    private static Workflow reacting(OnFailure reaction) {
        return Workflow.define("w", w -> {
            w.onStepFailure(reaction);
            Step<?> first = w.run("first", context -> {});
            w.run("beside", context -> {});
            w.run("after", context -> {}).after(first);
            w.run("sorry", context -> {}).after(first.failed());
            w.finalRun("end", context -> {});
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = OnFailure.class,
            names = {"CASCADE", "FAIL_FAST"})
    void a_step_that_is_cancelled_before_its_time_starts_nothing_before_and_leaves_nothing_open(OnFailure reaction) {
        BatonTest node = nodes.start(each -> each.add(reacting(reaction)));
        Execution delayed = node.baton().submit(Submission.of("w").notBefore(IN_AN_HOUR));
        node.settle();
        delayed.cancel("first");
        node.settle();
        assertThat(delayed).isActive().has("first", RunStatus.CANCELLED).has("sorry", RunStatus.BLOCKED);
        if (nodes.isOnStore()) {
            node = nodes.restart();
        }
        node.advance(HOUR.multipliedBy(2));
        assertThat(nodes.again(delayed))
                .hasStatus(ExecutionStatus.CANCELLED)
                .has("first", RunStatus.CANCELLED)
                .ran("beside", "sorry", "end")
                .skipped("after");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_final_step_waits_for_the_time_of_its_execution_when_the_only_other_step_was_cancelled(boolean held) {
        BatonTest node = nodes.start(each -> each.add(Workflow.define("w", w -> {
            w.run("first", context -> {});
            w.finalRun("end", context -> {});
        })));
        Execution delayed = node.baton().submit(Submission.of("w").notBefore(IN_AN_HOUR));
        node.settle();
        if (held) {
            delayed.hold();
        }
        delayed.cancel("first");
        node.settle();
        assertThat(delayed).isActive().has("first", RunStatus.CANCELLED).has("end", RunStatus.BLOCKED);
        node.advance(HOUR.multipliedBy(2));
        if (held) {
            assertThat(nodes.again(delayed)).hasStatus(ExecutionStatus.HELD).has("end", RunStatus.PENDING);
            nodes.again(delayed).release();
            node.settle();
        }
        assertThat(nodes.again(delayed)).hasStatus(ExecutionStatus.CANCELLED).ran("end");
    }

    @Test
    void an_execution_of_which_a_step_was_cancelled_before_its_time_is_kept_out_by_a_pause() {
        BatonTest node = nodes.start(each -> each.add(reacting(OnFailure.CASCADE)));
        Execution delayed = node.baton().submit(Submission.of("w").notBefore(IN_AN_HOUR));
        node.settle();
        delayed.cancel("first");
        node.baton().pause("w");
        node.advance(HOUR.multipliedBy(2));
        assertThat(nodes.again(delayed)).has("first", RunStatus.CANCELLED).skipped("beside", "after", "sorry", "end");
        Assertions.assertThat(node.baton().activeExecutions()).isEmpty();
    }

    @Test
    void a_step_that_is_cancelled_before_its_time_and_retried_runs_before_the_steps_after_it() {
        assertThat(undone(execution -> execution.retry("first")))
                .succeeded()
                .ran("first", "beside", "after", "end")
                .skipped("sorry");
    }

    @Test
    void a_step_that_is_cancelled_before_its_time_and_marked_lets_the_steps_after_it_run() {
        assertThat(undone(execution -> execution.mark("first", RunStatus.SUCCESS)))
                .succeeded()
                .ran("first", "beside", "after", "end")
                .skipped("sorry");
    }

    /** An execution of which a step was cancelled before its time, and then opened again. */
    private Execution undone(Consumer<Execution> command) {
        BatonTest node = nodes.start(each -> each.add(reacting(OnFailure.CASCADE)));
        Execution delayed = node.baton().submit(Submission.of("w").notBefore(IN_AN_HOUR));
        node.settle();
        delayed.cancel("first");
        command.accept(delayed);
        node.settle();
        return delayed;
    }

    @Test
    void a_pause_keeps_out_an_execution_of_which_a_step_was_cancelled_before_its_time_and_a_restart() {
        BatonTest node = nodes.start(each -> each.add(reacting(OnFailure.CASCADE)));
        Execution delayed = node.baton().submit(Submission.of("w").notBefore(IN_AN_HOUR));
        node.settle();
        delayed.cancel("first");
        node = nodes.restart();
        node.baton().pause("w");
        node.advance(HOUR.multipliedBy(2));
        assertThat(nodes.again(delayed)).has("first", RunStatus.CANCELLED).skipped("beside", "after", "sorry", "end");
    }
}

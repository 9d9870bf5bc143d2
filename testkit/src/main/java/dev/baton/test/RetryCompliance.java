package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.OnFailure;
import dev.baton.RunStatus;
import dev.baton.SubWorkflow;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.policy.Limit;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A retry makes up for everything that a failure or a time limit kept from running. */
abstract class RetryCompliance {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Nodes nodes;

    RetryCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    private void restartIfPossible() {
        if (nodes.isOnStore()) {
            nodes.restart();
        }
    }

    // ---- steps that never started

    /** A command after which the execution should succeed. */
    enum Remedy {
        RETRY,
        RETRY_STEP,
        MARK;

        void to(Execution execution) {
            switch (this) {
                case RETRY -> execution.retry();
                case RETRY_STEP -> execution.retry("first");
                case MARK -> execution.mark("first", RunStatus.SUCCESS);
            }
        }
    }

    /** Two steps that do not depend on one another, one after the other. */
    private static Workflow twoInTurn(Consumer<WorkflowBuilder> more) {
        return Workflow.define("w", w -> {
            w.parallel(1);
            w.run("first", context -> {});
            w.run("other", context -> {});
            more.accept(w);
        });
    }

    @ParameterizedTest
    @EnumSource
    void what_did_not_start_because_another_step_failed_runs_once_that_is_put_right(Remedy remedy) {
        BatonTest node =
                nodes.start(each -> each.assume("w/first", Assumption.fails().times(1))
                        .add(twoInTurn(w -> w.onStepFailure(OnFailure.FAIL_FAST))));
        Execution execution = node.trigger("w");
        assertThat(execution).failed().skipped("other");
        remedy.to(execution);
        node.settle();
        restartIfPossible();
        assertThat(nodes.again(execution)).succeeded().ran("other");
    }

    @Test
    void what_did_not_start_in_time_runs_at_a_retry() {
        BatonTest node = nodes.start(each -> each.add(twoInTurn(w -> w.timeout(HOUR))));
        node.taking("w/first", HOUR.plus(MINUTE));
        Execution execution = node.trigger("w");
        node.advance(HOUR.multipliedBy(2));
        assertThat(execution).has("first", RunStatus.CANCELLED).skipped("other");
        node.taking("w/first", MINUTE);
        execution.retry();
        node.advance(MINUTE);
        restartIfPossible();
        assertThat(nodes.again(execution)).succeeded().ran("first", "other");
    }

    /** A workflow whose only step waits behind a limit for longer than the workflow may take. */
    private static void addLate(BatonTest node) {
        node.taking("slow", HOUR.plus(MINUTE.multipliedBy(30)))
                .add(Job.named("slow").limit(Limit.concurrency(1)).run(context -> {}))
                .add(Workflow.define("late", w -> {
                    w.job("step", "slow");
                    w.timeout(HOUR);
                }));
    }

    @Test
    void an_execution_of_which_nothing_started_in_time_is_retried() {
        BatonTest node = nodes.start(RetryCompliance::addLate);
        node.trigger("slow");
        Execution execution = node.trigger("late");
        node.advance(HOUR);
        Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.TIMEOUT);
        node.advance(HOUR);
        node.taking("slow", MINUTE);
        execution.retry();
        node.advance(MINUTE);
        assertThat(execution).succeeded().ran("step");
    }

    @Test
    void the_time_limit_of_a_retried_execution_counts_from_the_retry_however_often_its_node_restarts() {
        BatonTest node = nodes.start(each -> each.add(Workflow.define("w", w -> {
            w.run("step", context -> {}).labels("far");
            w.timeout(HOUR);
        })));
        Execution execution = node.trigger("w");
        node.advance(HOUR.plus(MINUTE.multipliedBy(10)));
        execution.retry();
        for (int restarts = 0; restarts < 2; restarts++) {
            nodes.running().advance(MINUTE.multipliedBy(5));
            assertThat(nodes.again(execution)).isActive();
            Assertions.assertThat(nodes.again(execution).explain().toString()).contains("02:10:00");
            restartIfPossible();
        }
        nodes.running().advance(HOUR);
        Assertions.assertThat(nodes.again(execution).status()).isEqualTo(ExecutionStatus.TIMEOUT);
        Assertions.assertThat(nodes.again(execution).finished()).contains(Instant.parse("2026-01-01T02:10:00Z"));
    }

    @Test
    void an_attempt_goes_on_with_a_workflow_of_which_nothing_started_in_time() {
        BatonTest node = nodes.start(each -> {
            addLate(each);
            each.add(Workflow.define(
                    "outer",
                    w -> w.call("inner", new SubWorkflow("late", Map.of())).retry(Retry.fixed(2, HOUR))));
        });
        node.trigger("slow");
        Execution execution = node.trigger("outer");
        node.advance(HOUR);
        node.taking("slow", MINUTE);
        node.advance(HOUR.plus(MINUTE));
        assertThat(execution).succeeded().hadAttempts("inner", 2);
        Assertions.assertThat(node.executions("late")).hasSize(1);
    }

    // ---- attempts that wait

    /** How a node ends while an attempt waits. */
    enum Interruption {
        KILLED,
        SHUT_DOWN
    }

    @ParameterizedTest
    @EnumSource
    void the_time_limit_of_a_later_attempt_that_waits_counts_from_its_start(Interruption interruption) {
        BatonTest node = nodes.start(each -> each.add(Workflow.define(
                "w", w -> w.approval("ask", "Go on?").timeout(HOUR).retry(Retry.fixed(2, MINUTE)))));
        Execution execution = node.trigger("w");
        node.advance(HOUR.plus(MINUTE));
        for (int restarts = 0; restarts < 3; restarts++) {
            nodes.running().advance(MINUTE.multipliedBy(15));
            if (nodes.isOnStore()) {
                var unused = interruption == Interruption.KILLED ? nodes.restart() : nodes.shutDownAndStart();
            }
        }
        nodes.running().advance(MINUTE.multipliedBy(14));
        assertThat(nodes.again(execution)).isActive().has("ask", RunStatus.RUNNING);
        nodes.running().advance(MINUTE);
        assertThat(nodes.again(execution)).failed().hadAttempts("ask", 2);
    }
}

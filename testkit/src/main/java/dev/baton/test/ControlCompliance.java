package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.OnFailure;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.policy.Retention;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds, retries, cancellations and pauses on a store. */
abstract class ControlCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Nodes nodes;
    private final AtomicInteger calls = new AtomicInteger();

    ControlCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    @Test
    void the_time_limit_of_a_retried_execution_counts_from_the_retry_also_after_a_restart() {
        Workflow workflow = Workflow.define("w", w -> {
            w.timeout(Duration.ofMinutes(10));
            w.run("step", context -> {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("no");
                }
                context.sleep(MINUTE.multipliedBy(calls.get() == 2 ? 5 : 20));
            });
        });
        BatonTest node = nodes.start(each -> each.add(workflow));
        Execution execution = node.trigger("w");
        Instant started = execution.started();
        node.advance(Duration.ofDays(1));
        assertThat(nodes.again(execution)).failed("step");
        nodes.again(execution).retry();
        node.advance(MINUTE);
        if (nodes.isOnStore()) {
            node = nodes.restart();
            assertThat(nodes.again(execution)).isActive();
            node.advance(MINUTE.multipliedBy(10));
            assertThat(nodes.again(execution)).hasStatus(ExecutionStatus.TIMEOUT);
        } else {
            node.advance(MINUTE.multipliedBy(5));
            assertThat(execution).succeeded();
        }
        Assertions.assertThat(nodes.again(execution).started()).isEqualTo(started);
    }

    private BatonTest startChain(OnFailure onFailure) {
        Workflow chain = Workflow.define("w", w -> {
            Step<?> a = w.run("a", context -> {
                if (calls.incrementAndGet() == 1 && onFailure == OnFailure.HOLD) {
                    throw new IllegalStateException("the first time it fails");
                }
            });
            w.run("b", context -> {}).after(a);
            w.onStepFailure(onFailure);
        });
        return nodes.start(node -> node.taking("w/a", MINUTE).add(chain));
    }

    // ---- holds

    @Test
    void what_is_held_by_hand_starts_nothing_until_it_is_released_even_after_a_restart() {
        BatonTest node = startChain(OnFailure.CASCADE);
        Execution execution = node.trigger("w");
        execution.hold();
        node.advance(MINUTE);
        assertThat(execution).hasStatus(ExecutionStatus.HELD).ran("a");
        BatonTest next = nodes.restart();
        next.advance(MINUTE);
        assertThat(nodes.again(execution)).hasStatus(ExecutionStatus.HELD).has("b", RunStatus.PENDING, "held");
        nodes.again(execution).release();
        next.settle();
        assertThat(nodes.again(execution)).succeeded().ran("b");
    }

    @Test
    void what_is_held_by_policy_waits_for_a_retry_even_after_a_restart() {
        BatonTest node = startChain(OnFailure.HOLD);
        Execution execution = node.trigger("w");
        node.advance(MINUTE);
        assertThat(execution).hasStatus(ExecutionStatus.HELD).failed("a").has("b", RunStatus.BLOCKED, "held");
        BatonTest next = nodes.restart();
        assertThat(nodes.again(execution)).hasStatus(ExecutionStatus.HELD).has("b", RunStatus.BLOCKED, "held");
        nodes.again(execution).retry();
        next.advance(MINUTE);
        assertThat(nodes.again(execution)).succeeded().ran("a", "b");
    }

    @Test
    void what_was_held_by_policy_and_cancelled_ends_even_after_a_restart() {
        BatonTest node = nodes.start(each -> each.taking("w/last", MINUTE).add(Workflow.define("w", w -> {
            w.run("a", context -> {
                throw new IllegalStateException("it fails");
            });
            w.run("b", context -> {}).after("a");
            w.finalRun("last", context -> {});
            w.onStepFailure(OnFailure.HOLD);
        })));
        Execution execution = node.trigger("w");
        node.settle();
        execution.cancel();
        node.settle();
        BatonTest next = nodes.restart();
        next.advance(MINUTE);
        assertThat(nodes.again(execution))
                .hasStatus(ExecutionStatus.CANCELLED)
                .failed("a")
                .ran("last");
    }

    @Test
    void a_run_goes_on_after_a_restart_although_the_parent_that_let_it_start_was_marked() {
        BatonTest node = nodes.start(each -> each.taking("w/repair", MINUTE).add(Workflow.define("w", w -> {
            Step<?> a = w.run("a", context -> {
                throw new IllegalStateException("it fails");
            });
            w.run("repair", context -> {}).after(a.failed());
            w.run("b", context -> {}).after("repair", Condition.COMPLETE);
        })));
        Execution execution = node.trigger("w");
        node.settle();
        execution.mark("a", RunStatus.SUCCESS);
        BatonTest next = nodes.restart();
        next.advance(MINUTE.multipliedBy(2));
        assertThat(nodes.again(execution)).succeeded().ran("repair", "b");
    }

    // ---- retries

    private BatonTest startUnreliable() {
        Job job = Job.named("job").retry(Retry.fixed(3, Duration.ofHours(1))).run(context -> {});
        return nodes.start(
                node -> node.assume("job", Assumption.fails().times(2)).add(job));
    }

    @Test
    void a_retry_comes_after_its_delay() {
        BatonTest node = startUnreliable();
        Execution execution = node.trigger("job");
        node.advance(Duration.ofMinutes(59));
        assertThat(execution)
                .isActive()
                .has("job", RunStatus.PENDING, "next at")
                .hadAttempts("job", 1);
        node.advance(Duration.ofMinutes(61));
        assertThat(execution).succeeded().hadAttempts("job", 3);
    }

    @Test
    void a_restart_neither_forgets_a_retry_nor_delays_it() {
        BatonTest node = startUnreliable();
        Execution execution = node.trigger("job");
        node.advance(Duration.ofMinutes(59));
        node = nodes.restart();
        assertThat(nodes.again(execution)).isActive().has("job", RunStatus.PENDING, "next at");
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).isActive().hadAttempts("job", 2);
        nodes.restartAfter(Duration.ofHours(5));
        assertThat(nodes.again(execution)).succeeded().hadAttempts("job", 3);
    }

    @Test
    void an_ended_execution_can_be_retried_after_a_restart() {
        BatonTest node = nodes.start(
                each -> each.add(Job.named("job").run(context -> {})).failing("job"));
        Execution execution = node.trigger("job");
        assertThat(execution).failed();
        node = nodes.restart(each -> each.add(Job.named("job").run(context -> {})));
        nodes.again(execution).retry();
        node.settle();
        assertThat(nodes.again(execution)).succeeded().hadAttempts("job", 2);
    }

    // ---- cancellations and marks

    @Test
    void cancelling_ends_what_has_not_started_and_stops_what_runs() {
        BatonTest node = startChain(OnFailure.CASCADE);
        Execution execution = node.trigger("w");
        execution.cancel();
        node.settle();
        assertThat(execution)
                .hasStatus(ExecutionStatus.CANCELLED)
                .has("a", RunStatus.CANCELLED)
                .has("b", RunStatus.CANCELLED);
    }

    @Test
    void what_was_cancelled_stays_so_after_a_restart() {
        BatonTest node = startChain(OnFailure.CASCADE);
        Execution execution = node.trigger("w");
        execution.cancel();
        node.settle();
        node = nodes.restart();
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).hasStatus(ExecutionStatus.CANCELLED);
        Assertions.assertThat(node.baton().activeExecutions()).isEmpty();
        Assertions.assertThat(calls).hasValue(0);
    }

    @Test
    void a_cancelled_run_is_not_started_again_when_its_node_dies_while_it_stops() {
        Execution execution = startChain(OnFailure.CASCADE).trigger("w");
        execution.cancel("a");
        BatonTest node = nodes.restart();
        node.advance(MINUTE.multipliedBy(3));
        assertThat(nodes.again(execution)).has("a", RunStatus.CANCELLED).hadAttempts("a", 1);
        Assertions.assertThat(calls).hasValue(0);
        nodes.again(execution).retry();
        node.advance(MINUTE.multipliedBy(3));
        assertThat(nodes.again(execution)).succeeded().hadAttempts("a", 2);
    }

    @Test
    void a_cancelled_execution_starts_nothing_again_when_its_node_dies_while_it_stops() {
        Execution execution = startChain(OnFailure.CASCADE).trigger("w");
        execution.cancel();
        BatonTest node = nodes.restart();
        node.advance(MINUTE.multipliedBy(3));
        assertThat(nodes.again(execution))
                .hasStatus(ExecutionStatus.CANCELLED)
                .has("a", RunStatus.CANCELLED)
                .has("b", RunStatus.CANCELLED);
        Assertions.assertThat(calls).hasValue(0);
    }

    @Test
    void a_cancelled_job_is_not_started_again_when_its_node_dies_while_it_stops() {
        Job job = Job.named("job").run(context -> calls.incrementAndGet());
        Execution execution =
                nodes.start(each -> each.taking("job", MINUTE).add(job)).trigger("job");
        execution.cancel();
        BatonTest node = nodes.restart();
        node.advance(MINUTE.multipliedBy(3));
        assertThat(nodes.again(execution)).hasStatus(ExecutionStatus.CANCELLED).has("job", RunStatus.CANCELLED);
        Assertions.assertThat(calls).hasValue(0);
    }

    @Test
    void a_cancelled_step_stops_the_workflow_in_it_when_its_node_dies_meanwhile() {
        Workflow inner = Workflow.define("inner", w -> w.run("slow", context -> calls.incrementAndGet()));
        Workflow outer = Workflow.define("outer", w -> w.workflow("nested", "inner"));
        BatonTest first =
                nodes.start(each -> each.taking("inner/slow", MINUTE).add(inner).add(outer));
        Execution execution = first.trigger("outer");
        first.settle();
        execution.cancel("nested");
        BatonTest node = nodes.restart();
        node.advance(MINUTE.multipliedBy(3));
        assertThat(nodes.again(execution)).has("nested", RunStatus.CANCELLED);
        assertThat(node.lastExecution("inner")).hasStatus(ExecutionStatus.CANCELLED);
        Assertions.assertThat(calls).hasValue(0);
    }

    @Test
    void a_marked_step_stops_the_workflow_in_it_when_its_node_dies_before_it_can_say_so() {
        BatonTest first = nodes.start(each -> each.taking("inner/slow", MINUTE)
                .add(Workflow.define("inner", w -> w.run("slow", context -> calls.incrementAndGet())))
                .add(Workflow.define("outer", w -> {
                    Step<?> nested = w.workflow("nested", "inner");
                    w.run("after", context -> {}).after(nested);
                })));
        Execution execution = first.trigger("outer");
        first.settle();
        BatonTest node = nodes.restartAtCommit(true, () -> execution.mark("nested", RunStatus.SUCCESS));
        node.advance(MINUTE.multipliedBy(3));
        assertThat(nodes.again(execution))
                .hasStatus(ExecutionStatus.SUCCESS)
                .has("nested", RunStatus.SUCCESS)
                .has("after", RunStatus.SUCCESS);
        assertThat(node.lastExecution("inner")).hasStatus(ExecutionStatus.CANCELLED);
        Assertions.assertThat(calls).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_body_that_was_claimed_when_its_step_was_stopped_is_not_called(boolean marked) throws InterruptedException {
        AtomicReference<Baton> self = new AtomicReference<>();
        Baton node = nodes.join(
                settings -> settings.worker((source, time) -> new SimpleWorker(source, claim -> {
                    Execution execution = Objects.requireNonNull(self.get())
                            .execution(claim.context().executionId());
                    if (marked) {
                        execution.mark("step", RunStatus.SUCCESS);
                    } else {
                        execution.cancel("step");
                    }
                })),
                each -> {
                    self.set(each);
                    each.add(Workflow.define("w", w -> w.run("step", context -> calls.incrementAndGet())));
                });
        Execution execution = node.trigger("w").await(Patience.BOUND);
        assertThat(execution).has("step", marked ? RunStatus.SUCCESS : RunStatus.CANCELLED);
        Assertions.assertThat(calls).hasValue(0);
    }

    @Test
    void an_execution_can_be_cancelled_after_a_restart() {
        Execution execution = startChain(OnFailure.CASCADE).trigger("w");
        BatonTest node = nodes.restart();
        nodes.again(execution).cancel();
        node.settle();
        assertThat(nodes.again(execution)).hasStatus(ExecutionStatus.CANCELLED);
    }

    @Test
    void a_step_that_was_marked_stays_so_after_a_restart() {
        BatonTest node = startChain(OnFailure.HOLD);
        Execution execution = node.trigger("w");
        node.advance(MINUTE);
        execution.mark("a", RunStatus.SKIPPED);
        node.settle();
        nodes.restart();
        assertThat(nodes.again(execution)).hasStatus(ExecutionStatus.SKIPPED).skipped("a", "b");
    }

    // ---- pauses

    @Test
    void what_is_paused_is_paused_after_a_restart_until_it_is_resumed() {
        BatonTest node = nodes.start(
                each -> each.add(Job.named("tick").cron("0 * * * *").run(context -> calls.incrementAndGet())));
        node.baton().pause("tick");
        node = nodes.restart();
        Assertions.assertThat(node.baton().find("tick").orElseThrow().isPaused())
                .isTrue();
        node.advance(Duration.ofMinutes(185));
        Assertions.assertThat(calls).hasValue(0);
        node.baton().resume("tick");
        node = nodes.restart();
        node.advance(Duration.ofHours(3));
        Assertions.assertThat(calls).hasValue(3);
    }

    @Test
    void a_paused_step_is_skipped_after_a_restart() {
        BatonTest node = startChain(OnFailure.CASCADE);
        node.baton().pause("w/b");
        Execution execution = node.trigger("w");
        node = nodes.restart();
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).succeeded().ran("a").has("b", RunStatus.SKIPPED, "paused");
    }

    @Test
    void as_many_ended_executions_are_kept_as_retention_says() {
        BatonTest node = nodes.start(
                settings -> settings.retention(Retention.count(3)),
                each -> each.add(Job.named("job").run(context -> {})));
        for (int i = 0; i < 8; i++) {
            node.trigger("job");
            node.advance(Duration.ofSeconds(1));
        }
        Execution last = node.lastExecution("job");
        node.advance(Duration.ofHours(1));
        Assertions.assertThat(node.executions("job")).hasSize(3);
        Assertions.assertThat(node.lastExecution("job").id()).isEqualTo(last.id());
    }

    @Test
    void ended_executions_are_kept_as_long_as_retention_says() {
        BatonTest node = nodes.start(
                settings -> settings.retention(Retention.standard().withAge(Duration.ofHours(5))),
                each -> each.add(Job.named("job").run(context -> {})));
        node.trigger("job");
        node.advance(Duration.ofHours(4));
        Assertions.assertThat(node.executions("job")).hasSize(1);
        node.advance(Duration.ofHours(2));
        Assertions.assertThat(node.executions("job")).isEmpty();
    }

    @Test
    void what_has_not_ended_is_kept_however_old_it_is() {
        BatonTest node = nodes.start(
                settings -> settings.retention(Retention.count(0).withAge(Duration.ZERO)),
                each -> each.taking("job", Duration.ofDays(9))
                        .add(Job.named("job").run(context -> {})));
        Execution execution = node.trigger("job");
        node.advance(Duration.ofDays(2));
        assertThat(execution).isActive().has("job", RunStatus.RUNNING);
        Assertions.assertThat(execution.started()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void what_is_nested_in_an_active_execution_is_kept_for_its_retry() {
        AtomicInteger before = new AtomicInteger();
        Workflow inner = Workflow.define("inner", w -> {
            Step<?> first = w.run("first", context -> before.incrementAndGet());
            w.run("second", context -> {
                        if (calls.incrementAndGet() == 1) {
                            throw new IllegalStateException("the first time it fails");
                        }
                    })
                    .after(first);
        });
        BatonTest node = nodes.start(
                settings -> settings.retention(Retention.count(1)),
                each -> each.add(inner)
                        .add(Workflow.define("middle", w -> w.workflow("nested", "inner")))
                        .add(Workflow.define("outer", w -> {
                            Step<?> nested = w.workflow("nested", "middle");
                            w.run("after", context -> {}).after(nested);
                            w.onStepFailure(OnFailure.HOLD);
                        })));
        Execution outer = node.trigger("outer");
        for (int i = 0; i < 2; i++) {
            node.trigger("middle");
            node.advance(Duration.ofHours(1));
        }
        assertThat(nodes.again(outer)).isActive().failed("nested");

        nodes.again(outer).retry();
        node.settle();
        assertThat(nodes.again(outer)).succeeded();
        Assertions.assertThat(before).as("once for each of three").hasValue(3);

        node.advance(Duration.ofHours(1));
        Assertions.assertThat(node.executions("inner")).hasSize(1);
        Assertions.assertThat(node.executions("middle")).hasSize(1);
    }
}

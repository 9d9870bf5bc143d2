package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Listener;
import dev.baton.Registered;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Trigger;
import dev.baton.Workflow;
import dev.baton.error.BatonException;
import dev.baton.error.InvalidStepException;
import dev.baton.error.NameTakenException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NotPossibleException;
import dev.baton.policy.Limit;
import dev.baton.policy.Retry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Workflows that use what is registered: as steps, at their end; and workflows that are not registered at all. */
abstract class ReuseCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** As many one-off workflows as stay known after their end. */
    private static final int MOST_ENDED = 1_000;

    private final Nodes nodes;
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    ReuseCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    // ---- a step that is a registered job

    private Job clean() {
        return Job.named("clean")
                .input("table", "none")
                .input("mode", "fast")
                .retry(Retry.fixed(2, MINUTE))
                .call(context -> {
                    String done = context.jobName() + " " + context.parameter("table", String.class) + " "
                            + context.parameter("mode", String.class);
                    seen.add(done + " " + context.attempt());
                    if (context.attempt() == 1) {
                        throw new IllegalStateException("busy");
                    }
                    return done;
                });
    }

    private Workflow cleaning() {
        return Workflow.define("etl", w -> {
            w.run("extract", context -> {});
            w.job("clean-orders", "clean").after("extract").input("table", "orders");
            Step<Object> items = w.job("clean-items", "clean").after("extract").input("table", "items");
            w.run("load", context -> seen.add("load after " + context.output(items)))
                    .after("clean-orders", "clean-items");
        });
    }

    @Test
    void a_step_is_a_registered_job_with_its_body_and_policies_inside_the_execution() {
        BatonTest node = nodes.start(each -> each.add(clean()).add(cleaning()));
        Execution execution = node.trigger("etl");
        node.advance(Duration.ofSeconds(30));
        if (nodes.isOnStore()) {
            node = nodes.restart();
        }
        node.advance(MINUTE);
        assertThat(nodes.again(execution))
                .succeeded()
                .hadAttempts("clean-orders", 2)
                .hasOutput("clean-items", "etl/clean-items items fast");
        Assertions.assertThat(seen)
                .containsExactlyInAnyOrder(
                        "etl/clean-orders orders fast 1",
                        "etl/clean-items items fast 1",
                        "etl/clean-orders orders fast 2",
                        "etl/clean-items items fast 2",
                        "load after etl/clean-items items fast");
        Assertions.assertThat(node.baton().pastExecutions("clean")).isEmpty();
    }

    @Test
    void a_step_that_is_a_job_counts_for_the_limits_of_the_job_and_stops_for_its_pause() {
        Job slow = Job.named("slow").limit(Limit.concurrency(1)).run(context -> context.sleep(MINUTE));
        Workflow workflow = Workflow.define("w", w -> {
            w.job("a", "slow");
            w.job("b", "slow");
            w.job("c", "slow").after("a", "b");
        });
        BatonTest node = nodes.start(each -> each.add(slow).add(workflow));
        Execution execution = node.trigger("w");
        assertThat(execution).has("a", RunStatus.RUNNING).has("b", RunStatus.PENDING, "slow is limited to 1");
        node.baton().pause("slow");
        node.advance(MINUTE.multipliedBy(3));
        assertThat(execution).ran("a").skipped("b", "c");
    }

    @Test
    void a_step_that_is_a_job_runs_as_the_job_is_by_then() {
        Workflow workflow = Workflow.define("w", w -> {
            w.run("first", context -> {});
            w.job("second", "body").after("first");
        });
        BatonTest node = nodes.start(each -> each.taking("w/first", MINUTE)
                .add(Job.named("body").call(context -> "old"))
                .add(workflow));
        Execution execution = node.trigger("w");
        node.baton().put(Job.named("body").call(context -> "new"));
        node.advance(MINUTE);
        assertThat(execution).succeeded().hasOutput("second", "new");
        node.baton().remove("body");
        Execution without = node.trigger("w");
        node.advance(MINUTE);
        assertThat(without).succeeded().has("second", RunStatus.SKIPPED, "removed");
    }

    @Test
    void a_step_that_is_a_job_may_fan_out_and_have_a_condition() {
        Job scan = Job.named("scan")
                .fanout(Fanout.over(context -> List.of("x", "y"))
                        .each(context -> context.item().orElseThrow().value()));
        Workflow workflow = Workflow.define("w", w -> {
            w.job("scanned", "scan");
            w.job("left-out", "scan").when(context -> Optional.of("not today"));
        });
        BatonTest node = nodes.start(each -> each.add(scan).add(workflow));
        Execution execution = node.trigger("w");
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).succeeded().ran("scanned").has("left-out", RunStatus.SKIPPED, "not today");
    }

    @Test
    void a_step_that_is_a_job_leaves_policies_to_the_job_and_the_job_must_be_there() {
        Assertions.assertThatThrownBy(() ->
                        Workflow.define("w", w -> w.job("a", "clean").retry(Retry.fixed(2, MINUTE))))
                .isInstanceOf(InvalidStepException.class)
                .hasMessageContaining("whose own policies hold");
        BatonTest node = nodes.start(each -> each.add(clean()));
        Workflow misspelt = Workflow.define("w", w -> w.job("a", "claen"));
        Assertions.assertThatThrownBy(() -> node.baton().add(misspelt))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("Did you mean \"clean\"?");
        Assertions.assertThat(node.baton().find("w")).isEmpty();
    }

    // ---- what is started at the end

    private Job told() {
        return Job.named("told")
                .run(context -> seen.add(context.trigger() + " "
                        + context.parameter("execution_name", String.class) + " "
                        + context.parameter("execution_status", String.class) + " "
                        + context.parameters().get("who")));
    }

    private Workflow telling(boolean failing) {
        return Workflow.define("w", w -> {
            w.run("step", context -> {
                context.sleep(MINUTE);
                if (failing) {
                    throw new IllegalStateException("no");
                }
            });
            w.onSuccess("told", Map.of("who", "team")).onFailure("told", Map.of("who", "ops"));
        });
    }

    @Test
    void the_end_of_an_execution_starts_a_job_with_inputs() {
        BatonTest node = nodes.start(each -> each.add(told()).add(telling(false)));
        Execution execution = node.trigger("w");
        node.advance(MINUTE.multipliedBy(2));
        assertThat(nodes.again(execution)).succeeded();
        Assertions.assertThat(seen).containsExactly("dependency w success team");
        Execution started = node.lastExecution("told");
        assertThat(started).succeeded();
        Assertions.assertThat(started.trigger()).isEqualTo(Trigger.DEPENDENCY);
        Assertions.assertThat(started.parameters())
                .containsEntry("execution_id", execution.id().toString());
    }

    @Test
    void a_failure_starts_the_other_job_and_each_end_one() {
        BatonTest node = nodes.start(each -> each.add(told()).add(telling(true)));
        Execution execution = node.trigger("w");
        node.advance(MINUTE.multipliedBy(2));
        nodes.again(execution).retry();
        node.advance(MINUTE.multipliedBy(2));
        Execution cancelled = node.trigger("w");
        cancelled.cancel();
        node.advance(MINUTE.multipliedBy(2));
        Assertions.assertThat(seen)
                .containsExactly("dependency w failure ops", "dependency w failure ops", "dependency w cancelled ops");
    }

    @Test
    void an_execution_in_which_nothing_ran_starts_nothing() {
        Workflow skipped = Workflow.define("w", w -> {
            w.run("step", context -> {}).when(context -> Optional.of("no"));
            w.onSuccess("told", Map.of()).onFailure("told", Map.of());
        });
        BatonTest node = nodes.start(each -> each.add(told()).add(skipped));
        assertThat(node.trigger("w")).hasStatus(ExecutionStatus.SKIPPED);
        node.advance(MINUTE);
        Assertions.assertThat(seen).isEmpty();
    }

    @Test
    void what_an_end_starts_is_there_when_the_end_was_recorded_and_nothing_after_it() {
        Execution execution = dieWhileItEnds(true);
        assertThat(execution).succeeded();
        nodes.running().advance(MINUTE);
        Assertions.assertThat(seen).containsExactly("dependency w success team");
    }

    @Test
    void what_an_end_starts_is_not_there_when_the_end_was_not_recorded_and_is_started_once_by_the_next() {
        Execution execution = dieWhileItEnds(false);
        assertThat(execution).isActive();
        Assertions.assertThat(seen).isEmpty();
        nodes.running().advance(MINUTE.multipliedBy(3));
        assertThat(nodes.again(execution)).succeeded();
        Assertions.assertThat(seen).containsExactly("dependency w success team");
    }

    /** Kills the node in the very commit that records the end of an execution. */
    private Execution dieWhileItEnds(boolean recorded) {
        BatonTest node = nodes.start(each -> each.add(told()).add(telling(false)));
        Execution execution = node.trigger("w");
        node.advance(Duration.ofSeconds(30));
        nodes.restartAtCommit(recorded, () -> node.advance(Duration.ofSeconds(30)));
        return nodes.again(execution);
    }

    @Test
    void what_is_started_at_an_end_must_be_there_and_not_the_workflow_itself() {
        BatonTest node = nodes.start(each -> {});
        Workflow misspelt = Workflow.define("w", w -> {
            w.run("step", context -> {});
            w.onFailure("nobody", Map.of());
        });
        Assertions.assertThatThrownBy(() -> node.baton().add(misspelt)).isInstanceOf(NoSuchJobException.class);
        Assertions.assertThatThrownBy(() -> Workflow.define("w", w -> w.onSuccess("w", Map.of())))
                .isInstanceOf(NotPossibleException.class)
                .hasMessageContaining("cannot be started after itself");
    }

    @Test
    void a_listener_of_the_end_gets_the_results() {
        Listener listener = new Listener() {
            @Override
            public void executionFinished(ExecutionEvent event) {
                event.runs()
                        .forEach(run -> seen.add(run.step() + " " + run.status() + " "
                                + run.output().orElse("")));
            }
        };
        BatonTest node = nodes.start(
                settings -> settings.listen(listener),
                each -> each.add(Workflow.define("w", w -> {
                    w.call("a", context -> 42);
                    w.run("b", context -> {}).when(context -> Optional.of("no"));
                })));
        node.trigger("w");
        node.settle();
        Assertions.assertThat(seen).containsExactlyInAnyOrder("a success 42", "b skipped ");
    }

    // ---- defined and started in one call

    private Workflow once(String word) {
        return Workflow.define("once", w -> {
            w.call("first", context -> {
                context.sleep(MINUTE);
                return context.parameter("word", String.class);
            });
            w.fanout(
                            "each",
                            Fanout.over(context -> List.of(1, 2))
                                    .each(context -> seen.add(word + " "
                                            + context.item().orElseThrow().value())))
                    .after("first");
            w.parameter("word", "none");
        });
    }

    @Test
    void a_workflow_is_defined_and_started_in_one_call_without_being_registered() {
        BatonTest node = nodes.start(each -> {});
        Execution execution = node.baton().startOnce(once("it"), Map.of("word", "given"));
        node.advance(MINUTE.multipliedBy(2));
        assertThat(nodes.again(execution)).succeeded().hasOutput("first", "given");
        Assertions.assertThat(seen).containsExactlyInAnyOrder("it 1", "it 2");
        Assertions.assertThat(node.baton().list()).extracting(Registered::name).isEmpty();
        Assertions.assertThat(node.baton().find("once")).isEmpty();
        Assertions.assertThat(node.baton().pastExecutions("once")).hasSize(1);
        node.baton().startOnce(once("again"), Map.of());
        node.advance(MINUTE.multipliedBy(2));
        Assertions.assertThat(seen).contains("again 1", "again 2");
    }

    @Test
    void what_is_started_once_has_no_schedule_and_a_name_of_its_own() {
        BatonTest node = nodes.start(each -> each.add(Job.named("once").run(context -> {})));
        Consumer<Workflow> start = workflow -> node.baton().startOnce(workflow, Map.of());
        Assertions.assertThatThrownBy(() -> start.accept(once("it")))
                .isInstanceOf(NameTakenException.class)
                .isInstanceOf(BatonException.class);
        Workflow daily = Workflow.define("daily", w -> w.run("a", context -> {}).cron("@daily"));
        Assertions.assertThatThrownBy(() -> start.accept(daily))
                .isInstanceOf(NotPossibleException.class)
                .hasMessageContaining("has a schedule");
    }

    @Test
    void what_was_started_once_goes_on_after_a_restart_when_it_is_known_again() {
        BatonTest node = nodes.start(each -> {});
        Execution execution = node.baton().startOnce(once("old"), Map.of("word", "kept"));
        node.advance(Duration.ofSeconds(30));
        node = nodes.restart();
        node.advance(MINUTE.multipliedBy(2));
        assertThat(nodes.again(execution)).isActive();
        node.baton().add(once("new"));
        node.advance(MINUTE.multipliedBy(2));
        assertThat(nodes.again(execution)).succeeded().hasOutput("first", "kept");
        Assertions.assertThat(seen).containsExactlyInAnyOrder("new 1", "new 2");
    }

    /** Starts a workflow on a node that hands its execution over; it ends on another node. */
    private WeakReference<Workflow> startAndMove(BatonTest node) throws Exception {
        Workflow workflow = Workflow.define("moved", w -> w.approval("ask", "Go on?"));
        Execution execution = node.baton().startOnce(workflow, Map.of());
        node.advance(MINUTE);
        node.baton().stop(Duration.ZERO);
        String now = node.clock().now().toString();
        try (BatonTest other = BatonTest.startingAt(now, builder -> builder.store(nodes.assumeNewStore()))) {
            other.baton().execution(execution.id()).cancel();
            assertThat(other.baton().execution(execution.id())).hasStatus(ExecutionStatus.CANCELLED);
        }
        node.baton().start();
        return new WeakReference<>(workflow);
    }

    @Test
    void what_was_started_once_and_ended_on_another_node_leaves_the_memory() throws Exception {
        nodes.assumeShared();
        BatonTest node = nodes.start(each -> {});
        WeakReference<Workflow> moved = startAndMove(node);
        node.advance(MINUTE.multipliedBy(2));
        for (int i = 0; i < MOST_ENDED; i++) {
            node.baton().startOnce(Workflow.define("other-" + i, w -> w.run("step", context -> {})), Map.of());
        }
        node.advance(MINUTE.multipliedBy(2));
        Patience.until("the workflow leaves the memory", () -> {
            System.gc();
            return moved.get() == null;
        });
    }
}

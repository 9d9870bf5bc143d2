package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Values that a store keeps, and definitions that change between restarts. */
abstract class MemoryCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Nodes nodes;

    MemoryCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    /** A value of a user's class. */
    public record Order(String customer, List<Item> items) {}

    /** A value nested in another. */
    public record Item(String name, int count) {}

    private static final List<Order> ORDERS = List.of(
            new Order("Ada", List.of(new Item("engine", 1), new Item("card", 60))), new Order("Bob", List.of()));

    // ---- outputs and checkpoints

    @Test
    void outputs_are_what_they_were_after_a_restart() {
        List<Object> seen = new ArrayList<>();
        Workflow workflow = Workflow.define("w", w -> {
            Step<Order> one = w.call("one", context -> ORDERS.get(0));
            Step<List<Order>> many = w.call("many", context -> ORDERS);
            w.run("look", context -> seen.addAll(List.of(context.output(one), context.output(many))))
                    .after(one, many);
        });
        BatonTest node = nodes.start(each -> each.taking("w/look", MINUTE).add(workflow));
        Execution execution = node.trigger("w");
        node = nodes.restart();
        Assertions.assertThat(nodes.again(execution).run("one").output()).contains(ORDERS.get(0));
        Assertions.assertThat(nodes.again(execution).run("many").output()).contains(ORDERS);
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).succeeded();
        Assertions.assertThat(seen).containsExactly(ORDERS.get(0), ORDERS);
    }

    @Test
    void a_fan_out_goes_on_after_a_restart_with_the_items_it_had_found() {
        AtomicInteger looks = new AtomicInteger();
        Fanout fanout = Fanout.over(context -> looks.incrementAndGet() == 1 ? List.of("a", "b") : List.of("other"))
                .concurrency(1)
                .each(context -> {
                    context.sleep(MINUTE);
                    return context.item().orElseThrow().value();
                })
                .reduce(
                        Fanout.RunOn.ALWAYS,
                        context -> context.parents().stream()
                                .map(run -> run.output().orElse(""))
                                .toList());
        BatonTest node = nodes.start(each -> each.add(Job.named("scan").fanout(fanout)));
        Execution execution = node.trigger("scan");
        node.advance(MINUTE);
        nodes.restart().advance(MINUTE.multipliedBy(3));

        Assertions.assertThat(nodes.again(execution).run("scan").output()).contains(List.of("a", "b"));
        Assertions.assertThat(looks).hasValue(1);
    }

    @Test
    void a_checkpoint_is_there_for_the_attempt_after_a_restart() {
        List<String> found = new ArrayList<>();
        Job job = Job.named("job").retry(Retry.fixed(3, MINUTE)).run(context -> {
            found.add(
                    context.checkpoint().map(state -> new String(state, UTF_8)).orElse("nothing"));
            context.checkpoint(("after attempt " + context.attempt()).getBytes(UTF_8));
            throw new IllegalStateException("not done yet");
        });
        nodes.start(each -> each.add(job)).trigger("job");
        nodes.restart().advance(MINUTE);
        nodes.restart().advance(MINUTE);
        Assertions.assertThat(found).containsExactly("nothing", "after attempt 1", "after attempt 2");
    }

    @Test
    void a_body_that_was_killed_finds_its_checkpoint_at_its_next_attempt() {
        List<String> found = new ArrayList<>();
        Job job = Job.named("job").run(context -> {
            found.add(context.attempt()
                    + ":"
                    + context.checkpoint()
                            .map(state -> new String(state, UTF_8))
                            .orElse("nothing"));
            context.checkpoint("half".getBytes(UTF_8));
            context.sleep(Duration.ofHours(1));
        });
        BatonTest node = nodes.start(each -> each.add(job));
        Execution execution = node.trigger("job");
        node.advance(MINUTE);
        node = nodes.restart();
        node.advance(Duration.ofHours(1));
        assertThat(nodes.again(execution)).succeeded().hadAttempts("job", 2);
        Assertions.assertThat(found).containsExactly("1:nothing", "2:half");
    }

    // ---- definitions

    private static Workflow version(boolean hasMiddle) {
        return Workflow.define("w", w -> {
            Step<?> first = w.run("first", context -> {});
            Step<?> before = hasMiddle ? w.run("middle", context -> {}).after(first) : first;
            w.run("last", context -> {}).after(before.completed());
        });
    }

    @Test
    void an_execution_of_an_older_version_goes_on_and_skips_what_was_removed() {
        BatonTest node = nodes.start(each -> each.taking("w/first", MINUTE).add(version(true)));
        Execution old = node.trigger("w");
        node = nodes.restart(each -> each.taking("w/first", MINUTE).add(version(false)));
        Execution young = node.trigger("w");
        node.advance(MINUTE);
        assertThat(nodes.again(old)).succeeded().ran("first", "last").has("middle", RunStatus.SKIPPED, "removed");
        assertThat(young).succeeded();
        Assertions.assertThat(young.runs()).hasSize(2);
    }

    @Test
    void what_nobody_knows_any_more_stays_and_can_be_looked_at() {
        BatonTest node = nodes.start(each -> each.taking("w/middle", MINUTE).add(version(true)));
        Execution execution = node.trigger("w");
        node = nodes.restart(each -> {});
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).isActive().ran("first").has("last", RunStatus.BLOCKED);
        Assertions.assertThat(node.baton().activeExecutions())
                .extracting(Execution::id)
                .containsExactly(execution.id());
        node = nodes.restart(each -> each.add(version(true)));
        node.settle();
        assertThat(nodes.again(execution)).succeeded().ran("middle", "last");
    }

    @Test
    void what_was_registered_late_goes_on_then() {
        BatonTest node = nodes.start(each -> each.taking("w/middle", MINUTE).add(version(true)));
        Execution execution = node.trigger("w");
        node = nodes.restart(each -> {});
        node.add(version(true)).settle();
        assertThat(nodes.again(execution)).succeeded();
    }

    // ---- every state

    @Test
    void every_run_is_in_its_state_again_after_a_restart_and_after_a_shutdown() {
        nodes.start(MemoryCompliance::everyState).trigger("w");
        Execution execution = nodes.running().lastExecution("w");
        isInEveryState(execution);
        nodes.restart();
        isInEveryState(nodes.again(execution));
        nodes.shutDownAndStart();
        isInEveryState(nodes.again(execution));
        nodes.running().advance(Duration.ofHours(3));
        assertThat(nodes.again(execution))
                .hasStatus(ExecutionStatus.FAILURE)
                .ran("success", "running", "waiting", "blocked", "end");
    }

    private static void everyState(BatonTest node) {
        Workflow workflow = Workflow.define("w", w -> {
            Step<?> success = w.run("success", context -> {});
            Step<?> failure = w.run("failure", context -> {}).after(success);
            w.run("skipped", context -> {}).after(failure);
            Step<?> running = w.run("running", context -> {}).after(success);
            w.run("waiting", context -> {}).retry(Retry.fixed(2, Duration.ofHours(2)));
            w.run("blocked", context -> {}).after(running);
            w.finalRun("end", context -> {});
        });
        node.failing("w/failure")
                .taking("w/running", Duration.ofHours(1))
                .assume("w/waiting", Assumption.fails().times(1))
                .add(workflow);
    }

    private static void isInEveryState(Execution execution) {
        assertThat(execution)
                .isActive()
                .ran("success")
                .failed("failure")
                .has("skipped", RunStatus.SKIPPED, "failure failed")
                .has("running", RunStatus.RUNNING)
                .has("waiting", RunStatus.PENDING, "next at")
                .has("blocked", RunStatus.BLOCKED, "running")
                .has("end", RunStatus.BLOCKED);
    }
}

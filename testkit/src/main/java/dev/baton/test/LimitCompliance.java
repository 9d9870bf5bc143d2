package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.policy.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Queues, labels, limits and priorities on a store. */
abstract class LimitCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONG = Patience.BOUND;

    private final Nodes nodes;

    LimitCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    // ---- queues and labels

    private BatonTest startDemanding(UnaryOperator<Baton.Builder> settings) {
        return nodes.start(
                settings,
                node -> node.add(Job.named("job").queue("film").labels("gpu").run(context -> {})));
    }

    @Test
    void what_is_in_a_queue_that_nobody_serves_waits_and_says_so() {
        BatonTest node = startDemanding(settings -> settings.queues("default").labels("gpu"));
        Execution execution = node.trigger("job");
        node.advance(MINUTE);
        assertThat(execution).isActive().has("job", RunStatus.PENDING, "film");
        Assertions.assertThat(execution.explain("job").text()).contains("film");
    }

    @Test
    void what_needs_a_label_that_nobody_has_waits_and_says_so() {
        BatonTest node = startDemanding(settings -> settings.labels("cpu"));
        Execution execution = node.trigger("job");
        node.advance(MINUTE);
        assertThat(execution).isActive().has("job", RunStatus.PENDING, "gpu");
    }

    @Test
    void what_nobody_served_runs_after_a_restart_that_serves_it() {
        BatonTest node = startDemanding(settings -> settings.queues("default"));
        Execution execution = node.trigger("job");
        assertThat(nodes.restart().baton().execution(execution.id())).has("job", RunStatus.PENDING, "film");
        nodes.restartWith(settings -> settings.queues("film").labels("gpu", "eu"));
        assertThat(nodes.again(execution)).succeeded();
    }

    @Test
    void an_execution_waits_in_the_queue_it_was_submitted_to() {
        UnaryOperator<Baton.Builder> slowOnly = settings -> settings.queues("slow");
        BatonTest node = nodes.start(slowOnly, each -> {
            each.add(Job.named("job").run(context -> {}));
            each.add(Workflow.define("w", w -> w.run("a", context -> {})));
        });
        Execution usual = node.trigger("job");
        Execution slow = node.baton().trigger("job", with -> with.queue("slow"));
        Execution workflow = node.baton().trigger("w", with -> with.queue("slow"));
        node.settle();
        assertThat(slow).succeeded();
        assertThat(workflow).succeeded();
        assertThat(usual).isActive().has("job", RunStatus.PENDING);
        Assertions.assertThat(slow.parameters()).isEmpty();
    }

    @Test
    void an_execution_waits_in_its_own_queue_across_a_restart() {
        BatonTest node = nodes.start(
                settings -> settings.queues("default"),
                each -> each.add(Job.named("job").run(context -> {})));
        Execution slow = node.baton()
                .trigger("job", with -> with.queue("slow").delay(MINUTE).key("slow-1"));
        node.advance(MINUTE.multipliedBy(2));
        assertThat(nodes.again(slow)).isActive();
        node = nodes.restartWith(settings -> settings.queues("slow"));
        node.settle();
        assertThat(nodes.again(slow)).succeeded();
    }

    @Test
    void the_items_of_a_fan_out_wait_in_the_queue_it_was_submitted_to() {
        BatonTest node = nodes.start(
                settings -> settings.queues("slow"),
                each -> each.add(Job.named("scan")
                        .fanout(Fanout.over(context -> List.of(1, 2)).each(context -> "done"))));
        Execution scan = node.baton().trigger("scan", with -> with.queue("slow"));
        node.settle();
        assertThat(scan).succeeded();
    }

    // ---- limits

    private static List<RunStatus> statuses(List<Execution> executions, Nodes nodes) {
        return executions.stream()
                .map(execution -> nodes.again(execution).run("job").status())
                .toList();
    }

    private List<Execution> triggerThree(UnaryOperator<Baton.Builder> settings, Limit ofJob) {
        BatonTest node = nodes.start(
                settings,
                each -> each.taking("job", MINUTE)
                        .add(Job.named("job").limit(ofJob).run(context -> {})));
        return List.of(node.trigger("job"), node.trigger("job"), node.trigger("job"));
    }

    @Test
    void no_more_runs_of_a_job_run_at_a_time_than_its_limit_says() {
        List<Execution> all = triggerThree(settings -> settings, Limit.concurrency(2));
        Assertions.assertThat(statuses(all, nodes))
                .containsExactly(RunStatus.RUNNING, RunStatus.RUNNING, RunStatus.PENDING);
        nodes.running().advance(MINUTE);
        Assertions.assertThat(statuses(all, nodes))
                .containsExactly(RunStatus.SUCCESS, RunStatus.SUCCESS, RunStatus.RUNNING);
        nodes.running().advance(MINUTE);
        Assertions.assertThat(statuses(all, nodes)).containsOnly(RunStatus.SUCCESS);
    }

    @Test
    void no_more_runs_of_a_queue_run_at_a_time_than_its_limit_says() {
        List<Execution> all = triggerThree(settings -> settings.limit("default", Limit.concurrency(2)), Limit.none());
        Assertions.assertThat(statuses(all, nodes))
                .containsExactly(RunStatus.RUNNING, RunStatus.RUNNING, RunStatus.PENDING);
        nodes.running().advance(MINUTE);
        nodes.running().advance(MINUTE);
        Assertions.assertThat(statuses(all, nodes)).containsOnly(RunStatus.SUCCESS);
    }

    /** A queue in which one run may run at a time. */
    private static Baton.Builder oneAtATime(Baton.Builder settings) {
        return settings.limit("default", Limit.concurrency(1));
    }

    @Test
    void what_waits_for_others_takes_no_place_in_a_queue_that_they_may_need() {
        Workflow inner = Workflow.define("inner", w -> w.run("step", context -> {}));
        Workflow outer = Workflow.define("outer", w -> {
            Step<?> nested = w.workflow("nested", "inner");
            w.fanout("each", Fanout.over(List.of(1, 2)).each(context -> "done")).after(nested);
        });
        BatonTest node =
                nodes.start(LimitCompliance::oneAtATime, each -> each.add(inner).add(outer));
        Execution execution = node.trigger("outer");
        Execution beside = node.trigger("outer");
        node.settle();
        assertThat(execution).succeeded();
        assertThat(beside).succeeded();
    }

    @Test
    void a_step_that_waits_for_its_turn_takes_no_place_that_a_workflow_beside_it_needs() {
        Workflow inner = Workflow.define("inner", w -> w.run("step", context -> {}));
        Workflow outer = Workflow.define("outer", w -> {
            w.parallel(1);
            w.workflow("nested", "inner");
            w.run("beside", context -> {});
            w.run("limited", context -> {}).limit(Limit.concurrency(1));
        });
        BatonTest node =
                nodes.start(LimitCompliance::oneAtATime, each -> each.add(inner).add(outer));
        List<Execution> all = List.of(node.trigger("outer"), node.trigger("outer"), node.trigger("outer"));
        node.settle();
        all.forEach(execution -> assertThat(execution).succeeded());
    }

    @Test
    void what_waits_for_a_person_keeps_no_other_run_of_its_queue_from_starting() {
        BatonTest node = nodes.start(
                LimitCompliance::oneAtATime,
                each -> each.add(Workflow.define("release", w -> w.approval("ask", "Ship it?")))
                        .add(Job.named("job").run(context -> {})));
        Execution asking = node.trigger("release");
        assertThat(node.trigger("job")).succeeded();
        asking.approve("ask", "yes");
        node.settle();
        assertThat(asking).succeeded();
    }

    @Test
    void what_has_done_waiting_takes_a_place_in_its_queue_for_its_work() {
        BatonTest node = nodes.start(
                LimitCompliance::oneAtATime,
                each -> each.taking("job", MINUTE)
                        .add(Job.named("job").call((Deferred) (context, handover) -> handover.toWorker())));
        List<Execution> all = List.of(node.trigger("job"), node.trigger("job"));
        node.settle();
        Assertions.assertThat(statuses(all, nodes)).containsExactly(RunStatus.RUNNING, RunStatus.PENDING);
        node.advance(MINUTE);
        Assertions.assertThat(statuses(all, nodes).get(1)).isEqualTo(RunStatus.RUNNING);
        node.advance(MINUTE);
        Assertions.assertThat(node.baton().activeExecutions()).isEmpty();
    }

    @Test
    void a_limit_holds_across_a_restart() {
        List<Execution> all = triggerThree(settings -> settings, Limit.concurrency(2));
        BatonTest node = nodes.restart();
        Assertions.assertThat(statuses(all, nodes))
                .containsExactlyInAnyOrder(RunStatus.RUNNING, RunStatus.RUNNING, RunStatus.PENDING);
        node.advance(MINUTE);
        node.advance(MINUTE);
        Assertions.assertThat(statuses(all, nodes)).containsOnly(RunStatus.SUCCESS);
    }

    @Test
    void a_job_starts_no_more_often_than_its_rate_says() throws Exception {
        startsNoMoreOftenThan(builder -> builder, Limit.rate(2, Duration.ofSeconds(2)));
    }

    @Test
    void a_queue_starts_no_more_often_than_its_rate_says() throws Exception {
        startsNoMoreOftenThan(builder -> builder.limit("default", Limit.rate(2, Duration.ofSeconds(2))), Limit.none());
    }

    /** On the real clock, because rates use the store's clock. */
    private void startsNoMoreOftenThan(UnaryOperator<Baton.Builder> settings, Limit ofJob) throws Exception {
        List<Long> starts = Collections.synchronizedList(new ArrayList<>());
        Baton node = nodes.join(
                settings,
                each -> each.add(Job.named("job").limit(ofJob).run(context -> starts.add(System.nanoTime()))));
        List<Execution> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(node.trigger("job"));
        }
        for (Execution execution : all) {
            assertThat(execution.await(LONG)).succeeded();
        }
        Collections.sort(starts);
        // The time between admission and the call of the body varies: hence less than 2 and 4 seconds.
        Assertions.assertThat(starts.get(2) - starts.get(0))
                .isGreaterThan(Duration.ofSeconds(1).toNanos());
        Assertions.assertThat(starts.get(4) - starts.get(0))
                .isGreaterThan(Duration.ofSeconds(3).toNanos());
    }

    // ---- priorities

    @Test
    void higher_priorities_go_first_and_equals_in_their_order() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Execution> all = new ArrayList<>();
        nodes.join(builder -> builder.workers(1), node -> {
            for (String name : List.of("low-1", "high-1", "low-2", "high-2")) {
                int priority = name.startsWith("high") ? 9 : 0;
                node.add(Job.named(name).priority(priority).run(context -> order.add(name)));
                all.add(node.trigger(name));
            }
        });
        for (Execution execution : all) {
            execution.await(LONG);
        }
        Assertions.assertThat(order).containsExactly("high-1", "high-2", "low-1", "low-2");
    }
}

package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.Extension;
import dev.baton.ExtensionBuilder;
import dev.baton.Job;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Submission;
import dev.baton.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that add steps, on a store, with a node that is killed at every stage. */
@Timeout(120)
abstract class ExtensionCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONG = Patience.BOUND;

    private final Nodes nodes;
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    ExtensionCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    /** A parameter of a step, which must be read back unchanged. */
    record File(String name, int lines) {}

    private static Job clean() {
        return Job.named("clean")
                .call(context ->
                        "cleaned " + context.parameter("file", File.class).name());
    }

    private static Job report(List<String> calls) {
        return Job.named("report").call(context -> {
            calls.add(context.jobName());
            return context.output("a", String.class) + ", " + context.output("b", String.class);
        });
    }

    /** Adds two steps, one step after both, and one for the failure of the first. */
    private static void twoAndTheirReport(ExtensionBuilder e) {
        e.step("a", "clean").parameter("file", new File("a.csv", 1));
        e.step("b", "clean").parameter("file", new File("b.csv", 2));
        e.step("report", "report").after("a").after("b");
        e.step("alert", "report").after("a", Condition.FAILURE);
    }

    private Workflow extended() {
        return Workflow.define("w", w -> {
            w.run("find", context -> {
                calls.add("find");
                context.extend(Extension.define(ExtensionCompliance::twoAndTheirReport));
            });
            w.run("next", context -> {}).after("find");
            w.finalRun("end", context -> calls.add("end"));
        });
    }

    private void define(BatonTest node) {
        for (String step : List.of("w/find", "w/next", "w/a", "w/b", "w/report")) {
            node.taking(step, MINUTE);
        }
        node.add(clean()).add(report(calls)).add(extended());
    }

    // ---- one node, killed again and again

    @Test
    void what_a_body_added_is_there_after_every_restart() {
        BatonTest node = nodes.start(this::define);
        Execution execution = node.trigger("w");
        for (int minute = 0; minute < 6; minute++) {
            node.advance(Duration.ofSeconds(30));
            if (nodes.isOnStore()) {
                node = nodes.restart();
            }
            node.advance(MINUTE);
        }
        assertThat(nodes.again(execution)).succeeded().ran("find", "a", "b", "report", "next", "end");
        assertThat(nodes.again(execution)).hasOutput("report", "cleaned a.csv, cleaned b.csv");
        assertThat(nodes.again(execution)).has("alert", RunStatus.SKIPPED, "a succeeded");
        Assertions.assertThat(calls).containsExactly("find", "w/report", "end");
    }

    @Test
    void an_extended_execution_is_told_after_a_restart_as_before() {
        BatonTest node = nodes.start(this::define);
        Execution execution = node.trigger("w");
        node.advance(MINUTE);
        Execution before = nodes.again(execution);
        List<Run> runs = before.runs();
        List<?> dependencies = before.dependencies();
        Assertions.assertThat(runs).hasSize(7);

        nodes.restart();
        Execution again = nodes.again(execution);
        Assertions.assertThat(again.dependencies()).isEqualTo(dependencies);
        Assertions.assertThat(again.runs())
                .extracting(Run::id)
                .isEqualTo(runs.stream().map(Run::id).toList());
        Assertions.assertThat(again.runs())
                .extracting(Run::job)
                .isEqualTo(runs.stream().map(Run::job).toList());
        assertThat(again).has("report", RunStatus.BLOCKED, "waits for a, b").has("end", RunStatus.BLOCKED);
        Assertions.assertThat(again.explain("report").text()).contains("waits for a");

        nodes.running().advance(MINUTE.multipliedBy(5));
        assertThat(nodes.again(execution)).succeeded();
        nodes.restart();
        assertThat(nodes.again(execution)).succeeded().hasOutput("a", "cleaned a.csv");
    }

    @Test
    void what_a_run_added_is_there_when_its_end_was_recorded_and_nothing_after_it() {
        Execution execution = dieWhileFindEnds(true);
        Assertions.assertThat(execution.runs()).hasSize(5);
        assertThat(execution).ran("find");
        nodes.running().advance(MINUTE.multipliedBy(5));
        assertThat(execution).succeeded().ran("a", "b", "report");
        Assertions.assertThat(calls).containsExactly("find", "w/report");
    }

    @Test
    void what_a_run_added_is_not_there_when_its_end_was_not_recorded_and_is_added_by_the_next_attempt() {
        Execution execution = dieWhileFindEnds(false);
        Assertions.assertThat(execution.runs()).hasSize(1);
        Assertions.assertThat(execution.run("find").status().isTerminal()).isFalse();
        nodes.running().advance(MINUTE.multipliedBy(5));
        assertThat(execution).succeeded().ran("a", "b", "report");
        Assertions.assertThat(execution.runs()).hasSize(5);
        Assertions.assertThat(calls).containsExactly("find", "find", "w/report");
    }

    /** Kills the node in the commit that records the end of a run that adds steps. */
    private Execution dieWhileFindEnds(boolean recorded) {
        Workflow workflow = Workflow.define(
                "w",
                w -> w.run("find", context -> {
                    calls.add("find");
                    context.sleep(MINUTE);
                    context.extend(Extension.define(ExtensionCompliance::twoAndTheirReport));
                }));
        BatonTest node = nodes.start(each ->
                each.add(clean()).add(report(calls)).taking("w/a", MINUTE).add(workflow));
        Execution execution = node.trigger("w");
        // By now the node has recorded that the run has started.
        node.advance(Duration.ofSeconds(30));
        nodes.restartAtCommit(recorded, () -> node.advance(Duration.ofSeconds(30)));
        return nodes.again(execution);
    }

    @Test
    void what_failed_among_the_added_steps_is_retried_after_a_restart() {
        Consumer<BatonTest> failing = node -> {
            define(node);
            node.assume("w/a", Assumption.fails());
        };
        BatonTest node = nodes.start(failing);
        Execution execution = node.trigger("w");
        node.advance(MINUTE.multipliedBy(6));
        assertThat(nodes.again(execution))
                .failed()
                .failed("a")
                .skipped("report")
                .failed("alert");

        node = nodes.restart(this::define);
        nodes.again(execution).retry();
        node.advance(MINUTE.multipliedBy(6));
        assertThat(nodes.again(execution))
                .succeeded()
                .ran("report")
                .hadAttempts("a", 2)
                .hadAttempts("find", 1);
        Assertions.assertThat(nodes.again(execution).runs()).hasSize(7);
    }

    @Test
    void an_added_step_whose_job_is_gone_after_a_restart_is_skipped() {
        BatonTest node = nodes.start(this::define);
        Execution execution = node.trigger("w");
        node.advance(MINUTE);
        node = nodes.restart(each -> each.add(clean()).add(extended()));
        node.advance(MINUTE.multipliedBy(6));
        assertThat(nodes.again(execution)).succeeded().ran("a", "b").has("report", RunStatus.SKIPPED, "removed");
    }

    @Test
    void every_step_of_a_long_chain_may_add_the_next() {
        Consumer<BatonTest> definitions = node -> node.add(Job.named("count").run(context -> {
            int left = context.parameter("left", Integer.class);
            calls.add("left " + left);
            if (left > 0) {
                context.extend(Extension.define(
                        e -> e.step("left-" + (left - 1), "count").parameter("left", left - 1)));
            }
            if (left == 20) {
                context.sleep(MINUTE);
            }
        }));
        BatonTest node = nodes.start(definitions);
        Execution execution = node.trigger("count", Map.of("left", 40));
        node.advance(Duration.ofSeconds(30));
        if (nodes.isOnStore()) {
            node = nodes.restart();
        }
        node.advance(MINUTE.multipliedBy(2));
        assertThat(nodes.again(execution)).succeeded().ran("left-0");
        Assertions.assertThat(nodes.again(execution).runs()).hasSize(41);
    }

    // ---- several nodes

    @Test
    void what_a_run_adds_on_another_node_is_added_by_the_owner() throws Exception {
        nodes.assumeShared();
        Workflow workflow = Workflow.define(
                "w",
                w -> w.run("find", context -> {
                            calls.add("find");
                            context.extend(Extension.define(ExtensionCompliance::twoAndTheirReport));
                        })
                        .queue("far"));
        Consumer<Baton> definitions = node -> {
            node.add(clean());
            node.add(report(calls));
            node.add(workflow);
        };
        Baton owner = nodes.join(builder -> builder.queues("default"), definitions);
        nodes.join(builder -> builder.queues("far"), definitions);
        Execution execution = owner.trigger("w").await(LONG);
        assertThat(execution).succeeded().ran("find", "a", "b");
        assertThat(execution).hasOutput("report", "cleaned a.csv, cleaned b.csv");
        Assertions.assertThat(calls).containsExactly("find", "w/report");
    }

    @Test
    void what_is_refused_on_another_node_is_refused_there_at_once() throws Exception {
        nodes.assumeShared();
        Workflow workflow = Workflow.define(
                "w",
                w -> w.run("find", context -> context.extend(Extension.define(e -> e.step("find", "clean"))))
                        .queue("far"));
        Consumer<Baton> definitions = node -> {
            node.add(clean());
            node.add(workflow);
        };
        Baton owner = nodes.join(builder -> builder.queues("default"), definitions);
        nodes.join(builder -> builder.queues("far"), definitions);
        Execution execution = owner.trigger("w").await(LONG);
        assertThat(execution).failed().failed("find");
        Assertions.assertThat(execution.run("find").reason()).contains("it has a step \"find\" already");
    }

    /** So many that a store reads a part of its runs alone. */
    private static final int ADDED = 150;

    private static Workflow grown() {
        return Workflow.define(
                "grown",
                w -> w.run(
                        "find",
                        context -> context.extend(Extension.define(e -> {
                            for (int i = 1; i < ADDED; i++) {
                                e.step("a" + i, "quick");
                            }
                            e.step("last", "last");
                        }))));
    }

    @Test
    void what_comes_after_an_added_step_on_another_node_starts_when_that_step_has_ended() throws Exception {
        nodes.assumeShared();
        CountDownLatch go = new CountDownLatch(1);
        Consumer<Baton> definitions = node -> {
            node.add(Job.named("quick").run(context -> {}));
            node.add(Job.named("last").run(context -> go.await()));
            node.add(grown());
        };
        Baton owner = nodes.join(definitions);
        Execution execution = owner.trigger("grown");
        Patience.until("the last step runs", () -> owner.isRunning("last"));
        Baton elsewhere = nodes.join(node -> node.add(Job.named("child").run(context -> calls.add("child"))));
        try {
            Execution child = elsewhere.submit(Submission.of("child").after(new RunId(execution.id(), ADDED)));
            go.countDown();
            assertThat(child.await(LONG)).succeeded();
            Assertions.assertThat(calls).containsExactly("child");
        } finally {
            go.countDown();
        }
    }

    @Test
    void the_added_steps_of_an_ended_execution_are_read_page_by_page() throws Exception {
        Baton baton = nodes.join(node -> {
            node.add(Job.named("quick").run(context -> {}));
            node.add(Job.named("last").run(context -> {}));
            node.add(grown());
        });
        Execution execution = baton.trigger("grown").await(LONG);
        Execution again = baton.execution(execution.id());
        Assertions.assertThat(again.runsFrom(ADDED - 10))
                .hasSize(11)
                .allMatch(run -> run.status() == RunStatus.SUCCESS);
    }
}

package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Join;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Graphs on a store, with a node that is killed at every stage. */
abstract class GraphCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Nodes nodes;
    private final List<String> calls = new ArrayList<>();

    GraphCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    /** Adds a step that takes a minute and records that it was called. */
    private Step<?> step(WorkflowBuilder w, String name) {
        return w.run(name, context -> calls.add(name));
    }

    private BatonTest start(Consumer<WorkflowBuilder> definition, String... failing) {
        Workflow workflow = Workflow.define("w", definition);
        return nodes.start(node -> {
            workflow.graph().jobs().forEach(job -> node.taking(job.name(), MINUTE));
            for (String step : failing) {
                node.assume("w/" + step, Assumption.fails().taking(MINUTE));
            }
            node.add(workflow);
        });
    }

    /** Runs a graph to its end; on a store, kills the node in the middle of every minute. */
    private Execution run(Consumer<WorkflowBuilder> definition, String... failing) {
        BatonTest node = start(definition, failing);
        Execution execution = node.trigger("w");
        for (int minute = 0; minute < 6; minute++) {
            node.advance(Duration.ofSeconds(30));
            if (nodes.isOnStore()) {
                node = nodes.restart();
            }
            node.advance(MINUTE);
        }
        return nodes.again(execution);
    }

    @Test
    void a_child_is_blocked_until_its_parent_has_ended() {
        BatonTest node = start(w -> step(w, "b").after(step(w, "a")));
        Execution execution = node.trigger("w");
        assertThat(execution).isActive().has("b", RunStatus.BLOCKED, "waits for a");
        node.advance(MINUTE);
        assertThat(execution).isActive().ran("a").has("b", RunStatus.RUNNING);
        node.advance(MINUTE);
        assertThat(execution).succeeded().ran("a", "b");
    }

    @Test
    void what_was_blocked_is_blocked_after_a_restart() {
        Execution execution = start(w -> step(w, "b").after(step(w, "a"))).trigger("w");
        BatonTest node = nodes.restart();
        assertThat(nodes.again(execution)).isActive().has("b", RunStatus.BLOCKED, "waits for a");
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).isActive().ran("a").has("b", RunStatus.RUNNING);
    }

    @Test
    void the_steps_of_a_chain_run_one_after_another() {
        Execution execution = run(w -> {
            Step<?> a = step(w, "a");
            Step<?> b = step(w, "b").after(a);
            step(w, "c").after(b);
        });
        assertThat(execution).succeeded().ran("a", "b", "c").startedInOrder("a", "b", "c");
        Assertions.assertThat(calls).containsExactly("a", "b", "c");
    }

    @Test
    void the_bottom_of_a_diamond_runs_once_after_both_sides() {
        Execution execution = run(w -> {
            Step<?> top = step(w, "top");
            Step<?> left = step(w, "left").after(top);
            Step<?> right = step(w, "right").after(top);
            step(w, "bottom").after(left, right);
        });
        assertThat(execution).succeeded().ran("bottom");
        Assertions.assertThat(calls).hasSize(4).doesNotHaveDuplicates().last().isEqualTo("bottom");
    }

    @Test
    void a_partial_join_runs_once_enough_parents_allow_it() {
        Execution execution = run(
                w -> {
                    Step<?> a = step(w, "a");
                    Step<?> b = step(w, "b");
                    Step<?> c = step(w, "c");
                    step(w, "two").after(a, b, c).join(Join.atLeast(2));
                    step(w, "three").after(a, b, c).join(Join.atLeast(3));
                },
                "b");
        assertThat(execution).failed().ran("two").skipped("three");
        Assertions.assertThat(calls).containsOnlyOnce("two").doesNotContain("three");
    }

    @Test
    void an_any_join_runs_once_at_the_first_parent_that_allows_it() {
        Execution execution = run(
                w -> {
                    Step<?> a = step(w, "a");
                    Step<?> b = step(w, "b");
                    Step<?> c = step(w, "c").after(b);
                    step(w, "any").after(a, b, c).join(Join.any());
                    step(w, "none").after(a.failed(), c.failed()).join(Join.any());
                },
                "a");
        assertThat(execution).failed().failed("a").ran("any", "none");
        Assertions.assertThat(calls).containsOnlyOnce("any", "none");
    }

    @Test
    void a_failure_cascades_along_the_conditions_of_the_edges() {
        Execution execution = run(
                w -> {
                    Step<?> a = step(w, "a");
                    Step<?> b = step(w, "b").after(a);
                    step(w, "c").after(b);
                    step(w, "alert").after(a.failed());
                    step(w, "tidy").after(b, Condition.COMPLETE);
                    step(w, "note").after(b.skipped());
                    w.finalRun("end", context -> calls.add("end"));
                },
                "a");
        assertThat(execution).failed().skipped("b", "c").ran("alert", "tidy", "note", "end");
        Assertions.assertThat(calls).containsExactlyInAnyOrder("alert", "tidy", "note", "end");
    }

    @Test
    void what_has_ended_is_told_after_a_restart_as_before() {
        BatonTest node = start(w -> step(w, "b").after(step(w, "a")), "a");
        Execution execution = node.trigger("w");
        node.advance(MINUTE);
        List<Run> runs = execution.runs();
        Optional<Instant> finished = execution.finished();
        nodes.restart();
        Execution again = nodes.again(execution);
        assertThat(again).hasStatus(ExecutionStatus.FAILURE).has("b", RunStatus.SKIPPED, "a failed");
        Assertions.assertThat(again.finished()).isEqualTo(finished);
        Assertions.assertThat(again.runs())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("result")
                .isEqualTo(runs);
        Assertions.assertThat(again.run("a").error().orElseThrow()).hasMessageContaining("assumed to fail");
    }
}

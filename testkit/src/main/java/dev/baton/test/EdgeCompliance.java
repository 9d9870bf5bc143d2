package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Condition;
import dev.baton.Deferred;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Edges that stand for many: those of the final step, and those from any other step. */
abstract class EdgeCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Nodes nodes;
    private final List<String> seen = new ArrayList<>();

    EdgeCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    // ---- the final step

    private Workflow reported() {
        return Workflow.define("w", w -> {
            w.call("good", context -> "fine");
            w.run("bad", context -> {
                throw new IllegalStateException("disk full");
            });
            w.run("after", context -> {}).after("bad");
            w.run("meant", context -> {
                        throw new IllegalStateException("never mind");
                    })
                    .allowFailure();
            w.finalRun("report", context -> {
                context.parents()
                        .forEach(run -> seen.add(run.step() + " " + run.status() + " " + run.reason()
                                + run.output().orElse("")));
                seen.add(context.isFinal() + " " + context.statusSoFar());
                seen.add(context.reason());
            });
        });
    }

    @Test
    void the_final_step_sees_how_every_other_step_ended_and_how_the_execution_stands() {
        BatonTest node = nodes.start(each -> each.taking("w/report", MINUTE).add(reported()));
        Execution execution = node.trigger("w");
        if (nodes.isOnStore()) {
            node = nodes.restart();
        }
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).hasStatus(ExecutionStatus.FAILURE).ran("report");
        Assertions.assertThat(seen.subList(0, 4))
                .containsExactlyInAnyOrder(
                        "good success fine",
                        "bad failure disk full",
                        "after skipped bad failed",
                        "meant failure never mind");
        Assertions.assertThat(seen.get(4)).isEqualTo("true failure");
        Assertions.assertThat(seen.get(5))
                .contains("good succeeded", "bad failed: disk full")
                .endsWith(" and 1 more");
    }

    @Test
    void the_final_step_is_a_child_of_every_other_by_complete() {
        Execution execution = nodes.start(each -> each.add(reported())).trigger("w");
        Set<Condition> complete = Set.of(Condition.COMPLETE);
        Assertions.assertThat(nodes.again(execution).dependencies())
                .containsExactlyInAnyOrder(
                        new Dependency("bad", "after", Set.of(Condition.SUCCESS)),
                        new Dependency("good", "report", complete),
                        new Dependency("bad", "report", complete),
                        new Dependency("after", "report", complete),
                        new Dependency("meant", "report", complete));
        Assertions.assertThat(nodes.again(execution).finalStep()).contains("report");
    }

    @Test
    void the_status_so_far_counts_what_has_ended() {
        Workflow workflow = Workflow.define("w", w -> {
            w.run("first", context -> seen.add(context.isFinal() + " " + context.statusSoFar()));
            w.run("second", context -> seen.add("" + context.statusSoFar())).after("first");
            w.finalRun("end", context -> seen.add("" + context.statusSoFar()));
        });
        nodes.start(each -> each.add(workflow)).trigger("w");
        Assertions.assertThat(seen).containsExactly("false skipped", "success", "success");
    }

    // ---- any other step

    private Execution run(Consumer<WorkflowBuilder> definition, String... failing) {
        BatonTest node = nodes.start(each -> {
            Workflow workflow = Workflow.define("w", definition);
            workflow.graph().jobs().forEach(job -> each.taking(job.name(), MINUTE));
            for (String step : failing) {
                each.assume("w/" + step, Assumption.fails().taking(MINUTE));
            }
            each.add(workflow);
        });
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

    private static void alerted(WorkflowBuilder w) {
        w.run("a", context -> {});
        w.run("b", context -> {}).after("a");
        w.run("c", context -> {}).after("b");
        w.run("alert", context -> {}).after(Step.ANY, Condition.FAILURE);
        w.run("page", context -> {}).after(Step.ANY, Condition.FAILURE);
        w.run("told", context -> {}).after("alert");
        w.finalRun("end", context -> {});
    }

    @Test
    void a_step_runs_after_the_failure_of_any_other() {
        assertThat(run(EdgeCompliance::alerted, "b"))
                .hasStatus(ExecutionStatus.FAILURE)
                .failed("b")
                .skipped("c")
                .ran("a", "alert", "page", "told", "end");
    }

    @Test
    void a_step_after_the_failure_of_any_other_is_skipped_when_none_failed() {
        assertThat(run(EdgeCompliance::alerted))
                .succeeded()
                .ran("a", "b", "c", "end")
                .skipped("alert", "page", "told");
    }

    @Test
    void a_step_after_the_failure_of_any_other_runs_at_the_first_failure() {
        BatonTest node =
                nodes.start(each -> each.failing("w/a").taking("w/slow", MINUTE).add(Workflow.define("w", w -> {
                    w.run("a", context -> {});
                    w.run("slow", context -> {});
                    w.run("alert", context -> {}).after(Step.ANY, Condition.FAILURE);
                })));
        assertThat(node.trigger("w")).isActive().ran("alert").has("slow", RunStatus.RUNNING);
    }

    @Test
    void several_parents_are_named_at_once() {
        Execution execution = run(w -> {
            w.run("a", context -> {});
            w.run("b", context -> {});
            w.run("c", context -> {});
            w.run("d", context -> {}).after("a", "b", "c");
        });
        assertThat(execution).succeeded();
        Assertions.assertThat(execution.dependencies())
                .extracting(Dependency::parent)
                .containsExactly("a", "b", "c");
    }

    private static Job nesting(Submission submission) {
        Deferred body = (context, handover) -> handover.nest(submission, ended -> handover.succeed(null));
        return Job.named("outer").call(body);
    }

    @Test
    void a_nested_execution_runs_after_the_executions_that_its_submission_names() {
        BatonTest node = nodes.start(each -> each.add(Job.named("first").run(context -> {}))
                .add(Job.named("inner").run(context -> {})));
        Execution first = node.baton().submit(Submission.of("first").delay(Duration.ofHours(1)));
        node.add(nesting(Submission.of("inner").after(first)));
        Execution outer = node.trigger("outer");
        node.advance(Duration.ofMinutes(30));
        assertThat(node.lastExecution("inner")).has("inner", RunStatus.BLOCKED);
        node.advance(Duration.ofHours(1));
        assertThat(node.lastExecution("inner")).succeeded();
        assertThat(nodes.again(outer)).succeeded();
    }

    @Test
    void a_nested_execution_cannot_run_after_a_submission() {
        BatonTest node = nodes.start(each -> each.add(Job.named("first").run(context -> {}))
                .add(Job.named("inner").run(context -> {}))
                .add(nesting(Submission.of("inner").after(Submission.of("first")))));
        Execution outer = node.trigger("outer");
        node.advance(Duration.ofMinutes(1));
        assertThat(nodes.again(outer)).failed();
        Assertions.assertThat(nodes.again(outer).run("outer").reason())
                .contains("after \"first\"", "not submitted with it");
    }
}

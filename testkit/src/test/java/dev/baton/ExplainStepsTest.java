package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Reason;
import dev.baton.test.Assumption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests explanations whose causes are other steps and executions. The words are those of the guide's page. */
class ExplainStepsTest extends ExplainFixture {

    // ---- parents

    @Test
    void a_running_parent() {
        baton.taking("etl/extract", HOUR);
        Execution execution = etl();
        Explanation told = execution.explain("transform");
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        assertThat(names(told)).containsExactly("transform", "extract");
        assertThat(told.root().since()).isEqualTo(START);
        assertThat(told.root().place().run()).isEqualTo(execution.run("extract").id());
        assertThat(told.because().shown()).extracting(Reason::cause).containsExactly(Cause.RUNNING);
        ExplainPage.says("running-parent", told);
    }

    @Test
    void a_chain_down_to_its_cause() {
        baton.taking("etl/extract", HOUR);
        Explanation told = etl().explain("load");
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        assertThat(names(told)).containsExactly("load", "transform", "extract");
        ExplainPage.says("chain", told);
    }

    @Test
    void a_long_chain_is_told_shortly() {
        Workflow chain = Workflow.define("chain", w -> {
            Step<?> before = w.run("s0", context -> {});
            for (int i = 1; i < 5_000; i++) {
                before = w.run("s" + i, context -> {}).after(before);
            }
        });
        baton.add(chain);
        baton.taking("chain/s0", HOUR);
        Explanation told = baton.trigger(chain).explain("s4999");
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        assertThat(told.root().place().name()).isEqualTo("s0");
        assertThat(told.chain().shown()).hasSize(50);
        assertThat(told.chain().more()).isEqualTo(4_950);
        ExplainPage.says("long-chain", told);
    }

    @Test
    void of_several_parents_the_one_that_needs_a_person_is_told_first() {
        Workflow gate = Workflow.define("gate", w -> {
            Step<?> build = w.run("build", context -> {});
            Step<?> ask = w.approval("ask", "Ship it?");
            Step<?> wait = w.run("stage", context -> {}).after(ask);
            w.run("ship", context -> {}).after(build, wait);
        });
        baton.add(gate);
        baton.taking("gate/build", HOUR);
        Explanation told = baton.trigger(gate).explain("ship");
        assertThat(told.cause()).isEqualTo(Cause.APPROVAL);
        assertThat(names(told)).containsExactly("ship", "stage", "ask");
        assertThat(told.because().shown())
                .extracting(reason -> reason.place().name())
                .containsExactly("build", "stage");
        ExplainPage.says("several-parents", told);
    }

    private Workflow joined(Join join) {
        return Workflow.define("joined", w -> {
            Step<?> a = w.run("a", context -> {});
            Step<?> b = w.run("b", context -> {});
            Step<?> c = w.run("c", context -> {});
            Step<?> d = w.run("d", context -> {});
            w.run("merge", context -> {}).after(a, b, c, d).join(join);
        });
    }

    @Test
    void a_join_over_any_says_which_parents_can_still_hold() {
        Workflow any = joined(Join.any());
        baton.add(any).failing("joined/a", "joined/b");
        baton.taking("joined/c", HOUR).taking("joined/d", HOUR);
        Explanation told = baton.trigger(any).explain("merge");
        assertThat(told.evidence().join())
                .isEqualTo(new Explanation.JoinState(1, 4, List.of(), List.of("c", "d"), List.of("a", "b")));
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        ExplainPage.says("join-any", told);
    }

    @Test
    void a_join_over_some_says_which_hold_and_which_can() {
        Workflow some = joined(Join.atLeast(3));
        baton.add(some).failing("joined/b");
        baton.taking("joined/c", HOUR).taking("joined/d", HOUR);
        Explanation told = baton.trigger(some).explain("merge");
        assertThat(told.evidence().join())
                .isEqualTo(new Explanation.JoinState(3, 4, List.of("a"), List.of("c", "d"), List.of("b")));
        ExplainPage.says("join-at-least", told);
    }

    @Test
    void a_step_whose_skip_is_certain_says_so() {
        Workflow all = joined(Join.all());
        baton.add(all).failing("joined/a");
        baton.taking("joined/d", HOUR);
        ExplainPage.says("join-broken", baton.trigger(all).explain("merge"));
    }

    @Test
    void the_final_step_waits_for_what_is_active() {
        Workflow tidy = Workflow.define("tidy", w -> {
            Step<?> one = w.run("one", context -> {});
            w.run("two", context -> {}).after(one);
            w.finalRun("cleanup", context -> {});
        });
        baton.add(tidy).taking("tidy/one", HOUR);
        Explanation told = baton.trigger(tidy).explain("cleanup");
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        assertThat(names(told)).containsExactly("cleanup", "one");
        ExplainPage.says("final-step", told);
    }

    @Test
    void a_run_of_another_execution() {
        baton.add(Job.named("extract").run(context -> {})).taking("extract", HOUR);
        baton.add(Job.named("report").run(context -> {}));
        Execution first = baton.trigger("extract");
        Execution second = baton.baton()
                .submit(Submission.of("report").after(first.run("extract").id()));
        baton.settle();
        Explanation told = second.explain("report");
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        assertThat(told.root().place().run()).isEqualTo(first.run("extract").id());
        ExplainPage.says("outside", told);
    }

    // ---- executions in executions

    @Test
    void a_fan_out() {
        baton.add(Job.named("scan")
                .fanout(Fanout.over(List.of("a", "b", "c", "d", "e"))
                        .concurrency(2)
                        .each(context -> null)));
        baton.taking("scan", HOUR);
        Execution execution = baton.trigger("scan");
        baton.advance(HOUR);
        Explanation told = execution.explain("scan");
        assertThat(told.evidence().items()).isEqualTo(new Explanation.Items(5, 2, 0, 0, 2, 1, 2));
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        assertThat(names(told)).containsExactly("scan", "item 2");
        ExplainPage.says("fan-out", told);
    }

    @Test
    void a_sub_workflow() {
        baton.taking("etl/extract", HOUR);
        etl();
        baton.add(Workflow.define("outer", w -> {
            Step<?> inner = w.workflow("inner", "etl");
            w.run("publish", context -> {}).after(inner);
        }));
        Execution execution = baton.trigger("outer");
        Explanation told = execution.explain("publish");
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        assertThat(told.chain().shown())
                .extracting(Reason::cause)
                .containsExactly(Cause.PARENTS, Cause.SUB_WORKFLOW, Cause.RUNNING, Cause.RUNNING);
        ExplainPage.says("sub-workflow", told);
    }

    // ---- skips and ends

    @Test
    void a_skip_by_cascade() {
        baton.assume("etl/extract", Assumption.failsWith(new IllegalStateException("disk full")));
        Execution execution = etl();
        baton.advance(HOUR);
        Explanation told = execution.explain("load");
        assertThat(told.cause()).isEqualTo(Cause.FAILURE);
        assertThat(names(told)).containsExactly("load", "transform", "extract");
        assertThat(told.remedy()).contains("Retry or mark extract");
        ExplainPage.says("cascade", told);
    }

    @Test
    void a_step_for_failures_that_did_not_happen() {
        baton.add(Workflow.define("alarm", w -> {
            Step<?> work = w.run("work", context -> {});
            w.run("alert", context -> {}).after(work.failed());
        }));
        Explanation told = baton.trigger("alarm").explain("alert");
        assertThat(told.cause()).isEqualTo(Cause.CONDITION);
        ExplainPage.says("condition", told);
    }

    @Test
    void a_condition_that_does_not_hold() {
        baton.add(Workflow.define("cond", w -> {
            w.run("big", context -> {}).when(context -> Optional.of("there are only 3 rows"));
        }));
        Explanation told = baton.trigger("cond").explain("big");
        assertThat(told.cause()).isEqualTo(Cause.WHEN);
        ExplainPage.says("when", told);
    }

    @Test
    void a_workflow_that_fails_fast() {
        Workflow fast = Workflow.define("fast", w -> {
            w.onStepFailure(OnFailure.FAIL_FAST);
            Step<?> slow = w.run("slow", context -> {});
            w.run("after", context -> {}).after(slow);
            w.run("bad", context -> {});
        });
        baton.add(fast).taking("fast/slow", HOUR).failing("fast/bad");
        Execution execution = baton.trigger(fast);
        baton.advance(HOUR);
        Explanation told = execution.explain("after");
        assertThat(names(told)).containsExactly("after", "bad");
        assertThat(told.cause()).isEqualTo(Cause.FAILURE);
        ExplainPage.says("fail-fast", told);
    }

    @Test
    void a_failed_execution() {
        baton.assume("etl/extract", Assumption.failsWith(new IllegalStateException("disk full")));
        Execution execution = etl();
        baton.advance(HOUR);
        Explanation told = execution.explain();
        assertThat(told.cause()).isEqualTo(Cause.FAILURE);
        assertThat(told.because().shown()).hasSize(1);
        ExplainPage.says("failed-execution", told);
    }

    @Test
    void no_class_names_in_reasons() {
        baton.assume("etl/extract", Assumption.failsWith(new IllegalStateException("disk full")));
        Execution execution = etl();
        assertThat(execution.explain("load").text()).doesNotContain("java.").doesNotContain("Exception");
        baton.advance(HOUR);
        assertThat(execution.explain("load").text()).doesNotContain("java.").doesNotContain("Exception");
    }

    @Test
    void an_error_without_a_message_is_named_in_the_reason() {
        baton.assume("etl/extract", Assumption.failsWith(new IllegalStateException()));
        Execution execution = etl();
        baton.advance(HOUR);
        assertThat(execution.explain("load").text())
                .contains("it failed without a message (IllegalStateException)")
                .doesNotContain("java.");
    }
}

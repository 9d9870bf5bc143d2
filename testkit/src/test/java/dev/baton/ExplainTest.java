package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Holder;
import dev.baton.Explanation.Reason;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Why is it not running? One test for each kind of answer; the words are those of the guide's page. */
class ExplainTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private final BatonTest baton = BatonTest.startingAt(
            START.toString(),
            settings -> settings.limit("film", Limit.concurrency(1))
                    .queues("default", "film")
                    .labels("cpu"));

    @AfterEach
    void close() {
        baton.close();
    }

    private static List<String> names(Explanation told) {
        return told.chain().shown().stream()
                .map(reason -> reason.place().name())
                .toList();
    }

    private static List<RunId> runs(List<Holder> holders) {
        return holders.stream().map(holder -> holder.place().run()).toList();
    }

    private Execution etl() {
        Workflow etl = Workflow.define("etl", w -> {
            Step<?> extract = w.run("extract", context -> {}).retry(Retry.fixed(3, Duration.ofMinutes(5)));
            Step<?> transform = w.run("transform", context -> {}).after(extract);
            w.run("load", context -> {}).after(transform);
        });
        baton.add(etl);
        return baton.trigger(etl);
    }

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

    // ---- people

    @Test
    void an_approval() {
        baton.add(Workflow.define("release", w -> {
            Step<?> ask = w.approval("ask", "Ship version 7?");
            w.run("ship", context -> {}).after(ask);
        }));
        Execution execution = baton.trigger("release");
        Explanation told = execution.explain("ship");
        assertThat(told.cause()).isEqualTo(Cause.APPROVAL);
        assertThat(told.root().since()).isEqualTo(START);
        assertThat(told.remedy()).isEqualTo("Approve or reject ask.");
        ExplainPage.says("approval", told);
    }

    @Test
    void a_held_execution() {
        baton.taking("etl/extract", HOUR);
        Execution execution = etl();
        execution.hold();
        baton.advance(HOUR);
        assertThat(execution.explain().cause()).isEqualTo(Cause.HOLD);
        Explanation told = execution.explain("load");
        assertThat(told.cause()).isEqualTo(Cause.HOLD);
        assertThat(names(told)).containsExactly("load", "transform");
        ExplainPage.says("held-execution", told);
    }

    @Test
    void a_hold_after_a_failure() {
        Workflow careful = Workflow.define("careful", w -> {
            w.onStepFailure(OnFailure.HOLD);
            Step<?> extract = w.run("extract", context -> {});
            Step<?> load = w.run("load", context -> {}).after(extract);
            w.run("report", context -> {}).after(load);
        });
        baton.add(careful).assume("careful/extract", Assumption.failsWith(new IllegalStateException("disk full")));
        Execution execution = baton.trigger(careful);
        Explanation told = execution.explain("report");
        assertThat(told.cause()).isEqualTo(Cause.FAILURE_HOLD);
        assertThat(names(told)).containsExactly("report", "load", "extract");
        assertThat(told.remedy()).contains("Retry extract").contains("mark it").contains("cancel");
        assertThat(execution.explain().cause()).isEqualTo(Cause.FAILURE_HOLD);
        ExplainPage.says("failure-hold", told);
    }

    @Test
    void a_paused_step() {
        baton.taking("etl/extract", HOUR);
        Execution execution = etl();
        baton.baton().pause("etl/transform");
        baton.advance(HOUR);
        Explanation told = execution.explain("load");
        assertThat(told.cause()).isEqualTo(Cause.PAUSED);
        assertThat(names(told)).containsExactly("load", "transform");
        ExplainPage.says("paused-step", told);
    }

    @Test
    void a_paused_workflow() {
        baton.add(Workflow.define("nightly", w -> w.run("only", context -> {})));
        baton.baton().pause("nightly");
        Explanation told = baton.trigger("nightly").explain();
        assertThat(told.cause()).isEqualTo(Cause.PAUSED);
        ExplainPage.says("paused-workflow", told);
    }

    // ---- time

    @Test
    void a_retry_delay() {
        baton.assume("etl/extract", Assumption.failsWith(new IllegalStateException("connection refused")));
        Explanation told = etl().explain("extract");
        assertThat(told.cause()).isEqualTo(Cause.RETRY);
        assertThat(told.evidence().until()).isEqualTo(START.plus(Duration.ofMinutes(5)));
        ExplainPage.says("retry", told);
    }

    @Test
    void a_delay() {
        baton.add(Job.named("later").run(context -> {}));
        Execution execution = baton.baton().submit(Submission.of("later").notBefore(START.plus(HOUR)));
        baton.settle();
        Explanation told = execution.explain("later");
        assertThat(told.cause()).isEqualTo(Cause.DELAY);
        assertThat(told.evidence().until()).isEqualTo(START.plus(HOUR));
        ExplainPage.says("delay", told);
    }

    @Test
    void a_wait() {
        baton.add(Workflow.define("patient", w -> {
            Step<?> rest = w.waitFor("rest", HOUR);
            w.run("go", context -> {}).after(rest);
        }));
        Explanation told = baton.trigger("patient").explain("go");
        assertThat(told.cause()).isEqualTo(Cause.WAIT);
        ExplainPage.says("wait", told);
    }

    @Test
    void a_deadline() {
        Workflow late = Workflow.define("late", w -> {
            w.deadline(Duration.ofMinutes(30)).timeout(Duration.ofHours(3));
            w.run("slow", context -> {});
        });
        baton.add(late).taking("late/slow", Duration.ofHours(2));
        Execution execution = baton.trigger(late);
        assertThat(execution.explain().facts()).contains("Its deadline is 2026-01-01T00:30:00Z");
        baton.advance(HOUR);
        Explanation told = execution.explain();
        assertThat(told.facts()).anyMatch(fact -> fact.startsWith("Its deadline was 2026-01-01T00:30:00Z"));
        assertThat(told.cause()).isEqualTo(Cause.RUNNING);
        ExplainPage.says("deadline", told);
    }

    // ---- limits

    private Execution thumbnail(Job job) {
        if (baton.baton().find(job.name()).isEmpty()) {
            baton.add(job).taking(job.name(), HOUR);
        }
        return baton.trigger(job.name());
    }

    @Test
    void a_limit_of_a_job() {
        Job job = Job.named("thumbnail").limit(Limit.concurrency(2)).run(context -> {});
        RunId one = thumbnail(job).run("thumbnail").id();
        RunId two = thumbnail(job).run("thumbnail").id();
        baton.advance(Duration.ofMinutes(1));
        thumbnail(job);
        baton.advance(Duration.ofMinutes(1));
        Explanation told = thumbnail(job).explain("thumbnail");
        assertThat(told.cause()).isEqualTo(Cause.LIMIT);
        assertThat(told.evidence().limit()).isEqualTo("job thumbnail");
        assertThat(runs(told.evidence().holders().shown())).containsExactly(one, two);
        assertThat(told.evidence().ahead())
                .isEqualTo(new Explanation.Ahead(1, false, START.plus(Duration.ofMinutes(1))));
        ExplainPage.says("job-limit", told);
    }

    @Test
    void a_limit_of_a_queue() {
        baton.add(Job.named("encode").queue("film").run(context -> {})).taking("encode", HOUR);
        baton.add(Job.named("cut").queue("film").run(context -> {}));
        RunId holder = baton.trigger("encode").run("encode").id();
        Explanation told = baton.trigger("cut").explain("cut");
        assertThat(told.cause()).isEqualTo(Cause.LIMIT);
        assertThat(told.evidence().limit()).isEqualTo("queue film");
        assertThat(runs(told.evidence().holders().shown())).containsExactly(holder);
        ExplainPage.says("queue-limit", told);
    }

    @Test
    void a_limit_of_a_workflow() {
        Workflow two = Workflow.define("two", w -> {
            w.overlap(Overlap.queue().upTo(2));
            w.run("work", context -> {});
        });
        baton.add(two).taking("two/work", HOUR);
        Execution first = baton.trigger(two);
        Execution second = baton.trigger(two);
        Execution third = baton.trigger(two);
        Explanation told = third.explain();
        assertThat(told.cause()).isEqualTo(Cause.LIMIT);
        assertThat(told.evidence().holders().shown())
                .extracting(holder -> holder.place().execution())
                .containsExactly(first.id(), second.id());
        assertThat(third.explain("work").cause()).isEqualTo(Cause.LIMIT);
        ExplainPage.says("workflow-limit", told);
    }

    @Test
    void overlap_that_queues() {
        Job job = Job.named("report").overlap(Overlap.queue()).run(context -> {});
        RunId holder = thumbnail(job).run("report").id();
        Explanation told = thumbnail(job).explain("report");
        assertThat(told.cause()).isEqualTo(Cause.OVERLAP);
        assertThat(runs(told.evidence().holders().shown())).containsExactly(holder);
        ExplainPage.says("overlap-queue", told);
    }

    @Test
    void overlap_that_skips_says_which_run_it_was_also_when_that_has_ended() {
        Job job = Job.named("report").overlap(Overlap.skip()).run(context -> {});
        RunId holder = thumbnail(job).run("report").id();
        Execution skipped = thumbnail(job);
        baton.advance(Duration.ofDays(1));
        Explanation told = skipped.explain("report");
        assertThat(told.cause()).isEqualTo(Cause.OVERLAP);
        assertThat(told.text()).contains(holder.toString());
        ExplainPage.says("overlap-skip", told);
    }

    @Test
    void a_skipped_execution_says_which_execution_it_was() {
        Workflow alone = Workflow.define("alone", w -> {
            w.overlap(Overlap.skip());
            w.run("work", context -> {});
        });
        baton.add(alone).taking("alone/work", HOUR);
        Execution first = baton.trigger(alone);
        Explanation told = baton.trigger(alone).explain();
        assertThat(told.cause()).isEqualTo(Cause.OVERLAP);
        assertThat(told.text()).contains(first.id().toString());
    }

    @Test
    void a_rate() {
        Job job = Job.named("mail").limit(Limit.rate(2, Duration.ofMinutes(10))).run(context -> {});
        baton.add(job);
        baton.trigger("mail");
        baton.trigger("mail");
        baton.advance(Duration.ofMinutes(4));
        Explanation told = baton.trigger("mail").explain("mail");
        assertThat(told.cause()).isEqualTo(Cause.RATE);
        assertThat(told.evidence().until()).isEqualTo(START.plus(Duration.ofMinutes(10)));
        ExplainPage.says("rate", told);
    }

    @Test
    void steps_that_run_a_few_at_a_time() {
        Workflow narrow = Workflow.define("narrow", w -> {
            w.parallel(1);
            w.run("a", context -> {});
            w.run("b", context -> {});
            w.run("c", context -> {});
        });
        baton.add(narrow).taking("narrow/a", HOUR);
        Execution execution = baton.trigger(narrow);
        Explanation told = execution.explain("c");
        assertThat(told.cause()).isEqualTo(Cause.PARALLEL);
        assertThat(runs(told.evidence().holders().shown()))
                .containsExactly(execution.run("a").id());
        assertThat(told.evidence().ahead()).isEqualTo(new Explanation.Ahead(1, false, null));
        ExplainPage.says("parallel", told);
    }

    // ---- workers

    @Test
    void labels_that_this_node_does_not_have() {
        baton.add(Job.named("train").labels("gpu").run(context -> {}));
        Explanation told = baton.trigger("train").explain("train");
        assertThat(told.cause()).isEqualTo(Cause.NO_WORKER);
        ExplainPage.says("no-node", told);
    }

    @Test
    void a_scheduler_that_does_not_run() throws InterruptedException {
        baton.add(Job.named("idle").run(context -> {}));
        baton.baton().stop(Duration.ZERO);
        assertThat(baton.baton().trigger("idle").explain("idle").cause()).isIn(Cause.NOT_STARTED, Cause.WORKERS_BUSY);
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
        baton.assume("etl/extract", Assumption.failsWith(new IllegalStateException()));
        Execution execution = etl();
        assertThat(execution.explain("load").text()).doesNotContain("java.").doesNotContain("Exception");
        baton.advance(HOUR);
        assertThat(execution.explain("load").text()).doesNotContain("java.").doesNotContain("Exception");
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
}

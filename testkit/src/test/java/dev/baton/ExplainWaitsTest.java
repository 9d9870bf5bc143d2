package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Explanation.Cause;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.test.Assumption;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests explanations whose causes are people, time, limits and workers. The words are those of the guide's page. */
class ExplainWaitsTest extends ExplainFixture {

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
}

package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NotPossibleException;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Executions that are submitted once: with a key, for later, after others. */
@ExtendWith(BatonExtension.class)
class SubmissionTest {

    private static Job job(String name) {
        return Job.named(name).run(context -> {});
    }

    @Test
    void a_submission_runs_once_with_its_parameters(BatonTest baton) {
        baton.add(Job.named("greet").call(context -> "hello " + context.parameter("name", String.class)));
        Execution execution = baton.baton().submit(Submission.of("greet").parameter("name", "Ada"));
        baton.settle();
        assertThat(execution).succeeded();
        assertThat(execution.trigger()).isEqualTo(Trigger.SUBMIT);
        assertThat(execution.run("greet").output()).contains("hello Ada");
    }

    @Test
    void the_same_key_gives_the_first_execution_again(BatonTest baton) {
        baton.add(job("pay"));
        Execution first = baton.baton().submit(Submission.of("pay").key("order-42"));
        baton.settle();
        Execution second = baton.baton().submit(Submission.of("pay").key("order-42"));
        Execution other = baton.baton().submit(Submission.of("pay").key("order-43"));
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(other.id()).isNotEqualTo(first.id());
        assertThat(second).succeeded();
    }

    @Test
    void it_does_not_begin_before_its_time(BatonTest baton) {
        baton.add(job("later"));
        Execution execution =
                baton.baton().submit(Submission.of("later").notBefore(Instant.parse("2026-01-01T03:00:00Z")));
        baton.advance(Duration.ofHours(2));
        assertThat(execution).isActive();
        baton.advance(Duration.ofHours(2));
        assertThat(execution).succeeded();
        assertThat(execution.run("later").started()).contains(Instant.parse("2026-01-01T03:00:00Z"));
    }

    @Test
    void it_runs_after_a_run_of_another_execution(BatonTest baton) {
        baton.add(Workflow.define("etl", w -> {
            Step<Void> extract = w.run("extract", context -> {});
            w.run("load", context -> {}).after(extract);
        }));
        baton.add(job("report"));
        baton.taking("etl/extract", Duration.ofMinutes(1)).taking("etl/load", Duration.ofMinutes(1));
        Execution etl = baton.trigger("etl");
        Execution report = baton.baton()
                .submit(Submission.of("report").after(etl.run("extract").id()));
        baton.advance(Duration.ofSeconds(59));
        assertThat(report).isActive().has("report", RunStatus.BLOCKED);
        baton.advance(Duration.ofSeconds(1));
        assertThat(report).succeeded();
        assertThat(etl).isActive();
    }

    @Test
    void conditions_hold_for_parents_outside_as_they_do_inside(BatonTest baton) {
        baton.add(job("bad")).add(job("cheer")).add(job("alert")).failing("bad");
        baton.taking("slow", Duration.ofMinutes(1)).add(job("slow"));
        Execution bad = baton.trigger("bad");
        Execution slow = baton.trigger("slow");
        Execution cheer = baton.baton().submit(Submission.of("cheer").after(bad));
        Execution alert = baton.baton()
                .submit(Submission.of("alert").after(bad, Condition.FAILURE).after(slow));
        baton.settle();
        assertThat(cheer).has("cheer", RunStatus.SKIPPED);
        assertThat(alert).isActive();
        baton.advance(Duration.ofMinutes(1));
        assertThat(alert).has("alert", RunStatus.SUCCESS);
    }

    @Test
    void a_batch_is_submitted_as_a_whole_with_its_own_order(BatonTest baton) {
        baton.add(job("a")).add(job("b")).add(job("c")).taking("a", Duration.ofMinutes(1));
        Submission first = Submission.of("a");
        Submission left = Submission.of("b").after(first);
        Submission right = Submission.of("b").after(first);
        Submission last = Submission.of("c").after(left).after(right);
        List<Execution> all = baton.baton().submit(List.of(last, left, right, first));
        baton.settle();
        assertThat(all).noneMatch(execution -> execution.status().isTerminal());
        baton.advance(Duration.ofMinutes(1));
        assertThat(all).allMatch(execution -> execution.status() == ExecutionStatus.SUCCESS);
    }

    @Test
    void a_submission_may_occur_several_times_in_a_batch(BatonTest baton) {
        baton.add(job("a"));
        Submission same = Submission.of("a");
        List<Execution> all = baton.baton().submit(List.of(same, same, same));
        baton.settle();
        assertThat(all).extracting(Execution::id).doesNotHaveDuplicates();
        assertThat(all).allMatch(execution -> execution.status() == ExecutionStatus.SUCCESS);
        assertThatThrownBy(() -> baton.baton()
                        .submit(List.of(same, same, Submission.of("a").after(same))))
                .isInstanceOf(NotPossibleException.class)
                .hasMessageContaining("\"a\", which occurs several times");
    }

    @Test
    void nothing_is_created_when_something_is_wrong(BatonTest baton) {
        baton.add(job("a"));
        UUID nobody = new UUID(1, 2);
        assertThatThrownBy(() -> baton.baton()
                        .submit(List.of(Submission.of("a"), Submission.of("a").after(new RunId(nobody, 0)))))
                .isInstanceOf(NoSuchExecutionException.class);
        assertThatThrownBy(() -> baton.baton().submit(List.of(Submission.of("a"), Submission.of("b"))))
                .isInstanceOf(NoSuchJobException.class);
        assertThatThrownBy(() -> baton.baton().submit(Submission.of("a").after(Submission.of("a"))))
                .isInstanceOf(NotPossibleException.class)
                .hasMessageContaining("in one call");
        assertThat(baton.executions("a")).isEmpty();
    }

    @Test
    void a_nested_execution_begins_after_its_delay(BatonTest baton) {
        Deferred body = (context, handover) ->
                handover.nest(Submission.of("inner").delay(Duration.ofHours(1)), ended -> handover.succeed("done"));
        baton.add(job("inner")).add(Workflow.define("outer", w -> w.call("step", body)));
        Execution outer = baton.trigger("outer");
        baton.advance(Duration.ofMinutes(59));
        assertThat(outer).isActive();
        assertThat(baton.executions("inner"))
                .singleElement()
                .satisfies(inner -> assertThat(inner).isActive());
        baton.advance(Duration.ofMinutes(1));
        assertThat(outer).succeeded().hasOutput("step", "done");
    }

    @Test
    void a_priority_has_the_same_bounds_as_that_of_a_job() {
        Submission submission = Submission.of("job");
        for (int priority : new int[] {-1001, 1001}) {
            assertThatThrownBy(() -> submission.priority(priority))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("priority goes from -1000 to 1000, not " + priority);
        }
    }
}

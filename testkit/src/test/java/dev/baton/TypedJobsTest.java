package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.BatonClosedException;
import dev.baton.error.InvalidScheduleException;
import dev.baton.error.NoOutputException;
import dev.baton.policy.Limit;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs and fan-outs whose inputs and outputs have types, and what a single submission may say. */
@ExtendWith(BatonExtension.class)
class TypedJobsTest {

    record Charge(String customer, BigDecimal amount) {}

    record Receipt(String customer, int number) {}

    private static final TypedJob<Charge, Receipt> CHARGE = Job.named("charge")
            .takes(Charge.class)
            .returns(Receipt.class)
            .call((context, charge) -> {
                if (charge.amount().signum() <= 0) {
                    throw new IllegalArgumentException("nothing to charge");
                }
                return new Receipt(charge.customer(), 7);
            });

    @Test
    void a_typed_job_takes_its_input_and_returns_its_output(BatonTest baton) {
        baton.baton().add(CHARGE);
        Execution charged = baton.baton().trigger(CHARGE, new Charge("Ada", BigDecimal.TEN));
        baton.settle();
        assertThat(charged.output(CHARGE)).isEqualTo(new Receipt("Ada", 7));
    }

    @Test
    void an_input_given_as_json_in_memory_says_what_to_do() throws InterruptedException {
        try (Baton inMemory = Baton.inMemory().add(CHARGE).start()) {
            Map<String, Object> json = Map.of("customer", "Ada", "amount", 10);
            Execution refused =
                    inMemory.trigger("charge", Map.of("input", json)).await(Duration.ofMinutes(1));
            assertThat(refused.run("charge").reason())
                    .isEqualTo("charge asks for parameter \"input\" as a " + Charge.class.getName()
                            + ", but it is a Map. Only the codec of a store makes a class of JSON: give it a Charge,"
                            + " or run Baton on a store.");
        }
    }

    @Test
    void a_parameter_of_another_class_is_refused(BatonTest baton) {
        baton.baton().add(CHARGE);
        Execution refused = baton.baton().trigger("charge", Map.of("input", new Receipt("Ada", 7)));
        baton.settle();
        assertThat(refused.run("charge").reason())
                .isEqualTo("charge asks for parameter \"input\" as a " + Charge.class.getName() + ", but it is a "
                        + Receipt.class.getName());
    }

    @Test
    void an_output_that_is_not_there_is_not_returned(BatonTest baton) {
        baton.baton().add(CHARGE);
        Execution refused = baton.baton().trigger(CHARGE, new Charge("Ada", BigDecimal.ZERO));
        baton.settle();
        assertThatThrownBy(() -> refused.output(CHARGE))
                .isInstanceOf(NoOutputException.class)
                .hasMessageContaining("failure");
    }

    @Test
    void a_schedule_uses_the_default_input_and_a_job_without_one_says_so(BatonTest baton) {
        List<String> greeted = new ArrayList<>();
        baton.baton()
                .add(Job.named("greet")
                        .takes(String.class)
                        .cron("@daily")
                        .input("world")
                        .run((context, name) -> greeted.add(name)));
        baton.baton().add(CHARGE);
        baton.advance(Duration.ofDays(2));
        assertThat(greeted).containsExactly("world", "world");

        assertThat(baton.trigger("charge")).failed().has("charge", RunStatus.FAILURE, "was started without an input");
    }

    @Test
    void a_schedule_without_an_input_is_refused() {
        TypedJob.Builder<Charge, Object> scheduled =
                Job.named("charge").takes(Charge.class).cron("@daily");
        assertThatThrownBy(() -> scheduled.run((context, charge) -> {}))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageStartingWith("schedule \"@daily\": charge takes a " + Charge.class.getName()
                        + ", and a schedule gives none: set a default with input(…)");
    }

    @Test
    @SuppressWarnings("NullAway")
    void an_input_of_null_is_refused() {
        assertThatThrownBy(() -> Submission.of(CHARGE, null))
                .hasMessage("charge takes a " + Charge.class.getName() + ", and not null");
    }

    @Test
    void a_typed_fanout_gives_the_list_of_its_results(BatonTest baton) {
        Workflow scan = Workflow.define("scan", w -> {
            Step<List<String>> hosts = w.call("hosts", context -> List.of("a", "bb", "ccc"));
            Step<List<Receipt>> each =
                    w.fanout("each", hosts, String.class, (context, host) -> new Receipt(host, host.length()));
            Step<List<Integer>> none = w.fanout("none", List.<String>of(), String.class, (context, host) -> 1);
            w.call(
                            "sum",
                            context -> context.output(each).stream()
                                            .mapToInt(Receipt::number)
                                            .sum()
                                    + context.output(none).size())
                    .after(each, none);
        });
        baton.add(scan);
        Execution scanned = baton.trigger(scan);
        assertThat(scanned).succeeded().hasOutput("sum", 6);
        assertThat(scanned.run("each").output())
                .contains(List.of(new Receipt("a", 1), new Receipt("bb", 2), new Receipt("ccc", 3)));
    }

    @Test
    void a_typed_fanout_collects_what_succeeded_within_its_tolerance(BatonTest baton) {
        Workflow scan = Workflow.define(
                "scan",
                w -> w.fanout(
                        "each",
                        Fanout.over(List.of(1, 2, 3)).tolerance(0.5).concurrency(1),
                        Integer.class,
                        (context, number) -> {
                            if (number == 2) {
                                throw new IllegalStateException("even");
                            }
                            return number * 10;
                        }));
        baton.add(scan);
        assertThat(baton.trigger(scan)).hasOutput("each", List.of(10, 30));
    }

    @Test
    void an_action_for_each_item_needs_no_result(BatonTest baton) {
        List<String> told = new ArrayList<>();
        Workflow tell = Workflow.define(
                "tell", w -> w.forEach("each", List.of("a", "b"), String.class, (context, who) -> told.add(who)));
        baton.add(tell);
        assertThat(baton.trigger(tell)).succeeded();
        assertThat(told).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void the_end_of_an_execution_can_be_followed(BatonTest baton) {
        baton.add(Job.named("slow").run(context -> context.sleep(Duration.ofMinutes(5))));
        Execution slow = baton.trigger("slow");
        CompletableFuture<ExecutionStatus> seen =
                slow.onEnd().thenApply(Execution::status).toCompletableFuture();
        baton.advance(Duration.ofMinutes(4));
        assertThat(seen).isNotDone();
        baton.advance(Duration.ofMinutes(1)).settle();
        assertThat(seen).isCompletedWithValue(ExecutionStatus.SUCCESS);
        CompletableFuture<Execution> after = slow.onEnd().toCompletableFuture();
        baton.settle();
        assertThat(after).isCompletedWithValue(slow);
    }

    @Test
    void a_scheduler_that_closes_leaves_nobody_waiting(BatonTest baton) {
        baton.add(Job.named("later").run(context -> {}));
        Execution later = baton.baton().submit(Submission.of("later").delay(Duration.ofDays(1)));
        CompletableFuture<Execution> end = later.onEnd().toCompletableFuture();
        baton.settle();
        baton.close();
        assertThat(end).isCompletedExceptionally();
        assertThatThrownBy(end::join).hasCauseInstanceOf(BatonClosedException.class);
    }

    @Test
    void a_submission_may_be_delayed(BatonTest baton) {
        baton.baton().add(CHARGE);
        Execution delayed = baton.baton()
                .submit(Submission.of(CHARGE, new Charge("Ada", BigDecimal.ONE))
                        .delay(Duration.ofHours(3))
                        .key("ada"));
        baton.advance(Duration.ofHours(2));
        assertThat(delayed.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(delayed.run("charge").status()).isNotEqualTo(RunStatus.SUCCESS);
        baton.advance(Duration.ofHours(1));
        assertThat(delayed.output(CHARGE)).isEqualTo(new Receipt("Ada", 7));
    }

    @Test
    void a_submission_may_have_a_priority_of_its_own_which_its_body_does_not_see(BatonTest baton) {
        List<Object> order = new ArrayList<>();
        baton.add(Job.named("work").limit(Limit.concurrency(1)).run(context -> {
            order.add(context.parameters());
            context.sleep(Duration.ofMinutes(1));
        }));
        baton.baton()
                .submit(List.of(
                        Submission.of("work").parameter("n", 1).priority(100),
                        Submission.of("work").parameter("n", 2),
                        Submission.of("work").parameter("n", 3).priority(50)));
        baton.advance(Duration.ofMinutes(10));
        assertThat(order).containsExactly(Map.of("n", 1), Map.of("n", 3), Map.of("n", 2));
    }

    @Test
    void submissions_that_carry_values_may_still_run_after_one_another() {
        try (BatonTest baton = BatonTest.startingAt(
                "2026-01-01T00:00:00Z", settings -> settings.carry(() -> Map.of("traceparent", "00-1")))) {
            List<Object> seen = new ArrayList<>();
            baton.add(Job.named("first").run(context -> seen.add(context.carried())))
                    .add(Job.named("second").run(context -> seen.add(context.parameters())));
            Submission first = Submission.of("first");
            baton.baton().submit(List.of(first, Submission.of("second").after(first)));
            baton.settle();
            assertThat(seen).containsExactly(Map.of("traceparent", "00-1"), Map.of());
        }
    }

    @Test
    void a_workflow_that_is_started_once_carries_values_too() {
        try (BatonTest baton = BatonTest.startingAt(
                "2026-01-01T00:00:00Z", settings -> settings.carry(() -> Map.of("traceparent", "00-1")))) {
            List<Object> seen = new ArrayList<>();
            Workflow once = Workflow.define(
                    "once",
                    w -> w.run("step", context -> {
                        seen.add(context.carried());
                        seen.add(context.parameters());
                    }));
            baton.baton().startOnce(once, Map.of("word", "given"));
            baton.settle();
            assertThat(seen).containsExactly(Map.of("traceparent", "00-1"), Map.of("word", "given"));
        }
    }
}

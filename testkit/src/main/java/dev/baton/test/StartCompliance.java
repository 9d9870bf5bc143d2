package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.Workflow;
import dev.baton.error.InvalidNameException;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retention;
import dev.baton.schedule.MissedFires;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fires and submissions on a store. */
abstract class StartCompliance {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Nodes nodes;
    private final List<Instant> fires = new ArrayList<>();
    private final List<Trigger> triggers = new ArrayList<>();

    StartCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    // ---- schedules

    private BatonTest startHourly(MissedFires missed) {
        return nodes.start(node ->
                node.add(Job.named("tick").cron("0 * * * *").missedFires(missed).run(context -> {
                    fires.add(context.scheduledTime());
                    triggers.add(context.trigger());
                })));
    }

    /** Runs the node for two fires, and leaves it down for three. */
    private BatonTest missThreeFires(MissedFires missed) {
        startHourly(missed).advance(Duration.ofMinutes(150));
        return nodes.restartAfter(Duration.ofHours(3));
    }

    /** A parameter that runs code of the user when it is recorded. */
    public static final class Spoken {

        private final transient Runnable whenAsked;
        private String text = "text";

        /** For the codec. */
        Spoken() {
            this(() -> {});
        }

        Spoken(Runnable whenAsked) {
            this.whenAsked = whenAsked;
        }

        /** The property that a codec records. */
        public String getText() {
            whenAsked.run();
            return text;
        }

        /** For the codec. */
        public void setText(String newText) {
            text = newText;
        }
    }

    private Workflow every(String cron, Runnable whenRecorded) {
        return Workflow.define("spoken", w -> {
            w.run("step", context -> fires.add(context.scheduledTime()));
            w.cron(cron);
            w.parameter("word", new Spoken(whenRecorded));
        });
    }

    @Test
    void a_fire_whose_parameters_cannot_be_recorded_is_passed_over_and_the_next_one_fires() {
        AtomicBoolean broken = new AtomicBoolean();
        BatonTest node = nodes.start(each -> each.add(every("0 * * * *", () -> {
            if (broken.get()) {
                throw new IllegalStateException("no word");
            }
        })));
        Assumptions.assumeTrue(nodes.isOnStore(), "memory records no parameters");
        broken.set(true);
        node.advance(Duration.ofMinutes(90));
        Assertions.assertThat(fires).isEmpty();
        broken.set(false);
        node.advance(Duration.ofHours(2));
        Assertions.assertThat(fires).isEqualTo(hours(2, 3));
    }

    @Test
    void an_immediate_fire_whose_parameters_cannot_be_recorded_keeps_no_node_from_starting() {
        AtomicBoolean broken = new AtomicBoolean();
        Runnable whenRecorded = () -> {
            if (broken.get()) {
                throw new IllegalStateException("no word");
            }
        };
        BatonTest node = nodes.start(each -> {});
        Assumptions.assumeTrue(nodes.isOnStore(), "memory records no parameters");
        broken.set(true);
        node.add(every("@startup", whenRecorded)).add(Job.named("job").run(context -> {}));
        assertThat(node.trigger("job")).succeeded();
    }

    @Test
    void parameters_that_take_their_time_to_be_recorded_keep_no_other_schedule_back() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        AtomicInteger ticks = new AtomicInteger();
        Baton baton = Baton.builder()
                .store(nodes.assumeNewStore())
                .closeGrace(Duration.ofMillis(100))
                .build();
        baton.add(every("* * * * * *", () -> {
                    asked.countDown();
                    await(answer);
                }))
                .add(Job.named("tick").cron("* * * * * *").run(context -> ticks.incrementAndGet()))
                .start();
        try {
            Patience.until("a fire is being recorded", () -> asked.getCount() == 0);
            int before = ticks.get();
            Patience.until("the other schedule fires", () -> ticks.get() >= before + 2);
        } finally {
            answer.countDown();
            Patience.within("closing", baton::close);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Instant> hours(int... hours) {
        List<Instant> instants = new ArrayList<>();
        for (int hour : hours) {
            instants.add(Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofHours(hour)));
        }
        return instants;
    }

    @Test
    void fires_missed_while_the_process_was_down_are_skipped() {
        missThreeFires(MissedFires.skip()).advance(Duration.ofHours(1));
        Assertions.assertThat(fires).isEqualTo(hours(1, 2, 6));
    }

    @Test
    void the_latest_fire_missed_while_the_process_was_down_is_made_up() {
        missThreeFires(MissedFires.runOnce()).advance(Duration.ofHours(1));
        Assertions.assertThat(fires).isEqualTo(hours(1, 2, 5, 6));
        Assertions.assertThat(triggers)
                .containsExactly(Trigger.SCHEDULE, Trigger.SCHEDULE, Trigger.CATCH_UP, Trigger.SCHEDULE);
    }

    @Test
    void all_fires_missed_while_the_process_was_down_are_made_up() {
        missThreeFires(MissedFires.runAll()).advance(Duration.ofHours(1));
        Assertions.assertThat(fires).isEqualTo(hours(1, 2, 3, 4, 5, 6));
    }

    @Test
    void what_was_made_up_is_not_made_up_again() {
        missThreeFires(MissedFires.runAll());
        nodes.restart();
        nodes.restart().advance(Duration.ofHours(1));
        Assertions.assertThat(fires).isEqualTo(hours(1, 2, 3, 4, 5, 6));
    }

    @Test
    void a_fire_does_not_happen_again_after_a_restart_at_the_same_moment() {
        startHourly(MissedFires.runAll()).advance(Duration.ofHours(1));
        nodes.restart().settle();
        nodes.restart().advance(MINUTE);
        Assertions.assertThat(fires).isEqualTo(hours(1));
    }

    @Test
    void a_job_that_runs_once_does_not_run_again_after_a_restart() {
        nodes.start(node ->
                        node.add(Job.named("once").cron("0 * * * *").runOnce().run(context -> {
                            fires.add(context.scheduledTime());
                        })))
                .advance(Duration.ofHours(2));
        nodes.restart().advance(Duration.ofHours(2));
        Assertions.assertThat(fires).isEqualTo(hours(1));
    }

    // ---- submissions

    private BatonTest startJobs() {
        Workflow workflow = Workflow.define("w", w -> {
            Step<?> a = w.run("a", context -> {});
            w.run("b", context -> {}).after(a);
        });
        return nodes.start(node -> node.taking("w/a", MINUTE)
                .taking("w/b", MINUTE)
                .failing("bad")
                .add(workflow)
                .add(Job.named("bad").run(context -> {}))
                .add(Job.named("job").run(context -> {})));
    }

    @Test
    void a_key_gives_the_same_execution_again() {
        BatonTest node = startJobs();
        Execution first = node.baton().submit(Submission.of("job").key("order-42"));
        Execution second = node.baton().submit(Submission.of("job").key("order-42"));
        node.settle();
        Execution third = node.baton().submit(Submission.of("job").key("order-42"));
        Assertions.assertThat(List.of(second.id(), third.id())).containsOnly(first.id());
        Assertions.assertThat(node.executions("job")).hasSize(1);
    }

    @Test
    void a_key_gives_the_same_execution_again_after_a_restart() {
        BatonTest node = startJobs();
        Execution first = node.baton().submit(Submission.of("job").key("order-42"));
        node = nodes.restart();
        Execution second = node.baton().submit(Submission.of("job").key("order-42"));
        Assertions.assertThat(second.id()).isEqualTo(first.id());
        node.settle();
        assertThat(second).succeeded();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "half \udc00 of a pair", "nothing\u0000", "within:nothing"})
    void a_key_that_cannot_be_kept_is_refused_and_keeps_nothing_else_from_starting(String key) {
        BatonTest node = startJobs();
        Assertions.assertThatThrownBy(
                        () -> node.baton().submit(Submission.of("job").key(key)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key");
        assertThat(node.trigger("job")).succeeded();
    }

    @Test
    void a_queue_that_is_no_name_is_refused_and_starts_nothing() {
        BatonTest node = startJobs();
        Assertions.assertThatThrownBy(() -> node.trigger("job", Map.of("baton.queue", "no name!")))
                .isInstanceOf(InvalidNameException.class);
        Assertions.assertThat(node.baton().activeExecutions()).isEmpty();
    }

    @Test
    void a_batch_that_is_submitted_again_gives_the_same_executions_in_the_same_order() {
        BatonTest node = startJobs();
        Execution first = null;
        for (int i = 0; i < 2; i++) {
            Submission parent = Submission.of("w").key("parent");
            Submission keyed = Submission.of("job").key("child").after(parent);
            Submission fresh = Submission.of("job").after(parent);
            List<Execution> batch = node.baton().submit(List.of(parent, keyed, fresh));
            first = first == null ? batch.get(1) : first;
            Assertions.assertThat(batch.get(1).id()).isEqualTo(first.id());
            node.settle();
            assertThat(batch.get(2)).isActive().has("job", RunStatus.BLOCKED);
        }
        node.advance(Duration.ofMinutes(2));
        Assertions.assertThat(node.executions("w")).hasSize(1);
        Assertions.assertThat(node.executions("job"))
                .hasSize(3)
                .allSatisfy(each -> assertThat(each).succeeded());
    }

    @Test
    void a_child_of_a_keyed_parent_runs_though_retention_dropped_what_had_the_key() {
        BatonTest node = nodes.start(
                builder -> builder.retention(Retention.count(1)),
                each -> each.add(Job.named("job").run(context -> {})));
        node.baton().submit(Submission.of("job").key("order-42"));
        node.settle();
        assertThat(node.trigger("job")).succeeded();
        Submission parent = Submission.of("job").key("order-42");
        List<Execution> batch =
                node.baton().submit(List.of(parent, Submission.of("job").after(parent)));
        node.settle();
        assertThat(batch.get(1)).succeeded();
    }

    @Test
    void a_child_of_the_second_submission_with_a_key_runs_after_the_first() {
        BatonTest node = startJobs();
        Submission first = Submission.of("w").key("order-42");
        Submission second = Submission.of("w").key("order-42").priority(1);
        List<Execution> batch =
                node.baton().submit(List.of(first, second, Submission.of("job").after(second)));
        Assertions.assertThat(batch.get(1).id()).isEqualTo(batch.get(0).id());
        node.settle();
        assertThat(batch.get(2)).isActive();
        node.advance(Duration.ofMinutes(2));
        assertThat(batch.get(2)).succeeded();
    }

    @Test
    void a_submission_may_come_long_before_its_parent_in_the_same_call() throws Exception {
        Baton baton = nodes.join(node -> node.add(Job.named("job").run(context -> {})));
        Submission parent = Submission.of("job");
        List<Submission> batch = new ArrayList<>(List.of(Submission.of("job").after(parent)));
        batch.addAll(Collections.nCopies(3_000, Submission.of("job")));
        batch.add(parent);
        Execution child = baton.submit(batch).get(0);
        assertThat(child.await(Patience.BOUND)).succeeded();
    }

    /** A job that runs at once, and one of the same name that waits for what it starts. */
    private static List<Job> kinds() {
        return List.of(
                Job.named("job").call(context -> "done"),
                Job.named("job").fanout(Fanout.over(List.of(1)).each(context -> "done")));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void a_job_that_was_replaced_before_it_began_runs_as_it_is_by_then(int first) throws Exception {
        List<Execution> triggered = new ArrayList<>();
        nodes.join(node -> {
            node.add(kinds().get(first));
            triggered.add(node.trigger("job"));
            node.put(kinds().get(1 - first));
        });
        assertThat(triggered.get(0).await(Patience.BOUND)).succeeded();
    }

    @Test
    void what_is_submitted_for_later_waits_for_its_time_across_a_restart() {
        BatonTest node = startJobs();
        Instant time = hours(3).get(0);
        Execution execution = node.baton().submit(Submission.of("job").notBefore(time));
        node = nodes.restartAfter(Duration.ofHours(2));
        node.advance(Duration.ofMinutes(59));
        assertThat(nodes.again(execution)).isActive();
        node.advance(MINUTE);
        assertThat(nodes.again(execution)).succeeded();
        Assertions.assertThat(nodes.again(execution).run("job").started()).contains(time);
    }

    @Test
    void what_is_submitted_for_later_says_so_though_its_workflow_runs_once_at_a_time() {
        BatonTest node = nodes.start(each -> each.add(Workflow.define("w", w -> {
            w.overlap(Overlap.queue());
            w.run("step", context -> {});
        })));
        Execution later = node.baton().submit(Submission.of("w").delay(MINUTE));
        node.settle();
        assertThat(later).isActive().has("step", RunStatus.BLOCKED, "not before");
    }

    @Test
    void what_was_submitted_for_a_time_that_passed_meanwhile_runs_after_the_restart() {
        Execution execution = startJobs().baton().submit(Submission.of("job").notBefore(hours(3).get(0)));
        nodes.restartAfter(Duration.ofHours(4));
        assertThat(nodes.again(execution)).succeeded();
    }

    @Test
    void a_parent_in_another_execution_is_waited_for() {
        BatonTest node = startJobs();
        Execution parent = node.trigger("w");
        Execution child =
                node.baton().submit(Submission.of("job").after(parent.run("a").id()));
        node.advance(Duration.ofSeconds(59));
        assertThat(child).isActive().has("job", RunStatus.BLOCKED);
        node.advance(Duration.ofSeconds(1));
        assertThat(child).succeeded();
        assertThat(parent).isActive();
    }

    @Test
    void a_parent_in_another_execution_that_was_skipped_is_skipped_here_for_a_reason() {
        BatonTest node = startJobs();
        node.baton().pause("job");
        Execution parent = node.trigger("job");
        node.baton().resume("job");
        Execution child = node.baton().submit(Submission.of("job").after(parent, Condition.SKIPPED));
        node.settle();
        assertThat(child).succeeded();
        Assertions.assertThat(child.runs())
                .filteredOn(run -> run.status() == RunStatus.SKIPPED)
                .singleElement()
                .satisfies(run -> Assertions.assertThat(run.reason()).contains(parent.id() + " was skipped"));
    }

    @Test
    void a_parent_in_another_execution_is_waited_for_across_a_restart() {
        BatonTest node = startJobs();
        Execution parent = node.trigger("w");
        Execution afterStep =
                node.baton().submit(Submission.of("job").after(parent.run("a").id()));
        Execution afterAll = node.baton().submit(Submission.of("job").after(parent));
        node.settle();
        node = nodes.restart();
        node.settle();
        assertThat(nodes.again(afterStep)).isActive().has("job", RunStatus.BLOCKED);
        node.advance(MINUTE);
        assertThat(nodes.again(afterStep)).succeeded();
        assertThat(nodes.again(afterAll)).isActive();
        node = nodes.restart();
        node.advance(MINUTE);
        assertThat(nodes.again(afterAll)).succeeded();
    }

    @Test
    void a_parent_that_ended_before_the_restart_counts_after_it() {
        BatonTest node = startJobs();
        Execution bad = node.trigger("bad");
        node = nodes.restart();
        Execution alert = node.baton().submit(Submission.of("job").after(bad, Condition.FAILURE));
        Execution cheer = node.baton().submit(Submission.of("job").after(bad));
        node.settle();
        assertThat(alert).succeeded();
        assertThat(cheer).skipped("job");
    }

    @Test
    void parameters_are_there_after_a_restart() {
        List<Object> seen = new ArrayList<>();
        BatonTest node = nodes.start(each ->
                each.taking("job", MINUTE).add(Job.named("job").run(context -> seen.add(context.parameters()))));
        Execution execution = node.trigger("job", Map.of("text", "ä", "number", 42, "list", List.of("a", "b")));
        Assertions.assertThat(execution.parameters()).containsEntry("number", 42);
        nodes.restart().advance(MINUTE);
        Assertions.assertThat(seen).containsExactly(Map.of("text", "ä", "number", 42, "list", List.of("a", "b")));
    }
}

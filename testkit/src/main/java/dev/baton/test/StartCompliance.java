package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.Workflow;
import dev.baton.schedule.MissedFires;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

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

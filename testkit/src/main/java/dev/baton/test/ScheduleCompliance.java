package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.KeptSchedule;
import dev.baton.Schedules;
import dev.baton.Submission;
import dev.baton.TypedJob;
import dev.baton.error.InvalidScheduleException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NoSuchScheduleException;
import dev.baton.error.NotPossibleException;
import dev.baton.schedule.MissedFires;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Schedules that are data, and what waits for its time, on a store. */
abstract class ScheduleCompliance {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    /** So often two threads meet. */
    private static final int ROUNDS = 30;

    private final Nodes nodes;
    private final List<String> fires = Collections.synchronizedList(new ArrayList<>());

    private final TypedJob<Tenant, Object> report = Job.named("report")
            .takes(Tenant.class)
            .run((context, tenant) -> fires.add(tenant.id() + "@"
                    + Duration.between(START, context.scheduledTime()).toMinutes()));

    ScheduleCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    /** The input of a schedule. */
    public record Tenant(int id) {}

    private BatonTest start() {
        return nodes.start(node -> node.add(report));
    }

    private static Schedules schedules(BatonTest node) {
        return node.baton().schedules();
    }

    private static Instant minute(int minute) {
        return START.plus(Duration.ofMinutes(minute));
    }

    @Test
    void each_schedule_starts_the_job_with_its_own_input() {
        BatonTest node = start();
        schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
        schedules(node).put("tenant-2", report, "30 */2 * * *", new Tenant(2));
        node.advance(HOUR.multipliedBy(3));
        Assertions.assertThat(fires).containsExactly("2@30", "1@60", "1@120", "2@150", "1@180");
    }

    @Test
    void schedules_go_on_after_a_restart() {
        BatonTest node = start();
        schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
        schedules(node).put("tenant-2", Submission.of(report, new Tenant(2)), "30 * * * *", MissedFires.runOnce());
        node.advance(HOUR);
        node = nodes.restartAfter(Duration.ofMinutes(130));
        node.advance(HOUR);
        Assertions.assertThat(fires).containsExactly("2@30", "1@60", "2@150", "2@210", "1@240");
        Assertions.assertThat(schedules(node).list())
                .extracting(KeptSchedule::name)
                .containsExactly("tenant-1", "tenant-2");
        Assertions.assertThat(schedules(node).find("tenant-2").orElseThrow().parameters())
                .containsEntry("input", new Tenant(2));
    }

    @Test
    void a_move_does_not_undo_what_was_put_meanwhile() throws InterruptedException {
        BatonTest node = start();
        for (int round = 0; round < ROUNDS; round++) {
            schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
            CountDownLatch both = new CountDownLatch(2);
            Thread mover = new Thread(() -> {
                both.countDown();
                awaitAll(both);
                schedules(node).move("tenant-1", minute(7));
            });
            mover.start();
            both.countDown();
            awaitAll(both);
            schedules(node).put("tenant-1", report, "45 * * * *", new Tenant(9));
            mover.join();
            Assertions.assertThat(schedules(node)
                            .find("tenant-1")
                            .orElseThrow()
                            .schedule()
                            .text())
                    .isEqualTo("45 * * * *");
        }
    }

    private static void awaitAll(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the other thread did not come");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_schedule_is_changed_and_removed_at_run_time() {
        BatonTest node = start();
        schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
        node.advance(HOUR);
        KeptSchedule changed = schedules(node).put("tenant-1", report, "15 * * * *", new Tenant(7));
        Assertions.assertThat(changed.nextFire()).contains(minute(75));
        node.advance(HOUR);
        Assertions.assertThat(schedules(node).remove("tenant-1")).isTrue();
        Assertions.assertThat(schedules(node).remove("tenant-1")).isFalse();
        node.advance(HOUR);
        Assertions.assertThat(fires).containsExactly("1@60", "7@75");
        Assertions.assertThat(schedules(node).list()).isEmpty();
    }

    @Test
    void a_removed_schedule_stays_removed_after_a_restart() {
        BatonTest node = start();
        schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
        schedules(node).remove("tenant-1");
        nodes.restart().advance(HOUR);
        Assertions.assertThat(fires).isEmpty();
    }

    @Test
    void a_changed_schedule_makes_up_for_nothing_that_it_would_have_had_before() {
        BatonTest node = start();
        Submission start = Submission.of(report, new Tenant(1));
        schedules(node).put("tenant-1", start, "0 * * * *", MissedFires.runAll());
        node.advance(Duration.ofMinutes(80));
        schedules(node).put("tenant-1", start, "*/10 * * * *", MissedFires.runAll());
        node.advance(Duration.ofMinutes(10));
        Assertions.assertThat(fires).containsExactly("1@60", "1@90");
    }

    @Test
    void a_paused_schedule_does_not_fire_and_others_of_its_job_do() {
        BatonTest node = start();
        schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
        schedules(node).put("tenant-2", report, "0 * * * *", new Tenant(2));
        schedules(node).pause("tenant-1");
        Assertions.assertThat(schedules(node).find("tenant-1").orElseThrow().isPaused())
                .isTrue();
        node.advance(HOUR);
        schedules(node).resume("tenant-1");
        node.advance(HOUR);
        Assertions.assertThat(fires).containsExactlyInAnyOrder("2@60", "1@120", "2@120");
    }

    @Test
    void a_pause_survives_a_restart_and_a_change() {
        BatonTest node = start();
        schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
        schedules(node).pause("tenant-1");
        node = nodes.restart();
        schedules(node).put("tenant-1", report, "30 * * * *", new Tenant(1));
        node.advance(HOUR);
        Assertions.assertThat(fires).isEmpty();
        schedules(node).resume("tenant-1");
        node.advance(HOUR);
        Assertions.assertThat(fires).containsExactly("1@90");
    }

    @Test
    void the_next_fire_moves_and_the_others_stay() {
        BatonTest node = start();
        schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
        schedules(node).move("tenant-1", minute(40));
        Assertions.assertThat(schedules(node).move("tenant-1", minute(20)).nextFire())
                .contains(minute(20));
        node.advance(HOUR.multipliedBy(2));
        schedules(node).move("tenant-1", minute(200));
        node.advance(HOUR.multipliedBy(2));
        Assertions.assertThat(fires).containsExactly("1@20", "1@120", "1@200", "1@240");
    }

    @Test
    void a_moved_fire_survives_a_restart() {
        BatonTest node = start();
        schedules(node).put("tenant-1", report, "0 * * * *", new Tenant(1));
        schedules(node).move("tenant-1", minute(75));
        nodes.restart().advance(HOUR.multipliedBy(2));
        Assertions.assertThat(fires).containsExactly("1@75", "1@120");
    }

    @Test
    void what_makes_no_sense_is_refused() {
        BatonTest node = start();
        Schedules schedules = schedules(node);
        schedules.put("tenant-1", report, "@every 1h", new Tenant(1));
        Submission start = Submission.of(report, new Tenant(1));
        Assertions.assertThatThrownBy(() -> schedules.pause("tenant-2"))
                .isInstanceOf(NoSuchScheduleException.class)
                .hasMessageContaining("tenant-1");
        Assertions.assertThatThrownBy(() -> schedules.put("x", Submission.of("nothing"), "@daily"))
                .isInstanceOf(NoSuchJobException.class);
        Assertions.assertThatThrownBy(() -> schedules.put("x", start, "@startup"))
                .isInstanceOf(InvalidScheduleException.class);
        Assertions.assertThatThrownBy(() -> schedules.put("x", start.key("k"), "@daily"))
                .isInstanceOf(NotPossibleException.class);
        Assertions.assertThatThrownBy(() -> schedules.put("x", start.delay(HOUR), "@daily"))
                .isInstanceOf(NotPossibleException.class);
        Assertions.assertThatThrownBy(() -> schedules.move("tenant-1", minute(5)))
                .isInstanceOf(NotPossibleException.class)
                .hasMessageContaining("count from one another");
        Assertions.assertThat(schedules.list()).hasSize(1);
    }

    @Test
    void each_fire_happens_once_on_several_nodes_and_a_change_of_one_holds_on_all() throws Exception {
        nodes.assumeShared();
        CountDownLatch enough = new CountDownLatch(2);
        List<Instant> times = Collections.synchronizedList(new ArrayList<>());
        Job tick = Job.named("tick").run(context -> {
            times.add(context.scheduledTime());
            enough.countDown();
        });
        Baton one = nodes.join(node -> node.add(tick));
        Baton other = nodes.join(node -> node.add(tick));
        one.schedules().put("seconds", Submission.of(tick), "* * * * * *");
        Assertions.assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
        Assertions.assertThat(other.schedules().remove("seconds")).isTrue();
        Assertions.assertThat(one.schedules().list()).isEmpty();
        Assertions.assertThat(List.copyOf(times)).doesNotHaveDuplicates();
    }

    // ---- executions that wait for their time

    @Test
    void an_execution_that_waits_is_moved_to_an_earlier_and_a_later_time() {
        BatonTest node = nodes.start(each -> each.add(Job.named("job").run(context -> {})));
        Execution sooner = node.baton().trigger("job", with -> with.delay(HOUR));
        Execution later = node.baton().trigger("job", with -> with.delay(HOUR));
        sooner.reschedule(minute(10));
        later.reschedule(minute(90));
        Assertions.assertThat(later.scheduledTime()).isEqualTo(minute(90));
        node.advance(Duration.ofMinutes(10));
        assertThat(sooner).succeeded();
        node.advance(HOUR);
        assertThat(later).isActive();
        node.advance(HOUR);
        assertThat(later).succeeded();
        Assertions.assertThat(later.run("job").started()).contains(minute(90));
    }

    @Test
    void an_execution_that_has_begun_or_ended_is_not_moved() {
        BatonTest node = nodes.start(
                each -> each.taking("job", HOUR).add(Job.named("job").run(context -> {})));
        Execution begun = node.trigger("job");
        node.settle();
        Assertions.assertThatThrownBy(() -> begun.reschedule(minute(90))).isInstanceOf(NotPossibleException.class);
        node.advance(HOUR);
        Assertions.assertThatThrownBy(() -> begun.reschedule(minute(90)))
                .isInstanceOf(NotPossibleException.class)
                .hasMessageContaining("ended");
    }
}

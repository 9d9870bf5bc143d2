package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.policy.CircuitBreaker;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.schedule.MissedFires;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import dev.baton.test.StoreUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests for defects that similar systems have shipped with. */
@ExtendWith(BatonExtension.class)
@Timeout(120)
class KnownTrapsTest {

    private static final Action NOTHING = context -> {};

    /** Trap 1. */
    @Test
    void a_join_and_a_final_step_over_two_roots_run(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            Step<Void> a = w.run("a", NOTHING);
            Step<Void> b = w.run("b", NOTHING);
            w.run("join", NOTHING).after(a, b);
            w.finalRun("final", NOTHING);
        }));
        assertThat(baton.trigger("w")).succeeded().ran("a", "b", "join", "final");
        baton.failing("w/a", "w/b");
        assertThat(baton.trigger("w")).failed().skipped("join").ran("final");
    }

    /** Trap 2. */
    @Test
    void a_root_that_runs_once_is_removed_only_after_its_children_have_run(BatonTest baton) {
        baton.add(Job.named("root").cron("0 * * * *").runOnce().run(NOTHING));
        baton.add(Job.named("child").run(NOTHING)).taking("child", Duration.ofMinutes(90));
        baton.baton().addDependency("root", "child");
        baton.advance(Duration.ofHours(2));
        assertThat(baton.lastExecution("root")).isActive().ran("root").has("child", RunStatus.RUNNING);
        assertThat(baton.baton().find("root")).isPresent();
        baton.advance(Duration.ofHours(1));
        assertThat(baton.lastExecution("root")).succeeded().ran("root", "child");
        assertThat(baton.baton().find("root")).isEmpty();
        assertThat(baton.baton().find("child")).isPresent();
    }

    /** Trap 3. */
    @Test
    void a_job_removed_in_mid_run_leaves_nothing_pending(BatonTest baton) {
        baton.add(Job.named("root").run(NOTHING)).taking("root", Duration.ofMinutes(1));
        baton.add(Job.named("blocked").run(NOTHING));
        baton.add(Job.named("after").run(NOTHING));
        baton.add(Job.named("retrying")
                        .retry(Retry.fixed(3, Duration.ofHours(1)))
                        .run(NOTHING))
                .failing("retrying");
        baton.baton().addDependency("root", "blocked");
        baton.baton().addDependency("blocked", "after", Condition.COMPLETE);
        Execution running = baton.trigger("root");
        Execution retrying = baton.trigger("retrying");
        baton.baton().remove("root");
        baton.baton().remove("blocked");
        baton.baton().remove("retrying");
        baton.advance(Duration.ofHours(5));
        assertThat(running).succeeded().ran("root", "after").has("blocked", RunStatus.SKIPPED, "removed");
        assertThat(retrying).failed().hadAttempts("retrying", 2);
        assertThat(baton.baton().activeExecutions()).isEmpty();
    }

    /** Trap 4. */
    @Test
    void a_run_that_was_kept_out_or_timed_out_is_no_success(BatonTest baton) {
        baton.add(Job.named("overlapping").overlap(Overlap.skip()).run(NOTHING))
                .taking("overlapping", Duration.ofMinutes(5));
        baton.add(Job.named("broken")
                .intercept(CircuitBreaker.after(1, Duration.ofHours(1)))
                .run(context -> {
                    throw new IllegalStateException("down");
                }));
        baton.add(Job.named("slow").timeout(Duration.ofMinutes(1)).run(NOTHING)).taking("slow", Duration.ofMinutes(5));
        for (String parent : List.of("overlapping", "broken", "slow")) {
            baton.add(Job.named(parent + "-child").run(NOTHING));
            baton.baton().addDependency(parent, parent + "-child");
        }
        baton.trigger("overlapping");
        baton.trigger("broken");
        Execution slow = baton.trigger("slow");
        assertThat(baton.trigger("overlapping")).skipped("overlapping", "overlapping-child");
        assertThat(baton.trigger("broken")).skipped("broken", "broken-child");
        baton.advance(Duration.ofMinutes(2));
        assertThat(slow).has("slow", RunStatus.TIMEOUT).skipped("slow-child");
    }

    /** Trap 5. */
    @Test
    void success_and_failure_edges_on_one_pair_mean_either(BatonTest baton) {
        baton.add(Job.named("parent").run(NOTHING));
        baton.add(Job.named("child").run(NOTHING));
        baton.baton().addDependency("parent", "child", Condition.SUCCESS);
        baton.baton().addDependency("parent", "child", Condition.FAILURE);
        assertThat(baton.trigger("parent")).ran("child");
        baton.failing("parent");
        assertThat(baton.trigger("parent")).failed("parent").ran("child");
    }

    /** Trap 6. */
    @Test
    void a_fire_that_is_made_up_runs_the_whole_workflow(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            w.cron("0 * * * *").missedFires(MissedFires.runOnce());
            Step<Void> a = w.run("a", NOTHING);
            w.run("b", NOTHING).after(a);
            w.finalRun("end", NOTHING);
        }));
        baton.clock().jump(Duration.ofMinutes(150));
        Execution execution = baton.lastExecution("w");
        assertThat(execution).succeeded().ran("a", "b", "end");
        assertThat(execution.trigger()).isEqualTo(Trigger.CATCH_UP);
        assertThat(execution.scheduledTime()).isEqualTo(Instant.parse("2026-01-01T02:00:00Z"));
    }

    /** Trap 7. */
    @Test
    void a_listener_that_blocks_stops_neither_the_engine_nor_its_end() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Listener blocking = new Listener() {
            @Override
            public void runStarted(RunEvent event) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        Baton baton = StoreUnderTest.builder().listen(blocking).build().start();
        baton.add(Workflow.define("w", w -> {
            w.onSuccess(execution -> {
                throw new IllegalStateException("bad callback");
            });
            for (int i = 0; i < 1_000; i++) {
                w.run("s" + i, NOTHING);
            }
        }));
        for (int i = 0; i < 5; i++) {
            assertThat(baton.trigger("w").await(Duration.ofSeconds(60))).succeeded();
        }
        baton.trigger("w");
        baton.close();
        never.countDown();
    }

    /** Trap 8. */
    @Test
    void what_a_query_hands_out_stays_as_it_is(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
                    Step<Void> a = w.run("a", NOTHING);
                    w.run("b", NOTHING).after(a);
                }))
                .taking("w/a", Duration.ofMinutes(1));
        Execution execution = baton.trigger("w");
        List<Run> before = execution.runs();
        List<Registered> registered = baton.baton().list();
        baton.advance(Duration.ofMinutes(1));
        baton.baton().remove("w");
        assertThat(before).extracting(Run::status).containsExactly(RunStatus.RUNNING, RunStatus.BLOCKED);
        assertThat(execution.runs()).extracting(Run::status).containsOnly(RunStatus.SUCCESS);
        assertThat(registered).hasSize(1);
        assertThatThrownBy(() -> before.remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> execution.parameters().put("a", 1)).isInstanceOf(UnsupportedOperationException.class);
    }

    /** Trap 9. */
    @Test
    void retries_timeouts_and_breakers_go_by_the_same_clock_as_schedules(BatonTest baton) {
        List<Instant> attempts = new ArrayList<>();
        baton.add(Job.named("job")
                .cron("0 0 1 * *")
                .timeout(Duration.ofHours(2))
                .retry(Retry.fixed(3, Duration.ofHours(1)))
                .intercept(CircuitBreaker.after(2, Duration.ofDays(20)))
                .run(context -> {
                    attempts.add(context.now());
                    context.sleep(Duration.ofDays(1));
                }));
        baton.advance(Duration.ofDays(62));
        // 1 February: two attempts of two hours with an hour between them, and the breaker open for the third;
        // 1 March: the breaker lets one through, and is open for the second.
        assertThat(attempts)
                .containsExactly(
                        Instant.parse("2026-02-01T00:00:00Z"),
                        Instant.parse("2026-02-01T03:00:00Z"),
                        Instant.parse("2026-03-01T00:00:00Z"));
    }

    /** Trap 10: what the pure function says is tested with the schedules; here, that the engine fires it. */
    @Test
    void the_repeated_hour_and_the_gap_fire_as_they_should() {
        List<String> fires = new ArrayList<>();
        try (BatonTest baton = BatonTest.startingAt("2026-03-29T00:30:00+01:00")) {
            baton.add(Job.named("gap")
                    .cron("0,20,40 2 * * *")
                    .zone("Europe/Berlin")
                    .run(context -> fires.add(context.scheduledTime().toString())));
            baton.advance(Duration.ofHours(12));
        }
        assertThat(fires).containsExactly("2026-03-29T01:00:00Z", "2026-03-29T01:20:00Z", "2026-03-29T01:40:00Z");
        fires.clear();
        try (BatonTest baton = BatonTest.startingAt("2026-10-25T00:29:00+02:00")) {
            baton.add(Job.named("named")
                    .cron("30 2 * * *")
                    .zone("Europe/Berlin")
                    .run(context -> fires.add("named " + context.scheduledTime())));
            baton.add(Job.named("hourly")
                    .cron("30 * * * *")
                    .zone("Europe/Berlin")
                    .run(context -> fires.add("hourly " + context.scheduledTime())));
            baton.advanceTo("2026-10-25T03:00:00+01:00");
        }
        assertThat(fires)
                .containsExactlyInAnyOrder(
                        "hourly 2026-10-24T22:30:00Z",
                        "hourly 2026-10-24T23:30:00Z",
                        "hourly 2026-10-25T00:30:00Z",
                        "named 2026-10-25T00:30:00Z",
                        "hourly 2026-10-25T01:30:00Z");
    }

    /** Trap 11. */
    @Tag("memory") // one commit after another, a hundred thousand times
    @Test
    void a_chain_of_a_hundred_thousand_overflows_no_stack_when_it_runs_or_is_skipped() throws Exception {
        int length = 100_000;
        Workflow chain = Workflow.define("chain", w -> {
            Step<Void> step = w.run("s0", context -> {
                if (context.parameters().containsKey("fail")) {
                    throw new IllegalStateException("asked to");
                }
            });
            for (int i = 1; i < length; i++) {
                step = w.run("s" + i, NOTHING).after(step);
            }
        });
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            baton.add(chain);
            assertThat(baton.trigger(chain).await(Duration.ofSeconds(60)))
                    .succeeded()
                    .ran("s" + (length - 1));
            assertThat(baton.trigger(chain, java.util.Map.of("fail", true)).await(Duration.ofSeconds(60)))
                    .failed()
                    .skipped("s" + (length - 1));
        }
    }

    /** Trap 11. */
    @Test
    void a_deep_graph_of_registered_jobs_is_built_and_run(BatonTest baton) {
        int length = 5_000;
        baton.add(Job.named("j0").run(NOTHING)).assume("j0", Assumption.succeeds());
        for (int i = 1; i < length; i++) {
            baton.add(Job.named("j" + i).run(NOTHING)).assume("j" + i, Assumption.succeeds());
            baton.baton().addDependency("j" + (i - 1), "j" + i);
        }
        assertThatThrownBy(() -> baton.baton().addDependency("j" + (length - 1), "j0"))
                .hasMessageContaining("j0 → j1 → ");
        assertThat(baton.trigger("j0")).succeeded().ran("j" + (length - 1));
    }
}

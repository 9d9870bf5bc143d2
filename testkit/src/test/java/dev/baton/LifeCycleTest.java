package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.BatonClosedException;
import dev.baton.error.NoSuchJobException;
import dev.baton.test.StoreUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Start, stop and close, with the real clock and real threads. */
@Timeout(180)
class LifeCycleTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void what_was_triggered_before_the_start_runs_after_it() throws Exception {
        try (Baton baton = StoreUnderTest.builder().build()) {
            baton.add(Job.named("job").run(context -> {}));
            Execution execution = baton.trigger("job");
            assertThat(execution).isActive().has("job", RunStatus.PENDING, "waits for a worker");
            baton.start();
            assertThat(execution.await(LONG)).succeeded();
        }
    }

    @Test
    void a_schedule_fires_by_the_real_clock() throws Exception {
        CountDownLatch fired = new CountDownLatch(2);
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            baton.add(Job.named("tick").cron("* * * * * *").run(context -> fired.countDown()));
            assertThat(fired.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void bodies_that_block_do_not_keep_others_from_running() throws Exception {
        int bodies = 64;
        CyclicBarrier allTogether = new CyclicBarrier(bodies);
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            baton.add(Workflow.define("wide", w -> {
                for (int i = 0; i < bodies; i++) {
                    w.run("s" + i, context -> allTogether.await());
                }
            }));
            assertThat(baton.trigger("wide").await(LONG)).succeeded();
        }
    }

    @Test
    void no_more_bodies_run_at_a_time_than_there_are_workers() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (Baton baton = StoreUnderTest.builder().workers(3).build().start()) {
            baton.add(Workflow.define("wide", w -> {
                CyclicBarrier threeAtATime = new CyclicBarrier(3);
                for (int i = 0; i < 99; i++) {
                    w.run("s" + i, context -> {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        threeAtATime.await();
                        running.decrementAndGet();
                    });
                }
            }));
            assertThat(baton.trigger("wide").await(LONG)).succeeded();
        }
        assertThat(most.get()).isEqualTo(3);
    }

    @Test
    void higher_priorities_go_first_and_equals_in_their_order() throws Exception {
        List<String> order = java.util.Collections.synchronizedList(new java.util.ArrayList<>());
        try (Baton baton = StoreUnderTest.builder().workers(1).build()) {
            for (int i = 0; i < 3; i++) {
                for (int priority : new int[] {0, 10, 5}) {
                    String name = "p" + priority + "-" + i;
                    baton.add(Job.named(name).priority(priority).run(context -> order.add(name)));
                    baton.trigger(name);
                }
            }
            List<Execution> executions = baton.activeExecutions();
            baton.start();
            for (Execution execution : executions) {
                execution.await(LONG);
            }
        }
        assertThat(order).containsExactly("p10-0", "p10-1", "p10-2", "p5-0", "p5-1", "p5-2", "p0-0", "p0-1", "p0-2");
    }

    @Test
    void stopping_waits_for_running_bodies_and_starts_no_more() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            baton.add(Workflow.define("w", w -> {
                Step<Void> a = w.run("a", context -> {
                    started.countDown();
                    go.await();
                });
                w.run("b", context -> {}).after(a);
            }));
            Execution execution = baton.trigger("w");
            started.await();
            Thread stopping = new Thread(() -> stop(baton, LONG));
            stopping.start();
            while (stopping.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            go.countDown();
            stopping.join();
            assertThat(execution).isActive().ran("a").has("b", RunStatus.PENDING);
            baton.start();
            assertThat(execution.await(LONG)).succeeded().ran("b");
        }
    }

    @Test
    void what_outlasts_the_grace_period_is_handed_back_and_starts_again() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            baton.add(Job.named("slow").run(context -> {
                if (calls.incrementAndGet() == 1) {
                    started.countDown();
                    context.sleep(Duration.ofHours(1));
                }
            }));
            Execution execution = baton.trigger("slow");
            started.await();
            baton.stop(Duration.ZERO);
            assertThat(execution).isActive().has("slow", RunStatus.PENDING).hadAttempts("slow", 0);
            baton.start();
            assertThat(execution.await(LONG)).succeeded().hadAttempts("slow", 1);
            assertThat(calls).hasValue(2);
        }
    }

    @Test
    void closing_does_not_hang_on_a_body_that_ignores_everything() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Baton baton = StoreUnderTest.builder()
                .closeGrace(Duration.ofMillis(10))
                .stopGrace(Duration.ofMillis(10))
                .build()
                .start();
        baton.add(Job.named("deaf").run(context -> {
            started.countDown();
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    // deaf
                }
            }
        }));
        Execution execution = baton.trigger("deaf");
        started.await();
        CompletableFuture<Throwable> waiter = CompletableFuture.supplyAsync(() -> {
            try {
                execution.await(LONG);
                return null;
            } catch (Throwable e) {
                return e;
            }
        });
        baton.close();
        assertThat(waiter.get(30, TimeUnit.SECONDS)).isInstanceOf(BatonClosedException.class);
        never.countDown();
    }

    @Test
    void a_closed_scheduler_says_so() {
        Baton baton = StoreUnderTest.builder().build().start();
        baton.add(Job.named("job").run(context -> {}));
        baton.close();
        baton.close();
        assertThatThrownBy(() -> baton.trigger("job")).isInstanceOf(BatonClosedException.class);
        assertThatThrownBy(() -> baton.add(Job.named("other").run(context -> {})))
                .isInstanceOf(BatonClosedException.class);
        assertThatThrownBy(baton::start).isInstanceOf(BatonClosedException.class);
    }

    @Test
    void everything_can_be_done_from_within_a_body() throws Exception {
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            baton.add(Job.named("root").call(context -> {
                baton.add(Job.named("made").run(inner -> {}));
                Execution made = baton.trigger("made").await(LONG);
                baton.remove("made");
                return made.status().name();
            }));
            assertThat(baton.trigger("root").await(LONG)).succeeded().hasOutput("root", "SUCCESS");
            assertThatThrownBy(() -> baton.trigger("made")).isInstanceOf(NoSuchJobException.class);
        }
    }

    @Test
    void a_body_whose_time_is_up_is_interrupted_and_its_successor_is_not() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        try (Baton baton = StoreUnderTest.builder().workers(1).build().start()) {
            baton.add(Job.named("slow").timeout(Duration.ofMillis(20)).run(context -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                }
            }));
            baton.add(Job.named("next").run(context -> {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("this interrupt was meant for another");
                }
            }));
            for (int i = 0; i < 20; i++) {
                Execution slow = baton.trigger("slow");
                Execution next = baton.trigger("next");
                assertThat(slow.await(LONG)).has("slow", RunStatus.TIMEOUT);
                assertThat(next.await(LONG)).succeeded();
            }
        }
        assertThat(interrupted).hasValue(20);
    }

    private static void stop(Baton baton, Duration grace) {
        try {
            baton.stop(grace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

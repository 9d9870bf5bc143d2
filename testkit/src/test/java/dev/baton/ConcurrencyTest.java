package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.error.BatonException;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.test.StoreUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads at once, with the real clock and real threads: no run is lost, none is doubled. */
@Timeout(120)
class ConcurrencyTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** By how much less there is to do on a store, where all of it takes a minute and is left to the long form. */
    private static final int FEWER = StoreUnderTest.isMemory() || Integer.getInteger("baton.seed.times", 1) > 1 ? 1 : 5;

    @Test
    void thousands_of_executions_at_once_run_every_step_once() throws Exception {
        Map<RunId, AtomicInteger> calls = new ConcurrentHashMap<>();
        Action count = context -> calls.computeIfAbsent(context.runId(), id -> new AtomicInteger())
                .incrementAndGet();
        Workflow diamond = Workflow.define("diamond", w -> {
            Step<Void> top = w.run("top", count);
            Step<Void> left = w.run("left", count).after(top);
            Step<Void> right = w.run("right", count).after(top);
            w.run("bottom", count).after(left, right);
            w.finalRun("end", count);
        });
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            baton.add(diamond);
            List<Execution> executions = inParallel(8, thread -> {
                List<Execution> started = new ArrayList<>();
                for (int i = 0; i < 1_000 / FEWER; i++) {
                    started.add(baton.trigger(diamond));
                }
                return started;
            });
            for (Execution execution : executions) {
                assertThat(execution.await(LONG)).succeeded();
            }
            assertThat(calls).hasSize(8_000 / FEWER * 5);
            assertThat(calls.values()).allMatch(count1 -> count1.get() == 1);
        }
    }

    @Test
    void a_wide_graph_on_many_lanes_runs_every_step_once_and_joins_once() throws Exception {
        int width = 20_000;
        LongAdder calls = new LongAdder();
        AtomicInteger joins = new AtomicInteger();
        try (Baton baton = StoreUnderTest.builder().workers(16).build().start()) {
            baton.add(Workflow.define("wide", w -> {
                Step<Void> root = w.run("root", context -> {});
                Step<Void> join = w.run("join", context -> joins.incrementAndGet());
                for (int i = 0; i < width; i++) {
                    join.after(w.run("s" + i, context -> calls.increment()).after(root));
                }
            }));
            for (int round = 1; round <= 5; round++) {
                assertThat(baton.trigger("wide").await(LONG)).succeeded();
                assertThat(calls.sum()).isEqualTo((long) width * round);
                assertThat(joins).hasValue(round);
            }
        }
    }

    @Test
    void a_limit_holds_under_contention() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        LongAdder calls = new LongAdder();
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            baton.add(Job.named("queued").overlap(Overlap.queue().upTo(2)).run(context -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                calls.increment();
                context.log().debug("at work");
                running.decrementAndGet();
            }));
            List<Execution> executions = inParallel(8, thread -> {
                List<Execution> started = new ArrayList<>();
                for (int i = 0; i < 250 / FEWER; i++) {
                    started.add(baton.trigger("queued"));
                }
                return started;
            });
            for (Execution execution : executions) {
                assertThat(execution.await(LONG)).succeeded();
            }
        }
        assertThat(calls.sum()).isEqualTo(2_000 / FEWER);
        assertThat(most.get()).isBetween(1, 2);
    }

    /** Triggers, edits, pauses, cancellations, holds, retries, stops and starts from many threads at once. */
    @Test
    void under_all_kinds_of_change_at_once_every_execution_ends_and_no_attempt_is_doubled() throws Exception {
        Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();
        Queue<Execution> executions = new ConcurrentLinkedQueue<>();
        Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
        Body<Integer> body = context -> {
            attempts.computeIfAbsent(context.runId() + "#" + context.attempt(), id -> new AtomicInteger())
                    .incrementAndGet();
            if (Math.floorMod(context.runId().hashCode() + context.attempt(), 5) == 0) {
                if (context.isCancelled()) {
                    // Handed back by a stop, it does not count, and is made again under the same number.
                    attempts.get(context.runId() + "#" + context.attempt()).decrementAndGet();
                }
                throw new IllegalStateException("by chance");
            }
            return context.attempt();
        };
        try (Baton baton = StoreUnderTest.builder().build().start()) {
            int jobs = 30;
            for (int i = 0; i < jobs; i++) {
                baton.add(job("j" + i, body));
            }
            CountDownLatch go = new CountDownLatch(1);
            ExecutorService threads = Executors.newFixedThreadPool(6);
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 6; t++) {
                Random random = new Random(t);
                all.add(threads.submit(() -> {
                    go.await();
                    for (int i = 0; i < 1_500 / FEWER; i++) {
                        try {
                            disturb(baton, random, jobs, executions, body);
                        } catch (BatonException expected) {
                            // A job that was just removed, a cycle, an execution that has just ended: all told apart.
                        } catch (RuntimeException | Error e) {
                            surprises.add(e);
                        }
                    }
                    return null;
                }));
            }
            go.countDown();
            for (Future<?> thread : all) {
                thread.get();
            }
            threads.shutdown();
            baton.start();
            for (Execution execution : executions) {
                execution.release();
                execution.await(LONG);
                assertThat(execution.runs()).allMatch(run -> run.status().isTerminal());
            }
            assertThat(surprises).isEmpty();
            assertThat(baton.activeExecutions()).isEmpty();
            assertThat(attempts.entrySet()).allMatch(count -> count.getValue().get() <= 1);
        }
    }

    private static Job job(String name, Body<Integer> body) {
        return Job.named(name).retry(Retry.fixed(2, Duration.ofMillis(1))).call(body);
    }

    private static void disturb(Baton baton, Random random, int jobs, Queue<Execution> executions, Body<Integer> body)
            throws InterruptedException {
        String a = "j" + random.nextInt(jobs);
        String b = "j" + random.nextInt(jobs);
        Execution some = executions.peek();
        switch (random.nextInt(16)) {
            case 0 -> baton.addDependency(a, b, Condition.values()[random.nextInt(4)]);
            case 1 -> baton.removeDependency(a, b);
            case 2 -> baton.remove(a);
            case 3, 4 -> baton.put(job(a, body));
            case 5 -> baton.pause(a);
            case 6 -> baton.resume(a);
            case 7 -> {
                if (some != null) {
                    some.cancel();
                }
            }
            case 8 -> {
                if (some != null) {
                    some.hold();
                    some.release();
                }
            }
            case 9 -> {
                if (some != null) {
                    some.retry();
                }
            }
            case 10 -> {
                if (some != null) {
                    some.runs();
                    some.explain();
                    executions.add(executions.remove());
                }
            }
            case 11 -> {
                if (random.nextInt(20) == 0) {
                    baton.stop(Duration.ofSeconds(10));
                    baton.start();
                }
            }
            default -> executions.add(baton.trigger(a));
        }
    }

    private interface Work {
        List<Execution> by(int thread);
    }

    private static List<Execution> inParallel(int count, Work work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<List<Execution>>> parts = new ArrayList<>();
            for (int t = 0; t < count; t++) {
                int thread = t;
                parts.add(threads.submit(() -> work.by(thread)));
            }
            List<Execution> all = new ArrayList<>();
            for (Future<List<Execution>> part : parts) {
                all.addAll(part.get());
            }
            return all;
        } finally {
            threads.shutdown();
        }
    }
}

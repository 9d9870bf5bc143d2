package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Executions that only wait cost rows and no memory, and are claimed again when their wait ends. */
abstract class SleepCompliance {

    private static final int MANY = 1_500;
    private static final int FEW = 1_200;

    private final Nodes nodes;
    private final List<Baton> started = new ArrayList<>();
    private final Map<RunId, AtomicInteger> calls = new ConcurrentHashMap<>();

    SleepCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (Baton baton : started) {
            Patience.within("closing", baton::close);
        }
    }

    private Baton on(WatchedStore store) {
        // On a slow machine a test goes on until the first removal of what is too old, and asks for it afterwards.
        Baton baton = Baton.builder()
                .store(store.store())
                .closeGrace(Duration.ofMillis(100))
                .retention(Retention.unlimited())
                .build();
        started.add(baton);
        return baton;
    }

    private WatchedStore newStore() {
        return new WatchedStore(nodes.assumeNewStore());
    }

    private void count(RunId run) {
        calls.computeIfAbsent(run, id -> new AtomicInteger()).incrementAndGet();
    }

    private static List<Execution> submit(Baton baton, String name, int count) {
        List<Submission> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(Submission.of(name).parameter("number", i));
        }
        return baton.submit(batch);
    }

    private static void untilMostSleep(WatchedStore store) throws InterruptedException {
        Patience.until("sleep", () -> store.real().owned().size() < FEW);
    }

    private static void await(Execution execution) throws Exception {
        Patience.within("an execution", () -> execution.await(Patience.BOUND));
    }

    private Workflow release() {
        return Workflow.define("release", w -> {
            Step<?> ask = w.approval("ask", "Ship it?");
            w.run("ship", context -> count(context.runId())).after(ask);
        });
    }

    @Test
    void an_approval_that_sleeps_is_answered_at_once() throws Exception {
        WatchedStore store = newStore();
        Baton baton = on(store).add(release()).start();
        List<Execution> all = submit(baton, "release", MANY);
        untilMostSleep(store);
        for (int i = 0; i < MANY; i += 50) {
            Execution execution = all.get(i);
            execution.approve("ask", "go");
            Assertions.assertThat(execution.run("ask").status()).isEqualTo(RunStatus.SUCCESS);
            await(execution);
            assertThat(execution).succeeded();
            Assertions.assertThat(execution.run("ask").output()).contains("go");
        }
        Execution rejected = all.get(1);
        rejected.reject("ask", "not today");
        await(rejected);
        assertThat(rejected).failed().skipped("ship");
        Assertions.assertThat(calls.values()).allMatch(called -> called.get() == 1);
        Assertions.assertThat(calls).hasSize(MANY / 50);
    }

    @Test
    void an_approval_that_sleeps_outlives_its_node() throws Exception {
        WatchedStore store = newStore();
        Baton former = on(store).add(release()).start();
        List<Execution> all = submit(former, "release", MANY);
        untilMostSleep(store);
        Patience.within("closing", former::close);
        WatchedStore again = newStore();
        Baton baton = on(again).add(release()).start();
        Execution execution = baton.execution(all.get(7).id());
        execution.approve("ask", "go");
        await(execution);
        assertThat(execution).succeeded().ran("ship");
    }

    @Test
    void an_approval_that_sleeps_is_cancelled_like_any_other() throws Exception {
        WatchedStore store = newStore();
        Baton baton = on(store).add(release()).start();
        List<Execution> all = submit(baton, "release", MANY);
        untilMostSleep(store);
        Execution execution = all.get(3);
        execution.cancel();
        await(execution);
        Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    void what_sleeps_until_a_time_goes_on_then() throws Exception {
        WatchedStore store = newStore();
        Baton baton = on(store)
                .add(Workflow.define("later", w -> {
                    Step<?> wait = w.waitFor("wait", Duration.ofSeconds(4));
                    w.run("then", context -> count(context.runId())).after(wait);
                }))
                .start();
        List<Execution> all = submit(baton, "later", MANY);
        Patience.until("sleep", () -> store.calls("putToSleep") > 0);
        for (Execution execution : all) {
            await(execution);
            assertThat(execution).succeeded();
        }
        Assertions.assertThat(calls).hasSize(MANY);
        Assertions.assertThat(calls.values()).allMatch(called -> called.get() == 1);
    }

    @Test
    void what_sleeps_between_two_attempts_makes_the_second() throws Exception {
        WatchedStore store = newStore();
        Baton baton = on(store)
                .add(Job.named("flaky")
                        .retry(Retry.fixed(2, Duration.ofSeconds(4)))
                        .run(context -> {
                            count(context.runId());
                            if (context.attempt() == 1) {
                                throw new IllegalStateException("at first");
                            }
                        }))
                .start();
        List<Execution> all = submit(baton, "flaky", MANY);
        Patience.until("sleep", () -> store.calls("putToSleep") > 0);
        for (Execution execution : all) {
            await(execution);
            assertThat(execution).succeeded();
        }
        Assertions.assertThat(calls.values()).allMatch(called -> called.get() == 2);
    }

    @Test
    void the_time_limit_of_what_sleeps_is_kept() throws Exception {
        WatchedStore store = newStore();
        Baton baton = on(store)
                .add(Workflow.define("urgent", w -> w.approval("ask", "Soon?").timeout(Duration.ofSeconds(4))))
                .start();
        List<Execution> all = submit(baton, "urgent", MANY);
        Patience.until("sleep", () -> store.calls("putToSleep") > 0);
        for (Execution execution : all) {
            await(execution);
            Assertions.assertThat(execution.run("ask").status()).isEqualTo(RunStatus.TIMEOUT);
        }
    }

    @Test
    void what_waits_behind_a_limit_stays_in_the_store_and_runs_in_time() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        WatchedStore store = newStore();
        Baton baton = on(store)
                .add(Job.named("limited").limit(Limit.concurrency(10)).run(context -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    count(context.runId());
                    go.await();
                    running.decrementAndGet();
                }))
                .add(Job.named("free").run(context -> {}))
                .start();
        List<Execution> all = submit(baton, "limited", MANY);
        Patience.until("the first ten", () -> calls.size() == 10);
        Assertions.assertThat(store.real().owned().size()).as("owned").isLessThan(FEW);
        Execution free = baton.trigger("free");
        await(free);
        assertThat(free).succeeded();
        go.countDown();
        for (Execution execution : all) {
            await(execution);
            assertThat(execution).succeeded();
        }
        Assertions.assertThat(most.get()).isBetween(1, 10);
        Assertions.assertThat(calls).hasSize(MANY);
        Assertions.assertThat(calls.values()).allMatch(called -> called.get() == 1);
    }

    /** No timer fires: a node that waited for one would leave the rest of the line in the store. */
    @Test
    void a_line_behind_a_limit_is_drained_to_its_end_while_the_clock_stands() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = Baton.builder()
                .store(store.store())
                .on(
                        new FakeClock(Instant.parse("2026-01-01T00:00:00Z")),
                        (source, time) -> new SimpleWorker(source, claim -> {}))
                .lease(Duration.ofDays(365))
                .retention(Retention.unlimited())
                .build();
        started.add(baton);
        baton.add(Job.named("limited").limit(Limit.concurrency(10)).run(context -> {
                    go.await();
                    count(context.runId());
                }))
                .start();
        submit(baton, "limited", MANY);
        Patience.until("many wait at the limit", () -> store.real().owned().size() >= 200);
        go.countDown();
        Patience.until("all have run", () -> calls.size() == MANY);
    }

    @Test
    void what_a_node_had_admitted_at_a_limit_goes_on_where_enough_others_wait_at_it() throws Exception {
        nodes.assumeShared();
        CountDownLatch go = new CountDownLatch(1);
        Job limited = Job.named("limited").limit(Limit.concurrency(2)).run(context -> go.await());
        Baton leaving = on(newStore()).add(limited).start();
        List<Execution> all = submit(leaving, "limited", FEW);
        Patience.until("the first run", () -> leaving.isRunning("limited"));
        WatchedStore store = newStore();
        Baton staying = on(store).add(limited).start();
        Patience.until("enough others wait", () -> store.real().owned().size() >= 200);
        started.remove(leaving);
        Patience.within("closing", leaving::close);
        go.countDown();
        for (Execution execution : all) {
            Execution there = staying.execution(execution.id());
            await(there);
            assertThat(there).succeeded();
        }
    }

    @Test
    void what_waits_for_another_execution_sleeps_until_that_has_ended() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = on(store)
                .add(Job.named("parent").run(context -> go.await()))
                .add(Job.named("child").run(context -> count(context.runId())))
                .start();
        Execution parent = baton.trigger("parent");
        List<Submission> batch = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Submission child = Submission.of("child").parameter("number", i);
            batch.add(i % 2 == 0 ? child.after(parent) : child.after(new RunId(parent.id(), 0)));
        }
        List<Execution> children = baton.submit(batch);
        untilMostSleep(store);
        Assertions.assertThat(calls).isEmpty();
        go.countDown();
        for (Execution child : children) {
            await(child);
            assertThat(child).succeeded();
        }
        Assertions.assertThat(calls).hasSize(MANY);
        Assertions.assertThat(calls.values()).allMatch(called -> called.get() == 1);
    }

    private Workflow shipment() {
        return Workflow.define("shipment", w -> {
            Step<?> release = w.workflow("release", "release");
            w.run("bill", context -> count(context.runId())).after(release);
        });
    }

    private static Map<Object, Execution> releases(Baton baton) {
        return baton.activeExecutions().stream()
                .filter(active -> active.name().equals("release"))
                .collect(Collectors.toMap(active -> active.parameters().get("number"), Function.identity()));
    }

    @Test
    void what_waits_for_a_workflow_inside_it_sleeps_until_that_has_ended() throws Exception {
        WatchedStore store = newStore();
        Baton baton = on(store).add(release()).add(shipment()).start();
        List<Execution> all = submit(baton, "shipment", MANY);
        Patience.until("all have begun", () -> releases(baton).size() == MANY);
        untilMostSleep(store);
        Map<Object, Execution> releases = releases(baton);
        for (int i = 0; i < MANY; i += 100) {
            Execution outer = all.get(i);
            Objects.requireNonNull(releases.get(i)).approve("ask", "go");
            await(outer);
            assertThat(outer).succeeded().ran("bill");
        }
        Assertions.assertThat(calls).hasSize(2 * MANY / 100);
        Assertions.assertThat(calls.values()).allMatch(called -> called.get() == 1);
    }

    @Test
    void what_sleeps_until_another_execution_ends_wakes_up_after_a_while_when_its_node_died() {
        BatonTest first = nodes.start(each -> each.taking("parent", Duration.ofMinutes(10))
                .add(Job.named("parent").run(context -> {}))
                .add(Job.named("child").run(context -> count(context.runId()))));
        Execution parent = first.trigger("parent");
        List<Execution> children = first.baton()
                .submit(Collections.nCopies(MANY, Submission.of("child").after(parent)));
        first.advance(Duration.ofMinutes(1));
        BatonTest second = nodes.restart();
        second.advance(Duration.ofMinutes(30));
        Assertions.assertThat(calls).hasSize(MANY);
        assertThat(nodes.again(children.get(MANY - 1))).succeeded();
    }
}

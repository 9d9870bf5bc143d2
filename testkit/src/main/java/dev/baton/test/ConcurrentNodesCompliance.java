package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Action;
import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.policy.Limit;
import dev.baton.spi.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several nodes on one store, on the real clock; several threads of one node where the store is not shared. */
@Timeout(120)
abstract class ConcurrentNodesCompliance {

    private static final Duration LONG = Patience.BOUND;

    private final Nodes nodes;
    private final Map<RunId, AtomicInteger> calls = new ConcurrentHashMap<>();

    ConcurrentNodesCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    private final Action counting = context ->
            calls.computeIfAbsent(context.runId(), id -> new AtomicInteger()).incrementAndGet();

    private Workflow diamond() {
        return Workflow.define("diamond", w -> {
            Step<?> top = w.run("top", counting);
            Step<?> left = w.run("left", counting).after(top);
            Step<?> right = w.run("right", counting).after(top);
            w.run("bottom", counting).after(left, right);
        });
    }

    private List<Baton> join(int count, Consumer<Baton> definitions) {
        List<Baton> joined = new ArrayList<>();
        for (int i = 0; i < (nodes.isShared() ? count : 1); i++) {
            joined.add(nodes.join(definitions));
        }
        return joined;
    }

    private static <T> List<T> inParallel(List<Callable<T>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static void awaitAll(List<Execution> executions) throws InterruptedException {
        for (Execution execution : executions) {
            assertThat(execution.await(LONG)).succeeded();
        }
    }

    // ---- nothing twice

    @Test
    void what_many_start_at_once_runs_every_step_once() throws Exception {
        List<Baton> all = join(3, node -> node.add(diamond()));
        List<Callable<List<Execution>>> tasks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Baton node = all.get(i % all.size());
            tasks.add(() -> {
                List<Execution> started = new ArrayList<>();
                for (int j = 0; j < 50; j++) {
                    started.add(node.trigger("diamond"));
                }
                return started;
            });
        }
        for (List<Execution> started : inParallel(tasks)) {
            awaitAll(started);
        }
        Assertions.assertThat(calls).hasSize(6 * 50 * 4);
        Assertions.assertThat(calls.values()).allMatch(count -> count.get() == 1);
    }

    @Test
    void an_unowned_execution_is_claimed_once() throws Exception {
        List<Execution> executions = new ArrayList<>();
        // A node that has not started yet leaves the executions it creates to the first node that claims them.
        nodes.join(resting -> {
            resting.add(diamond());
            for (int i = 0; i < 200; i++) {
                executions.add(resting.trigger("diamond"));
            }
            if (nodes.isShared()) {
                join(2, node -> node.add(diamond()));
            }
        });
        awaitAll(executions);
        Assertions.assertThat(calls).hasSize(200 * 4);
        Assertions.assertThat(calls.values()).allMatch(count -> count.get() == 1);
    }

    @Test
    void a_key_is_given_once_however_many_ask_for_it_at_once() throws Exception {
        List<Baton> all = join(3, node -> node.add(Job.named("job").run(counting)));
        List<Callable<UUID>> tasks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Baton node = all.get(i % all.size());
            tasks.add(() -> {
                Execution execution = node.submit(Submission.of("job").key("order-42"));
                return execution.await(LONG).id();
            });
        }
        Assertions.assertThat(inParallel(tasks)).containsOnly(inParallel(tasks).get(0));
        Assertions.assertThat(calls.values()).hasSize(1).allMatch(count -> count.get() == 1);
    }

    @Test
    void two_who_ask_for_the_same_key_at_the_same_moment_get_the_same_execution() throws Exception {
        Baton node = nodes.join(each -> each.add(Job.named("job").run(counting)));
        for (int round = 0; round < 200; round++) {
            Submission submission = Submission.of("job").key("order-" + round);
            CyclicBarrier together = new CyclicBarrier(2);
            Callable<UUID> submit = () -> {
                together.await();
                return node.submit(submission).id();
            };
            List<UUID> both = inParallel(List.of(submit, submit));
            Assertions.assertThat(both.get(0)).as("round %d", round).isEqualTo(both.get(1));
        }
    }

    @Test
    void a_fire_happens_once_however_many_nodes_fire() throws Exception {
        List<Instant> fires = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch enough = new CountDownLatch(3);
        join(
                3,
                node -> node.add(Job.named("tick").cron("* * * * * *").run(context -> {
                    fires.add(context.scheduledTime());
                    enough.countDown();
                })));
        Assertions.assertThat(enough.await(30, TimeUnit.SECONDS)).isTrue();
        List<Instant> sorted = fires.stream().sorted().toList();
        Assertions.assertThat(sorted).doesNotHaveDuplicates();
        Assertions.assertThat(sorted.get(2)).isEqualTo(sorted.get(0).plusSeconds(2));
    }

    private static Job waiting(CountDownLatch started, CountDownLatch go) {
        return Job.named("job").run(context -> {
            started.countDown();
            go.await();
        });
    }

    @Test
    void an_execution_is_cancelled_wherever_it_is() throws Exception {
        nodes.assumeShared();
        CountDownLatch started = new CountDownLatch(1);
        Job job = waiting(started, new CountDownLatch(1));
        Baton here = nodes.join(node -> node.add(job));
        Baton elsewhere = nodes.join(node -> node.add(job));
        Execution execution = here.trigger("job");
        started.await();
        Execution.Cancellation done = elsewhere.execution(execution.id()).cancel();
        Assertions.assertThat(done.signalled()).isEqualTo(1);
        assertThat(execution.await(LONG)).hasStatus(ExecutionStatus.CANCELLED);
        assertThat(elsewhere.execution(execution.id())).hasStatus(ExecutionStatus.CANCELLED);
    }

    @Test
    void an_execution_is_awaited_wherever_it_is() throws Exception {
        nodes.assumeShared();
        CountDownLatch go = new CountDownLatch(1);
        Job job = waiting(new CountDownLatch(1), go);
        Baton here = nodes.join(node -> node.add(job));
        Baton elsewhere = nodes.join(node -> node.add(job));
        Execution execution = elsewhere.execution(here.trigger("job").id());
        assertThat(execution).isActive();
        go.countDown();
        assertThat(execution.await(LONG)).succeeded();
    }

    @Test
    void what_a_dead_node_was_at_goes_on_elsewhere_with_the_next_attempt() throws Exception {
        nodes.assumeShared();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Job job = Job.named("job").call(context -> {
            if (context.attempt() == 1) {
                started.countDown();
                never.await();
            }
            return context.attempt();
        });
        Nodes.Member dying = nodes.joinMortal(builder -> builder, node -> node.add(job));
        Execution execution = dying.baton().trigger("job");
        started.await();
        Baton heir = nodes.join(node -> node.add(job));
        // An attempt counts once it has been recorded as running, which takes a moment.
        while (heir.execution(execution.id()).run("job").status() != RunStatus.RUNNING) {
            Thread.sleep(20);
        }
        dying.fallSilent();
        assertThat(heir.execution(execution.id()).await(LONG))
                .succeeded()
                .hadAttempts("job", 2)
                .hasOutput("job", 2);
        Assertions.assertThat(heir.execution(execution.id()).run("job").attempts())
                .extracting(Run.Attempt::number, Run.Attempt::status, Run.Attempt::reason)
                .containsExactly(
                        Assertions.tuple(1, RunStatus.FAILURE, "its node died while it ran"),
                        Assertions.tuple(2, RunStatus.SUCCESS, ""));
    }

    @Test
    void a_node_that_shuts_down_leaves_its_executions_to_others_at_once() throws Exception {
        nodes.assumeShared();
        AtomicInteger attempts = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(1);
        Job job = Job.named("job").run(context -> {
            if (attempts.incrementAndGet() == 1) {
                started.countDown();
                context.sleep(Duration.ofHours(1));
            }
        });
        Baton leaving = nodes.join(builder -> builder.lease(Duration.ofHours(1)), node -> node.add(job));
        Baton heir = nodes.join(builder -> builder.lease(Duration.ofHours(1)), node -> node.add(job));
        Execution execution = leaving.trigger("job");
        started.await();
        leaving.close();
        assertThat(heir.execution(execution.id()).await(LONG)).succeeded().hadAttempts("job", 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_marked_step_stops_the_workflow_in_it_on_another_node_when_its_own_dies(boolean ends) throws Exception {
        nodes.assumeShared();
        CountDownLatch never = new CountDownLatch(1);
        Workflow inner = Workflow.define("inner", w -> w.run("slow", context -> never.await()));
        Workflow outer = Workflow.define("outer", w -> {
            w.workflow("nested", "inner");
            if (!ends) {
                w.run("beside", context -> never.await());
            }
        });
        Nodes.Member first =
                nodes.joinMortal(builder -> builder, node -> node.add(inner).add(outer));
        Execution execution = first.baton().trigger("outer");
        Patience.until("the workflow in it runs", () -> first.baton().isRunning("inner"));
        UUID nested = first.baton().activeExecutions().stream()
                .filter(each -> each.name().equals("inner"))
                .findFirst()
                .orElseThrow()
                .id();
        Baton inside = nodes.join(node -> node.add(inner));
        Nodes.Member outside = nodes.joinMortal(builder -> builder, node -> node.add(outer));
        first.fallSilent();
        MortalStore mortal = Objects.requireNonNull(outside.store());
        Patience.until(
                "both have moved",
                () -> inside.isRunning("inner") && mortal.store().owned().contains(execution.id()));
        mortal.dieAtCommit(ConcurrentNodesCompliance::recordsMark, true);
        // By another thread: a command waits for as long as the store does not answer, and this one never will.
        Thread marking = new Thread(() -> {
            while (!mortal.isDead()) {
                try {
                    outside.baton().execution(execution.id()).mark("nested", RunStatus.SUCCESS);
                } catch (RuntimeException | MortalStore.Killed expected) {
                    // The node may die before it answers.
                }
            }
        });
        marking.setDaemon(true);
        marking.start();
        Patience.until("the mark is recorded", mortal::isDead);
        nodes.join(node -> node.add(outer));
        assertThat(inside.execution(nested).await(LONG)).hasStatus(ExecutionStatus.CANCELLED);
    }

    /** The node also records what else it does, such as the start of a step. */
    private static boolean recordsMark(Store.Commit commit) {
        return commit.runs().stream().anyMatch(run -> run.state().status() == RunStatus.SUCCESS);
    }

    @Test
    void approvals_are_answered_while_a_node_that_starts_takes_them_in() throws Exception {
        Workflow release = Workflow.define("release", w -> w.approval("ask", "Ship it?"));
        List<UUID> asked = new ArrayList<>();
        try (Baton former = Baton.on(nodes.assumeNewStore()).add(release).start()) {
            for (int i = 0; i < 4; i++) {
                former.submit(Collections.nCopies(1_000, Submission.of("release")))
                        .forEach(execution -> asked.add(execution.id()));
            }
        }
        try (Baton baton = Baton.on(nodes.assumeNewStore()).add(release).start()) {
            for (UUID id : asked.subList(0, 1_000)) {
                baton.execution(id).approve("ask", "yes");
                assertThat(baton.execution(id).await(LONG)).succeeded();
            }
        }
    }

    @Test
    void what_one_node_does_not_serve_another_does() throws Exception {
        nodes.assumeShared();
        Job job = Job.named("job").queue("film").run(counting);
        Baton front = nodes.join(builder -> builder.queues("default"), node -> node.add(job));
        Execution execution = front.trigger("job");
        Thread.sleep(300);
        assertThat(execution).isActive().has("job", RunStatus.PENDING, "film");
        nodes.join(builder -> builder.queues("film"), node -> node.add(job));
        assertThat(execution.await(LONG)).succeeded();
    }

    @Test
    void what_is_paused_on_one_node_is_paused_on_all() throws Exception {
        nodes.assumeShared();
        Job job = Job.named("job").run(counting);
        Baton one = nodes.join(node -> node.add(job));
        Baton other = nodes.join(node -> node.add(job));
        one.pause("job");
        for (int i = 0; i < 100 && !other.find("job").orElseThrow().isPaused(); i++) {
            Thread.sleep(50);
        }
        assertThat(other.trigger("job").await(LONG)).skipped("job");
    }

    // ---- limits

    private void holdsOverAllNodes(UnaryOperator<Baton.Builder> settings, Limit ofJob) throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Job job = Job.named("job").limit(ofJob).run(context -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            context.sleep(Duration.ofMillis(5));
            running.decrementAndGet();
        });
        List<Baton> all = new ArrayList<>();
        for (int i = 0; i < (nodes.isShared() ? 2 : 1); i++) {
            all.add(nodes.join(settings, node -> node.add(job)));
        }
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            executions.add(all.get(i % all.size()).trigger("job"));
        }
        awaitAll(executions);
        Assertions.assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void a_limit_of_a_job_holds_over_all_nodes() throws Exception {
        holdsOverAllNodes(builder -> builder, Limit.concurrency(2));
    }

    @Test
    void a_limit_of_a_queue_holds_over_all_nodes() throws Exception {
        holdsOverAllNodes(builder -> builder.limit("default", Limit.concurrency(2)), Limit.none());
    }

    @Test
    void a_rate_holds_over_all_nodes() throws Exception {
        nodes.assumeShared();
        List<Long> starts = Collections.synchronizedList(new ArrayList<>());
        Job job = Job.named("job").limit(Limit.rate(2, Duration.ofMillis(500))).run(context -> {
            starts.add(System.nanoTime());
        });
        List<Baton> both = join(2, node -> node.add(job));
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            executions.add(both.get(i % 2).trigger("job"));
        }
        awaitAll(executions);
        Collections.sort(starts);
        // The time between admission and the call of the body varies.
        Assertions.assertThat(starts.get(5) - starts.get(0))
                .isGreaterThan(Duration.ofMillis(850).toNanos());
    }
}

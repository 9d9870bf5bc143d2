package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NotPossibleException;
import dev.baton.error.StillRunningException;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.spi.Codec;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests several nodes on one PostgreSQL: they lend runs to each other, and route commands to the owner. */
@Timeout(180)
class ClusterTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(2);

    private final DataSource database = RealPostgres.freshSchema();
    private final List<Baton> nodes = new ArrayList<>();

    @AfterEach
    void closeAll() {
        nodes.forEach(Baton::close);
    }

    private Baton node(UnaryOperator<Baton.Builder> settings, Workflow... workflows) {
        Baton node = settings.apply(
                        Baton.builder().store(Stores.postgres(database)).lease(Duration.ofMillis(1500)))
                .build();
        for (Workflow workflow : workflows) {
            node.add(workflow);
        }
        nodes.add(node);
        return node;
    }

    /** Nodes that know the same workflow, each with its own name in it, so that bodies can say where they ran. */
    private void nodes(int count, BiFunction<String, Integer, Workflow> workflow) {
        for (int i = 0; i < count; i++) {
            node(settings -> settings, workflow.apply("node" + i, i));
        }
        nodes.forEach(Baton::start);
    }

    @Test
    void the_steps_of_one_execution_run_on_all_nodes() throws Exception {
        nodes(
                3,
                (node, i) -> Workflow.define("wide", w -> {
                    Step<Void> first = w.run("first", context -> {});
                    Step<Long> last = w.call(
                            "last",
                            context -> context.parents().stream()
                                    .map(run -> run.output().orElseThrow())
                                    .distinct()
                                    .count());
                    for (int s = 0; s < 60; s++) {
                        last.after(w.call("s" + s, context -> {
                                    context.sleep(Duration.ofMillis(20));
                                    return node;
                                })
                                .after(first));
                    }
                }));
        // Nodes get to know one another while they run; from then on all of them take part.
        Execution execution;
        do {
            execution = nodes.get(0).trigger("wide").await(LONG);
            assertThat(execution).succeeded();
        } while (!execution.run("last").output().equals(Optional.of(3L)));
    }

    @Test
    void what_was_taken_is_run_even_if_the_answer_was_lost() throws Exception {
        LossyDataSource lossy = new LossyDataSource(database);
        CountDownLatch ran = new CountDownLatch(1);
        Baton node = Baton.on(Stores.postgres(lossy.dataSource()));
        nodes.add(node);
        node.add(Job.named("job").run(context -> ran.countDown()));
        node.start();
        lossy.loseNextAnswerTo("SET owner");
        try (Connection connection = database.getConnection()) {
            Enqueue.enqueue(connection, "job", Map.of(), null);
        }
        assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(lossy.hasLostIt()).isTrue();
    }

    @Test
    void what_was_taken_is_run_even_if_something_else_that_was_taken_cannot_be_read() throws Exception {
        LossyDataSource lossy = new LossyDataSource(database);
        CountDownLatch ran = new CountDownLatch(1);
        Baton node = Baton.on(Stores.postgres(lossy.dataSource()));
        nodes.add(node);
        node.add(Job.named("job").run(context -> ran.countDown()));
        node.start();
        RealPostgres.execute(database, """
                INSERT INTO baton_execution (id, name, trigger, created, parameters, queue)
                VALUES ('00000000-0000-7000-8000-000000000000', 'job', 'submit', 1, 'no JSON', 'default')""");
        soon(() -> RealPostgres.number(database, """
                SELECT count(*)
                FROM baton_execution
                WHERE owner IS NOT NULL""") == 1);
        lossy.loseNextAnswerTo("SET owner");
        try (Connection connection = database.getConnection()) {
            Enqueue.enqueue(connection, "job", Map.of(), null);
        }
        assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(lossy.hasLostIt()).isTrue();
    }

    @Test
    void what_was_taken_is_run_even_if_reading_something_else_that_was_taken_ends_in_an_error() throws Exception {
        LossyDataSource lossy = new LossyDataSource(database);
        CountDownLatch ran = new CountDownLatch(1);
        Baton node = Baton.on(Stores.postgres(lossy.dataSource(), withErrorsFor("hostile")));
        nodes.add(node);
        node.add(Job.named("job").run(context -> ran.countDown()));
        node.start();
        for (int i = 0; i < 10; i++) {
            RealPostgres.execute(database, """
                    INSERT INTO baton_execution (id, name, trigger, created, parameters, queue)
                    VALUES ('00000000-0000-7000-8000-%012d', 'job', 'submit', 1, '{"hostile": 1}', 'default')""".formatted(i));
        }
        soon(() -> RealPostgres.number(database, """
                SELECT count(*)
                FROM baton_execution
                WHERE owner IS NOT NULL""") == 10);
        lossy.loseNextAnswerTo("SET owner");
        try (Connection connection = database.getConnection()) {
            Enqueue.enqueue(connection, "job", Map.of(), null);
        }
        assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(lossy.hasLostIt()).isTrue();
    }

    /** A codec that cannot even fail in an orderly way to read parameters with this text. */
    private static Codec withErrorsFor(String text) {
        Codec standard = JsonCodec.standard();
        return (Codec) Proxy.newProxyInstance(
                Codec.class.getClassLoader(), new Class<?>[] {Codec.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("decodeAll") && ((String) arguments[0]).contains(text)) {
                        throw new NoClassDefFoundError("hostile");
                    }
                    return method.invoke(standard, arguments);
                });
    }

    @Test
    void nobody_goes_on_from_what_another_has_changed_since_it_was_read() throws Exception {
        LossyDataSource slow = new LossyDataSource(database);
        Map<Integer, Integer> attempts = new ConcurrentHashMap<>();
        Baton node = Baton.on(Stores.postgres(slow.dataSource()));
        nodes.add(node);
        node.add(Job.named("job").run(context -> {
            attempts.merge(context.attempt(), 1, Integer::sum);
            throw new IllegalStateException("again");
        }));
        node.start();
        Execution execution = node.trigger("job");
        execution.await(LONG);
        Thread other = new Thread(() -> {
            retryIfItHasFailed(execution);
            soon(() -> execution.status().isTerminal());
        });
        slow.beforeNextAnswerTo("SET owner = ?, due", () -> {
            other.start();
            // As long as the other may need for all it does, if it does not wait for this thread.
            joinFor(other, Duration.ofSeconds(1));
        });
        retryIfItHasFailed(execution);
        joinFor(other, LONG);
        execution.await(LONG);
        assertThat(attempts).containsKey(2);
        assertThat(attempts.values()).containsOnly(1);
    }

    /** Whoever comes while the attempt that the other asked for is still being made finds nothing to retry. */
    private static void retryIfItHasFailed(Execution execution) {
        try {
            execution.retry();
        } catch (NotPossibleException e) {
            assertThat(e).hasMessageContaining("none of its steps has failed");
        }
    }

    /** Waits until it holds, and looks often. */
    private static void soon(Callable<Boolean> condition) {
        await().atMost(LONG).pollDelay(Duration.ZERO).pollInterval(LOOK).until(condition);
    }

    private static void joinFor(Thread thread, Duration atMost) {
        try {
            thread.join(atMost.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_step_runs_on_a_node_that_has_its_labels() throws Exception {
        BiFunction<String, Integer, Workflow> workflow = (node, i) -> Workflow.define("train", w -> {
            Step<String> prepare = w.call("prepare", context -> "data");
            Step<String> fit = w.call("fit", context -> context.output(prepare) + " fitted on " + node)
                    .after(prepare)
                    .labels("gpu");
            w.call("publish", context -> context.output(fit)).after(fit);
        });
        Baton plain = node(settings -> settings, workflow.apply("plain", 0)).start();
        Execution execution = plain.trigger("train");
        soon(() -> execution.run("prepare").status() == RunStatus.SUCCESS);
        assertThat(execution).has("fit", RunStatus.PENDING, "a worker that serves queue default and has gpu");
        node(settings -> settings.labels("gpu"), workflow.apply("gpu", 1)).start();
        assertThat(execution.await(LONG)).succeeded();
        assertThat(execution.run("publish").output()).contains("data fitted on gpu");
    }

    @Test
    void a_job_of_a_queue_runs_where_the_queue_is_served() throws Exception {
        Map<String, Integer> ran = new ConcurrentHashMap<>();
        for (String queue : List.of("default", "mail")) {
            Baton node = node(settings -> settings.queues(queue));
            node.add(Job.named("send").queue("mail").run(context -> ran.merge(queue, 1, Integer::sum)));
            node.start();
        }
        assertThat(nodes.get(0).trigger("send").await(LONG)).succeeded();
        assertThat(nodes.get(1).trigger("send").await(LONG)).succeeded();
        assertThat(ran).isEqualTo(Map.of("mail", 2));
    }

    @Test
    void what_fails_on_another_node_is_retried_as_its_policy_says() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        BiFunction<String, Integer, Workflow> workflow = (node, i) -> Workflow.define("w", w -> {
            w.run("flaky", context -> {
                        if (attempts.incrementAndGet() < 3) {
                            throw new IOException("not yet");
                        }
                    })
                    .labels("far")
                    .retry(Retry.fixed(5, Duration.ofMillis(5)).on(IOException.class));
            w.run("hopeless", context -> {
                        throw new IllegalStateException("never");
                    })
                    .labels("far")
                    .allowFailure()
                    .retry(Retry.fixed(5, Duration.ofMillis(5)).on(IOException.class));
        });
        node(settings -> settings, workflow.apply("near", 0)).start();
        node(settings -> settings.labels("far"), workflow.apply("far", 1)).start();
        Execution execution = nodes.get(0).trigger("w").await(LONG);
        assertThat(execution).succeeded().hadAttempts("flaky", 3).hadAttempts("hopeless", 1);
        assertThat(execution.run("hopeless").error()).get().hasToString("java.lang.IllegalStateException: never");
    }

    @Test
    void an_execution_is_cancelled_held_and_asked_from_any_node() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        nodes(
                2,
                (node, i) -> Workflow.define("w", w -> {
                    Step<Void> slow = w.run("slow", context -> {
                        running.countDown();
                        context.sleep(Duration.ofHours(1));
                    });
                    w.run("after", context -> {}).after(slow);
                }));
        Execution execution = nodes.get(0).trigger("w");
        running.await();
        Execution elsewhere = nodes.get(1).execution(execution.id());
        elsewhere.hold();
        assertThatThrownBy(() -> elsewhere.retry("slow")).isInstanceOf(NotPossibleException.class);
        elsewhere.release();
        assertThat(elsewhere.cancel().signalled()).isEqualTo(1);
        assertThat(elsewhere.await(LONG)).has("slow", RunStatus.CANCELLED).has("after", RunStatus.CANCELLED);
        elsewhere.retry();
        assertThat(elsewhere).isActive();
        elsewhere.cancel();
        elsewhere.await(LONG);
    }

    @Test
    void a_command_from_another_node_that_names_no_step_is_refused_as_on_the_owner() throws Exception {
        nodes(2, (node, i) -> Workflow.define("w", w -> w.approval("ask", "?")));
        Execution execution = nodes.get(0).trigger("w");
        soon(() -> execution.run("ask").status() == RunStatus.RUNNING);
        Execution elsewhere = nodes.get(1).execution(execution.id());
        assertThatThrownBy(() -> elsewhere.cancel("aks"))
                .isInstanceOf(NoSuchExecutionException.class)
                .hasMessageContaining("Did you mean \"ask\"?");
        elsewhere.cancel();
    }

    @Test
    void what_is_retried_from_a_node_that_does_not_know_it_runs_where_it_is_known() throws Exception {
        Execution execution = failedElsewhere();
        execution.retry();
        assertThat(nodes.get(0).execution(execution.id()).await(LONG))
                .succeeded()
                .ran("next")
                .hadAttempts("first", 2);
    }

    @Test
    void what_follows_a_mark_from_a_node_that_does_not_know_it_runs_where_it_is_known() throws Exception {
        Execution execution = failedElsewhere();
        execution.mark("first", RunStatus.SUCCESS);
        assertThat(nodes.get(0).execution(execution.id()).await(LONG))
                .succeeded()
                .ran("next");
    }

    /** An execution whose first attempt failed, as a node sees it that does not have its workflow. */
    private Execution failedElsewhere() throws Exception {
        Baton knowing = node(settings -> settings, Workflow.define("w", w -> {
            Step<Void> first = w.run("first", context -> {
                if (context.attempt() == 1) {
                    throw new IllegalStateException("once");
                }
            });
            w.run("next", context -> {}).after(first);
        }));
        knowing.start();
        Baton other = node(settings -> settings).start();
        return other.execution(knowing.trigger("w").await(LONG).id());
    }

    @Test
    void a_job_is_paused_on_all_nodes() throws Exception {
        nodes(2, (node, i) -> Workflow.define("w", w -> w.run("a", context -> {})));
        nodes.get(0).pause("w");
        soon(() -> nodes.get(1).find("w").orElseThrow().isPaused());
        assertThat(nodes.get(1).trigger("w").await(LONG)).skipped("a");
        nodes.get(1).resume("w");
        soon(() -> !nodes.get(0).find("w").orElseThrow().isPaused());
        assertThat(nodes.get(0).trigger("w").await(LONG)).ran("a");
    }

    @Test
    void limits_hold_over_all_nodes() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Set<String> where = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 3; i++) {
            String name = "node" + i;
            Baton node = node(settings -> settings);
            node.add(Job.named("limited").limit(Limit.concurrency(2)).run(context -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                where.add(name);
                context.sleep(Duration.ofMillis(50));
                now.decrementAndGet();
            }));
            node.add(Job.named("single").overlap(Overlap.queue()).run(context -> {
                most.accumulateAndGet(2 * now.addAndGet(2), Math::max);
                now.addAndGet(-2);
            }));
            node.start();
        }
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            executions.add(nodes.get(i % 3).trigger("limited"));
        }
        for (Execution execution : executions) {
            assertThat(execution.await(LONG)).succeeded();
        }
        assertThat(most.get()).isEqualTo(2);
        most.set(0);
        executions.clear();
        for (int i = 0; i < 30; i++) {
            executions.add(nodes.get(i % 3).trigger("single"));
        }
        for (Execution execution : executions) {
            assertThat(execution.await(LONG)).succeeded();
        }
        assertThat(most.get()).isEqualTo(4);
    }

    @Test
    void a_node_that_closes_hands_over_at_once() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        nodes(
                2,
                (node, i) -> Workflow.define("w", w -> {
                    Step<Void> a = w.run("a", context -> {
                        if (i == 0) {
                            first.countDown();
                            context.sleep(Duration.ofHours(1));
                        }
                    });
                    w.run("b", context -> {}).after(a);
                }));
        Execution execution = nodes.get(0).trigger("w");
        first.await();
        nodes.get(0).stop(Duration.ZERO);
        assertThat(nodes.get(1).execution(execution.id()).await(LONG)).succeeded();
    }

    @Test
    void a_caller_waits_no_longer_than_it_wants_to_when_the_execution_moves_meanwhile() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        nodes(
                2,
                (node, i) -> Workflow.define(
                        "w",
                        w -> w.run("a", context -> {
                            first.countDown();
                            goOn.await();
                        })));
        Execution execution = nodes.get(0).trigger("w");
        first.await();
        FutureTask<Execution> waiting = new FutureTask<>(() -> execution.await(Duration.ofSeconds(2)));
        Thread caller = new Thread(waiting);
        caller.start();
        soon(() -> caller.getState() == Thread.State.TIMED_WAITING);
        nodes.get(0).stop(Duration.ZERO);
        assertThatThrownBy(() -> waiting.get(LONG.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(StillRunningException.class);
        goOn.countDown();
        assertThat(execution.await(LONG)).succeeded();
    }
}

package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunId;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The costs of the engine in threads, memory and store calls. The tests count, they do not measure time. */
abstract class CostCompliance {

    private static final Duration GRACE = Duration.ofMillis(100);

    private final Nodes nodes;
    private final List<Baton> started = new ArrayList<>();

    CostCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (Baton baton : started) {
            Patience.within("closing", baton::close);
        }
    }

    private WatchedStore newStore() {
        return new WatchedStore(nodes.assumeNewStore());
    }

    private Baton on(WatchedStore store, UnaryOperator<Baton.Builder> settings) {
        Baton baton = settings.apply(Baton.builder()
                        .store(store.store())
                        .closeGrace(GRACE)
                        .stopGrace(GRACE)
                        .retention(Retention.unlimited()))
                .build();
        started.add(baton);
        return baton;
    }

    private Baton on(WatchedStore store) {
        return on(store, settings -> settings);
    }

    private void close(Baton baton) throws Exception {
        started.remove(baton);
        Patience.within("closing", baton::close);
    }

    private static void await(Execution execution) throws Exception {
        Patience.within(execution.name(), () -> execution.await(Patience.BOUND));
        Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
    }

    private static Workflow wide(int steps) {
        return Workflow.define("wide", w -> {
            for (int i = 0; i < steps; i++) {
                w.run("s" + i, context -> {});
            }
        });
    }

    @Test
    void a_node_does_not_own_what_is_due_next_year() throws Exception {
        WatchedStore store = newStore();
        Baton baton = on(store).add(Job.named("job").run(context -> {})).start();
        submitForNextYear(baton, 20_000);
        Assertions.assertThat(baton.activeExecutions().size()).isEqualTo(20_000);
        Assertions.assertThat(store.real().owned().size())
                .as("owned executions")
                .isLessThan(2_000);
    }

    @Test
    void a_node_that_starts_does_not_take_what_is_due_next_year() throws Exception {
        Baton former = on(newStore()).add(Job.named("job").run(context -> {})).start();
        submitForNextYear(former, 20_000);
        close(former);
        WatchedStore store = newStore();
        Baton baton = on(store).add(Job.named("job").run(context -> {})).start();
        await(Patience.within("triggering", () -> baton.trigger("job")));
        Patience.untilOrSoon(() -> store.real().owned().size() >= 2_000);
        Assertions.assertThat(store.real().owned().size())
                .as("owned executions")
                .isLessThan(2_000);
    }

    @Test
    void a_node_without_definitions_does_not_look_for_what_is_due() throws Exception {
        Baton submitting = on(newStore()).add(Job.named("job").run(context -> {}));
        Submission overdue = Submission.of("job").notBefore(Instant.now().minus(Duration.ofHours(1)));
        submitting.submit(Collections.nCopies(2_500, overdue));
        close(submitting);
        WatchedStore store = newStore();
        // The first look is over when it has started.
        on(store).start();
        Assertions.assertThat(store.calls("nextDue")).isZero();
    }

    private static void submitForNextYear(Baton baton, int count) {
        Instant nextYear = Instant.now().plus(Duration.ofDays(365));
        for (int i = 0; i < count; i += 1_000) {
            List<Submission> batch = new ArrayList<>();
            for (int j = 0; j < 1_000; j++) {
                batch.add(Submission.of("job").parameter("number", i + j).notBefore(nextYear));
            }
            baton.submit(batch);
        }
    }

    @Test
    void sub_workflows_need_few_threads_however_many_they_are() throws Exception {
        int count = 800;
        Workflow many = Workflow.define("many", w -> {
            for (int i = 0; i < count; i++) {
                w.workflow("s" + i, "child");
            }
        });
        Baton baton = nodes.join(node -> {
            node.add(Workflow.define("child", w -> w.waitFor("wait", Duration.ofMillis(300))));
            node.add(many);
        });
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        threads.resetPeakThreadCount();
        int before = threads.getThreadCount();
        Execution execution = Patience.within("triggering", () -> baton.trigger("many"));
        Patience.within("the end", () -> execution.await(Patience.BOUND));
        assertThat(execution).succeeded();
        Assertions.assertThat(threads.getPeakThreadCount() - before)
                .as("threads for %d sub-workflows", count)
                .isLessThan(100);
    }

    @Test
    void the_status_of_an_ended_execution_is_known_without_its_runs() throws Exception {
        Baton former = on(newStore()).add(wide(1_000)).start();
        Execution execution = former.trigger("wide");
        await(execution);
        close(former);
        WatchedStore store = newStore();
        Baton baton = on(store).add(wide(1_000)).start();
        long before = store.runsRead();
        Execution ended = baton.execution(execution.id());
        Assertions.assertThat(ended.status()).isEqualTo(ExecutionStatus.SUCCESS);
        Assertions.assertThat(ended.finished()).isPresent();
        Assertions.assertThat(store.runsRead() - before).as("runs read").isLessThan(10);
    }

    @Test
    void a_list_of_past_executions_is_not_read_one_by_one() throws Exception {
        Baton former = on(newStore()).add(Job.named("job").run(context -> {})).start();
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            executions.add(former.trigger("job"));
        }
        for (Execution execution : executions) {
            await(execution);
        }
        close(former);
        WatchedStore store = newStore();
        Baton baton = on(store).add(Job.named("job").run(context -> {})).start();
        long before = store.calls("past") + store.calls("find") + store.calls("plan");
        List<Execution> past = baton.pastExecutions("job");
        Assertions.assertThat(past).hasSize(100).allMatch(each -> each.status() == ExecutionStatus.SUCCESS);
        Assertions.assertThat(past).allMatch(each -> each.finished().isPresent());
        long asked = store.calls("past") + store.calls("find") + store.calls("plan") - before;
        Assertions.assertThat(asked).as("questions for 100 executions").isLessThan(20);
    }

    @Test
    void a_start_with_many_schedules_does_not_ask_for_each_of_them() throws Exception {
        WatchedStore store = newStore();
        Baton baton = on(store);
        for (int i = 0; i < 200; i++) {
            baton.add(Job.named("job" + i).cron("0 0 1 1 *").run(context -> {}));
        }
        baton.start();
        Execution execution = Patience.within("triggering", () -> baton.trigger("job7"));
        await(execution);
        Assertions.assertThat(store.calls("definition") + store.calls("dealtWith"))
                .as("questions for 200 schedules")
                .isLessThan(50);
    }

    /** Fewer steps than the outputs of which a store leaves out, and more. */
    @ParameterizedTest(name = "{0} steps")
    @ValueSource(ints = {100, 201})
    void a_parent_on_another_node_is_not_asked_for_all_its_runs_again_and_again(int steps) throws Exception {
        waitForAnotherNode(steps, parent -> Submission.of("child").after(parent));
    }

    @ParameterizedTest(name = "{0} steps")
    @ValueSource(ints = {100, 201})
    void a_run_on_another_node_is_waited_for_without_asking_for_all_others_again_and_again(int steps) throws Exception {
        waitForAnotherNode(steps, parent -> Submission.of("child").after(new RunId(parent.id(), steps - 1)));
    }

    private void waitForAnotherNode(int steps, Function<Execution, Submission> toChild) throws Exception {
        nodes.assumeShared();
        CountDownLatch go = new CountDownLatch(1);
        Workflow parent = Workflow.define("parent", w -> {
            List<Step<?>> quick = new ArrayList<>();
            for (int i = 1; i < steps; i++) {
                quick.add(w.run("s" + i, context -> {}));
            }
            w.run("slow", context -> go.await()).after(quick.toArray(Step<?>[]::new));
        });
        Duration lease = Duration.ofSeconds(3);
        Baton here =
                on(newStore(), settings -> settings.lease(lease)).add(parent).start();
        Execution first = here.trigger("parent");
        Patience.until("its last step runs", () -> here.isRunning("parent"));
        WatchedStore store = newStore();
        Baton elsewhere = on(store, settings -> settings.lease(lease))
                .add(Job.named("child").run(context -> {}))
                .start();
        try {
            Execution child = elsewhere.submit(toChild.apply(elsewhere.execution(first.id())));
            long runs = store.runsRead();
            long beats = store.calls("beat");
            Patience.until("three heartbeats", () -> store.calls("beat") >= beats + 3);
            Assertions.assertThat(store.runsRead() - runs).as("runs read").isLessThan(2L * steps);
            go.countDown();
            await(child);
        } finally {
            go.countDown();
        }
    }

    @Test
    void many_that_wait_for_an_execution_on_another_node_do_not_ask_one_by_one() throws Exception {
        nodes.assumeShared();
        CountDownLatch go = new CountDownLatch(1);
        Baton here = on(newStore())
                .add(Job.named("parent").run(context -> go.await()))
                .start();
        Execution parent = here.trigger("parent");
        Patience.until("the parent runs", () -> here.isRunning("parent"));
        WatchedStore store = newStore();
        Baton elsewhere = on(store).add(Job.named("child").run(context -> {})).start();
        try {
            Execution known = elsewhere.execution(parent.id());
            List<Submission> batch = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                batch.add(Submission.of("child").after(known));
            }
            List<Execution> children = elsewhere.submit(batch);
            long asked = store.calls("ended");
            Patience.until("they are asked about a few times", () -> store.calls("ended") >= asked + 3);
            long before = store.calls("look") + store.calls("find");
            long again = store.calls("ended");
            Patience.until("and again", () -> store.calls("ended") >= again + 3);
            Assertions.assertThat(store.calls("look") + store.calls("find") - before)
                    .as("questions about the execution that 300 wait for")
                    .isLessThan(50);
            go.countDown();
            for (Execution child : children) {
                await(child);
            }
        } finally {
            go.countDown();
        }
    }

    // ---- gates

    @Test
    void draining_a_line_at_a_gate_asks_the_store_in_proportion_to_its_length() throws Exception {
        nodes.assumeShared();
        double few = questionsToDrain(50) / 50.0;
        double many = questionsToDrain(400) / 400.0;
        Assertions.assertThat(many)
                .as("questions for each run in a line of 400")
                .isLessThan(3 * few + 1);
    }

    private long questionsToDrain(int count) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = on(store)
                .add(Job.named("gated" + count).limit(Limit.concurrency(1)).run(context -> go.await()))
                .start();
        List<Execution> line = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            line.add(baton.trigger("gated" + count));
        }
        Patience.until("the first runs", () -> baton.isRunning("gated" + count));
        long before = store.permitRequests() + store.calls("admit");
        go.countDown();
        for (Execution execution : line) {
            await(execution);
        }
        long asked = store.permitRequests() + store.calls("admit") - before;
        close(baton);
        return asked;
    }
}

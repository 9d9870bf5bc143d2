package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Action;
import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.error.BatonClosedException;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every execution ends; an ended execution stays ended and holds no resources. */
abstract class EndCompliance {

    private static final Duration HOUR = Duration.ofHours(1);

    private final Nodes nodes;

    EndCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    // ---- marks of parents whose children wait

    /** A question, another one if the answer to it is no, and a final step. */
    private static Workflow asking() {
        return Workflow.define("w", w -> {
            Step<?> first = w.approval("first", "Go on?");
            w.approval("ask", "Are you sure?").after(first.failed());
            w.finalRun("end", context -> {});
        });
    }

    @Test
    void a_step_that_waits_goes_on_waiting_after_a_restart_though_its_parent_was_marked() {
        BatonTest node = nodes.start(each -> each.add(asking()));
        Execution execution = node.trigger("w");
        execution.reject("first", "no");
        node.settle();
        assertThat(execution).isActive().has("ask", RunStatus.RUNNING);
        execution.mark("first", RunStatus.SUCCESS);
        nodes.restart();
        assertThat(nodes.again(execution))
                .isActive()
                .has("ask", RunStatus.RUNNING)
                .has("end", RunStatus.BLOCKED);
        nodes.again(execution).approve("ask", "yes");
        nodes.running().settle();
        assertThat(nodes.again(execution)).succeeded().ran("ask", "end");
    }

    @Test
    void a_step_that_was_ready_when_its_parent_was_marked_runs_after_a_restart_too() {
        BatonTest node = nodes.start(each -> each.add(asking()));
        Execution execution = node.trigger("w");
        execution.hold();
        execution.reject("first", "no");
        node.settle();
        assertThat(execution).has("ask", RunStatus.PENDING);
        execution.mark("first", RunStatus.SUCCESS);
        nodes.restart();
        nodes.again(execution).release();
        nodes.running().settle();
        nodes.again(execution).approve("ask", "yes");
        nodes.running().settle();
        assertThat(nodes.again(execution)).succeeded().ran("ask", "end");
    }

    // ---- marks that leave the status of an ended execution as it was

    private static Workflow failingTwice() {
        return Workflow.define("w", w -> {
            w.run("first", context -> {
                throw new IllegalStateException("as expected");
            });
            w.run("second", context -> {
                throw new IllegalStateException("as expected");
            });
        });
    }

    @Test
    void an_execution_that_a_mark_ends_once_more_ended_at_that_time_after_a_restart_too() {
        BatonTest node = nodes.start(each -> each.add(failingTwice()));
        Execution execution = node.trigger("w");
        node.advance(HOUR);
        execution.mark("first", RunStatus.SKIPPED);
        node.settle();
        assertThat(execution).hasStatus(ExecutionStatus.FAILURE);
        Instant end = node.clock().now();
        Assertions.assertThat(execution.finished()).contains(end);
        nodes.restart();
        Assertions.assertThat(nodes.again(execution).finished()).contains(end);
    }

    @Test
    void an_execution_that_a_mark_ends_once_more_can_be_marked_on_other_nodes() throws Exception {
        nodes.assumeShared();
        Baton one = nodes.join(each -> each.add(failingTwice()));
        Baton other = nodes.join(each -> each.add(failingTwice()));
        Execution execution = one.trigger("w").await(Patience.BOUND);
        execution.mark("first", RunStatus.SKIPPED);
        Patience.within(
                "a mark on the other node",
                () -> other.execution(execution.id()).mark("second", RunStatus.SKIPPED));
        assertThat(other.execution(execution.id())).hasStatus(ExecutionStatus.SKIPPED);
    }

    // ---- onStop

    private static Deferred waiting(CountDownLatch registered, Runnable onStop) {
        return (context, handover) -> {
            handover.onStop(onStop);
            registered.countDown();
        };
    }

    @Test
    void an_on_stop_that_throws_leaves_no_cancel_half_done() throws Exception {
        CountDownLatch registered = new CountDownLatch(2);
        Workflow workflow = Workflow.define("w", w -> {
            Step<?> first = w.call("first", waiting(registered, () -> {
                throw new IllegalStateException("cannot stop");
            }));
            w.call("second", waiting(registered, () -> {
                throw new AssertionError("cannot stop either");
            }));
            w.run("after", context -> {}).after(first);
            w.finalRun("end", context -> {});
        });
        Baton baton = nodes.join(node -> node.add(workflow));
        Execution execution = baton.trigger("w");
        Patience.until("both wait", () -> registered.getCount() == 0);
        Execution.Cancellation done = Patience.within("cancelling", () -> execution.cancel());
        Assertions.assertThat(done.signalled()).isEqualTo(2);
        Patience.within("the end", () -> execution.await(Patience.BOUND));
        assertThat(execution)
                .hasStatus(ExecutionStatus.CANCELLED)
                .has("first", RunStatus.CANCELLED)
                .has("second", RunStatus.CANCELLED)
                .has("after", RunStatus.CANCELLED)
                .ran("end");
    }

    @Test
    void an_on_stop_that_blocks_at_a_timeout_does_not_hold_up_what_waits_for_its_time() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Deferred blocking = waiting(new CountDownLatch(1), () -> {
            stopping.countDown();
            awaitQuietly(released);
        });
        Baton baton = nodes.join(node -> {
            node.add(Job.named("blocking").timeout(Duration.ofMillis(50)).call(blocking));
            node.add(Job.named("later").run(context -> {}));
        });
        try {
            baton.trigger("blocking");
            stopping.await();
            Execution later = Patience.within(
                    "submitting",
                    () -> baton.submit(
                            Submission.of("later").notBefore(Instant.now().plusMillis(100))));
            Patience.within("what is due later", () -> later.await(Patience.BOUND));
            assertThat(later).succeeded();
        } finally {
            released.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A definition that the engine cannot carry out.
     *
     * @param words the mistake, in words
     */
    private record Impossible(String words, Workflow workflow) {

        @Override
        public String toString() {
            return words;
        }
    }

    private static Impossible impossible(String words, Consumer<WorkflowBuilder> steps) {
        return new Impossible(words, Workflow.define("impossible", steps));
    }

    private static Step<Object> fanout(WorkflowBuilder w, Fanout.Source source) {
        return w.fanout("step", Fanout.over(source).each(context -> "done"));
    }

    @SuppressWarnings("NullAway") // what the signatures forbid is what is tried here
    static Stream<Impossible> impossible() {
        return Stream.of(
                impossible(
                        "a guard that returns null",
                        w -> w.run("step", context -> {}).when(context -> null)),
                impossible(
                        "a guard of a waiting step that returns null",
                        w -> w.approval("step", "may I?").when(context -> null)),
                impossible("a fan-out over null", w -> fanout(w, context -> null)),
                impossible("a fan-out over a list that throws", w -> fanout(w, context -> new ThrowingList())),
                impossible(
                        "a waiting body that fails with null",
                        w -> w.call("step", (Deferred) (context, handover) -> handover.fail(null))),
                impossible(
                        "a waiting body that is skipped for null",
                        w -> w.call("step", (Deferred) (context, handover) -> handover.skipRun(null))),
                impossible(
                        "a waiting body that succeeds at no time",
                        w -> w.call("step", (Deferred) (context, handover) -> handover.succeedAt(null))),
                impossible(
                        "a body that is skipped for null",
                        w -> w.run("step", context -> {
                            throw context.skip(null);
                        })),
                impossible("a checkpoint of null", w -> w.run("step", context -> context.checkpoint(null))),
                impossible("a sub-workflow that is not there", w -> w.workflow("step", "nowhere")));
    }

    /** A list that cannot be read. */
    private static final class ThrowingList extends AbstractList<Object> {

        @Override
        public Object get(int index) {
            throw new IllegalStateException("unreadable");
        }

        @Override
        public Iterator<Object> iterator() {
            throw new IllegalStateException("unreadable");
        }

        @Override
        public int size() {
            return 3;
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("impossible")
    void what_cannot_be_done_ends_and_says_why(Impossible impossible) throws Exception {
        Baton baton = nodes.join(node -> {
            node.add(impossible.workflow());
            node.add(Job.named("innocent").run(context -> {}));
        });
        Execution execution = Patience.within("triggering", () -> baton.trigger("impossible"));
        Patience.within("the end", () -> execution.await(Patience.BOUND));
        Assertions.assertThat(execution.run("step").status()).isIn(RunStatus.FAILURE, RunStatus.SKIPPED);
        Assertions.assertThat(execution.run("step").reason()).isNotBlank();
        Execution innocent = Patience.within("triggering", () -> baton.trigger("innocent"));
        assertThat(Patience.within("another execution", () -> innocent.await(Patience.BOUND)))
                .succeeded();
    }

    @Test
    void a_time_limit_of_eons_is_none() throws Exception {
        Duration eons = Duration.ofSeconds(Long.MAX_VALUE);
        Workflow workflow = Workflow.define("w", w -> {
            w.timeout(eons).deadline(eons);
            w.run("step", context -> {}).timeout(eons).totalTimeout(eons);
            w.waitFor("wait", Duration.ofMillis(1)).timeout(eons);
        });
        Baton baton = nodes.join(node -> node.add(workflow));
        Execution execution = Patience.within("triggering", () -> baton.trigger("w"));
        assertThat(Patience.within("the end", () -> execution.await(Patience.BOUND)))
                .succeeded();
    }

    @Test
    void a_retry_after_eons_waits_for_the_longest_delay_of_all() {
        Retry retry = Retry.fixed(2, Duration.ofSeconds(Long.MAX_VALUE));
        BatonTest node = nodes.start(each ->
                each.add(Job.named("job").retry(retry).run(context -> {})).failing("job"));
        Execution execution = node.trigger("job");
        assertThat(execution).isActive().has("job", RunStatus.PENDING, "attempt 1 failed");
        node.advance(Duration.ofDays(365));
        assertThat(execution).failed().hadAttempts("job", 2);
    }

    @Test
    void a_wait_of_eons_lasts_until_the_end() {
        BatonTest node = nodes.start(
                each -> each.taking("job", HOUR).add(Job.named("job").run(context -> {})));
        Execution execution = node.trigger("job");
        Assertions.assertThatCode(() -> execution.await(Duration.ofSeconds(Long.MAX_VALUE)))
                .doesNotThrowAnyException();
        assertThat(execution).succeeded();
    }

    @Test
    void a_close_does_not_wait_for_code_that_is_called_at_the_end_of_an_execution() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Baton baton = nodes.join(node -> node.add(Workflow.define("release", w -> w.approval("ask", "Ship it?"))));
        baton.trigger("release").onEnd().whenComplete((execution, error) -> {
            called.countDown();
            awaitQuietly(released);
        });
        try {
            Patience.within("closing", baton::close);
            Patience.until("the code is called", () -> called.getCount() == 0);
        } finally {
            released.countDown();
        }
    }

    @Test
    void who_asks_for_the_end_of_an_execution_after_a_close_hears_of_it() {
        Baton baton = nodes.join(node -> node.add(Workflow.define("release", w -> w.approval("ask", "Ship it?"))));
        Execution execution = baton.trigger("release");
        baton.close();
        Assertions.assertThat(execution.onEnd())
                .failsWithin(Patience.BOUND)
                .withThrowableThat()
                .withCauseInstanceOf(BatonClosedException.class);
    }

    /** Ends well, fails, or ends as it is told to stop; each in turn. */
    private static void bePartlyDone(RunContext context, AtomicInteger calls) throws InterruptedException {
        int call = calls.incrementAndGet();
        try {
            context.sleep(Duration.ofMillis(call % 12));
        } catch (InterruptedException stopped) {
            if (call % 2 == 0) {
                throw stopped;
            }
        }
        if (call % 3 == 0) {
            throw new IllegalStateException("fails");
        }
    }

    @Test
    void a_baton_that_stops_and_starts_again_and_again_loses_no_place_at_a_limit() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Action action = context -> bePartlyDone(context, calls);
        Baton baton = nodes.join(settings -> settings.stopGrace(Duration.ofMillis(5)), node -> {
            node.add(Job.named("over")
                    .overlap(Overlap.queue())
                    .retry(Retry.fixed(2, Duration.ofMillis(3)))
                    .run(action));
            node.add(Workflow.define("w", w -> {
                w.overlap(Overlap.queue().upTo(2));
                w.run("over", action).overlap(Overlap.queue());
                w.run("limited", action).limit(Limit.concurrency(1));
            }));
        });
        List<Execution> all = new ArrayList<>();
        for (int round = 0; round < 60; round++) {
            all.add(baton.trigger("over"));
            all.add(baton.trigger("w"));
            baton.stop(Duration.ofMillis(round % 6));
            baton.start();
        }
        for (Execution execution : all) {
            Patience.within("the end", () -> execution.await(Patience.BOUND));
        }
    }

    @Test
    void an_execution_that_is_due_at_the_end_of_time_harms_no_other() throws Exception {
        Baton baton = nodes.join(node -> node.add(Job.named("job").run(context -> {})));
        List<Instant> ends = List.of(Instant.MAX, Instant.MIN, Instant.ofEpochSecond(Long.MAX_VALUE / 2_000_000));
        for (Instant end : ends) {
            try {
                Patience.within(
                        "submitting", () -> baton.submit(Submission.of("job").notBefore(end)));
            } catch (RuntimeException refused) {
                // A scheduler may reject a time that it cannot represent.
            }
        }
        Execution next = Patience.within("triggering", () -> baton.trigger("job", Map.of("a", 1)));
        assertThat(Patience.within("the end", () -> next.await(Patience.BOUND))).succeeded();
    }
}

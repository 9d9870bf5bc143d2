package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every execution ends; an ended execution stays ended and holds no resources. */
abstract class EndCompliance {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant IN_AN_HOUR = Instant.parse("2026-01-01T01:00:00Z");

    private final Nodes nodes;

    EndCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    // ---- delayed executions that were cancelled

    private static Workflow oneAtATime() {
        return Workflow.define("w", w -> {
            w.overlap(Overlap.queue());
            w.run("step", context -> {});
        });
    }

    private static Execution submitDelayedAndCancel(BatonTest node, String name) {
        Execution delayed = node.baton().submit(Submission.of(name).notBefore(IN_AN_HOUR));
        node.settle();
        delayed.cancel();
        node.settle();
        return delayed;
    }

    @Test
    void a_delayed_execution_that_was_cancelled_takes_no_place_among_the_executions_of_its_workflow() {
        BatonTest node = nodes.start(each -> each.add(oneAtATime()));
        submitDelayedAndCancel(node, "w");
        node.advance(HOUR.multipliedBy(2));
        Execution next = node.trigger("w");
        node.advance(HOUR);
        assertThat(next).succeeded();
    }

    @Test
    void a_delayed_execution_that_was_cancelled_takes_no_permit_of_its_job() {
        Job job = Job.named("job").limit(Limit.concurrency(1)).run(context -> {});
        BatonTest node = nodes.start(each -> each.add(job));
        submitDelayedAndCancel(node, "job");
        node.advance(HOUR.multipliedBy(2));
        Execution next = node.trigger("job");
        node.advance(HOUR);
        assertThat(next).succeeded();
    }

    @Test
    void a_delayed_execution_that_was_cancelled_stays_so_when_its_workflow_is_paused_at_its_time() {
        BatonTest node = nodes.start(each -> each.add(oneAtATime()));
        Execution delayed = submitDelayedAndCancel(node, "w");
        assertThat(delayed).hasStatus(ExecutionStatus.CANCELLED);
        node.baton().pause("w");
        node.advance(HOUR.multipliedBy(2));
        assertThat(nodes.again(delayed)).hasStatus(ExecutionStatus.CANCELLED);
        Assertions.assertThat(node.baton().activeExecutions()).isEmpty();
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
                impossible(
                        "a retry after eons",
                        w -> w.run("step", context -> {
                                    throw new IllegalStateException("fails");
                                })
                                .retry(Retry.fixed(2, Duration.ofSeconds(Long.MAX_VALUE)))),
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

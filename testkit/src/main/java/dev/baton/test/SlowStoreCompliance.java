package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Workflow;
import dev.baton.error.BatonException;
import dev.baton.error.NotPossibleException;
import dev.baton.spi.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store that keeps its callers waiting: other executions do not wait with them, and what is not recorded yet has not
 * happened yet.
 */
abstract class SlowStoreCompliance extends OnWatchedStore {

    SlowStoreCompliance(Nodes nodes) {
        super(nodes);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"beat", "claim", "receive", "paused"})
    void a_trigger_is_not_held_up_while_another_thread_waits_for_the_answer_to(String method) throws Exception {
        HeldCall call = new HeldCall();
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            store.beforeNext(method, call::hold);
            // The engine makes some calls rarely, and some only on occasion; then nothing waits for them.
            Patience.untilOrSoon(call::isMade);
            Execution execution = Patience.within("triggering", () -> baton.trigger("diamond"));
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        } finally {
            call.release();
            Patience.within("closing", baton::close);
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"find", "past", "active"})
    void a_trigger_is_not_held_up_while_a_reader_waits_for_the_answer_to(String method) throws Exception {
        HeldCall call = new HeldCall();
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            Execution ended = Patience.within("triggering", () -> baton.trigger("diamond"));
            Patience.within("the end", () -> ended.await(Patience.BOUND));
            store.beforeNext(method, call::hold);
            Patience.start("reading", () -> {
                List<Execution> all = new ArrayList<>(baton.pastExecutions("diamond"));
                all.addAll(baton.activeExecutions());
                all.forEach(Execution::runs);
                return all;
            });
            Patience.untilOrSoon(call::isMade);
            Execution execution = Patience.within("triggering", () -> baton.trigger("diamond"));
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        } finally {
            call.release();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void a_trigger_is_not_held_up_while_a_stop_waits_for_the_store() throws Exception {
        HeldCall call = new HeldCall();
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            store.beforeNext("handOver", call::hold);
            Patience.start("stopping", () -> {
                baton.stop(Duration.ZERO);
                return baton;
            });
            Patience.untilOrSoon(call::isMade);
            Patience.within("triggering", () -> triggerOrRefuse(baton));
        } finally {
            call.release();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void a_trigger_is_not_held_up_while_a_start_waits_for_the_store() throws Exception {
        HeldCall call = new HeldCall();
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            Patience.within("stopping", () -> baton.stop(Duration.ZERO));
            store.beforeNext("open", call::hold);
            Patience.start("starting again", baton::start);
            Patience.untilOrSoon(call::isMade);
            Patience.within("triggering", () -> triggerOrRefuse(baton));
        } finally {
            call.release();
            Patience.within("closing", baton::close);
        }
    }

    /** A scheduler that stops or starts may accept the execution or refuse it, but must answer at once. */
    private static void triggerOrRefuse(Baton baton) {
        try {
            baton.trigger("diamond");
        } catch (BatonException refused) {
            Assertions.assertThat(refused).hasMessageNotContaining("in time");
        }
    }

    @Test
    void a_trigger_on_a_thread_that_was_interrupted_waits_for_the_store_like_any_other() throws Exception {
        HeldCall call = new HeldCall();
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            store.beforeNext("commit", call::hold);
            Patience.Started<Execution> first = Patience.start("triggering", () -> baton.trigger("diamond"));
            call.awaitCaller();
            Patience.Started<Boolean> second = Patience.start("triggering while interrupted", () -> {
                Thread.currentThread().interrupt();
                baton.trigger("diamond");
                return Thread.interrupted();
            });
            Patience.until(
                    "it waits",
                    () -> second.task().isDone() || second.thread().getState() == Thread.State.TIMED_WAITING);
            call.release();
            Assertions.assertThat(second.get()).as("it is interrupted still").isTrue();
            first.get();
        } finally {
            call.release();
            Patience.within("closing", baton::close);
        }
    }

    /** A mark that nobody has recorded may get lost with its node: nobody may hear of it, not by a refusal either. */
    @Test
    void a_command_is_refused_only_when_what_keeps_it_from_being_done_is_recorded() throws Exception {
        WatchedStore store = newStore();
        HeldCall call = new HeldCall();
        Baton baton = Baton.builder().store(store.store()).closeGrace(GRACE).build();
        try {
            baton.add(Workflow.define("asking", w -> {
                        w.approval("step", "Go on?");
                        w.approval("other", "And here?");
                    }))
                    .start();
            Execution execution = baton.trigger("asking");
            Patience.until(
                    "it is recorded that both ask",
                    () -> store.real().find(execution.id()).orElseThrow().runs().size() == 2);
            store.beforeNext("commit", call::hold);
            Patience.Started<Boolean> first = Patience.start("the first mark", () -> mark(execution));
            call.awaitCaller();
            Patience.Started<Boolean> second = Patience.start("the second mark", () -> mark(execution));
            Patience.until(
                    "the second mark is answered, or waits",
                    () -> second.task().isDone() || second.thread().getState() == Thread.State.WAITING);
            Assertions.assertThat(second.task().isDone()).isFalse();
            call.release();
            Assertions.assertThat(first.get()).isTrue();
            Assertions.assertThat(second.get()).isFalse();
        } finally {
            call.release();
            store.disarm();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void a_command_that_the_store_refuses_does_not_fail_the_attempt_that_has_just_ended() throws Exception {
        WatchedStore store = newStore();
        HeldCall call = new HeldCall();
        CompletableFuture<Deferred.Handover> first = new CompletableFuture<>();
        CompletableFuture<Deferred.Handover> second = new CompletableFuture<>();
        Deferred firstBody = (context, handover) -> first.complete(handover);
        Deferred secondBody = (context, handover) -> second.complete(handover);
        Baton baton = Baton.builder().store(store.store()).closeGrace(GRACE).build();
        try {
            baton.add(Workflow.define("asking", w -> {
                        w.approval("step", "Go on?");
                        w.call("first", firstBody);
                        w.call("second", secondBody);
                    }))
                    .start();
            Execution execution = baton.trigger("asking");
            Patience.until(
                    "it is recorded that all wait",
                    () -> store.real().find(execution.id()).orElseThrow().runs().size() == 3);
            store.eachCommit(SlowStoreCompliance::refuseMark);
            store.beforeNext("commit", call::hold);
            first.get().succeed(null);
            call.awaitCaller();
            // The end of the second and the mark wait behind the end of the first.
            second.get().succeed(null);
            Patience.Started<Boolean> mark = Patience.start("the mark", () -> mark(execution));
            Patience.until(
                    "the mark is answered, or waits",
                    () -> mark.task().isDone() || mark.thread().getState() == Thread.State.WAITING);
            call.release();
            Assertions.assertThat(mark.get()).isFalse();
            Patience.until(
                    "the approval waits again", () -> execution.run("step").status() == RunStatus.RUNNING);
            Assertions.assertThat(execution.run("second").status()).isEqualTo(RunStatus.SUCCESS);
            execution.mark("step", RunStatus.SKIPPED);
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        } finally {
            call.release();
            store.disarm();
            Patience.within("closing", baton::close);
        }
    }

    private static void refuseMark(Store.Commit commit) {
        boolean isMark = commit.runs().stream()
                .anyMatch(run -> run.job().equals("asking/step") && run.state().status() == RunStatus.SUCCESS);
        if (isMark) {
            throw new IllegalStateException("not in this house");
        }
    }

    /** Returns whether it was done; a success cannot be marked again. */
    private static boolean mark(Execution execution) {
        try {
            execution.mark("step", RunStatus.SUCCESS);
            return true;
        } catch (NotPossibleException e) {
            return false;
        }
    }

    /** On a single file the transaction may hold the very lock that the writer waits for. */
    @Test
    void a_bodys_transaction_does_not_wait_for_a_change_that_waits_for_the_writer() throws Exception {
        Assumptions.assumeFalse(nodes().isShared(), "where transactions do not exclude one another, they may wait");
        WatchedStore store = newStore();
        CountDownLatch go = new CountDownLatch(1);
        HeldCall call = new HeldCall();
        AtomicInteger calls = new AtomicInteger();
        Baton baton = Baton.builder().store(store.store()).closeGrace(GRACE).build();
        try {
            baton.add(diamond())
                    .add(Workflow.define("writing", w -> {
                        w.run("write", context -> {
                            var unused = context.transaction();
                            calls.incrementAndGet();
                            go.await();
                        });
                        w.approval("ask", "Go on?");
                    }))
                    .start();
            Execution execution = baton.trigger("writing");
            Patience.until(
                    "it writes and asks",
                    () -> calls.get() == 1 && execution.run("ask").status() == RunStatus.RUNNING);
            store.beforeNext("commit", call::hold);
            Patience.start("another execution", () -> baton.trigger("diamond"));
            call.awaitCaller();
            Patience.Started<Boolean> mark = Patience.start("marking", () -> {
                execution.mark("ask", RunStatus.SUCCESS);
                return true;
            });
            Patience.until("the mark waits to be recorded", () -> mark.thread().getState() == Thread.State.WAITING);
            go.countDown();
            Patience.until("the execution is looked for again", () -> store.calls("owned") > 0);
            call.release();
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
            Assertions.assertThat(calls.get()).as("calls of the body").isGreaterThan(1);
        } finally {
            go.countDown();
            call.release();
            store.disarm();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void an_execution_whose_end_has_no_effects_yet_is_active_and_then_past_with_its_result() throws Exception {
        HeldCall call = new HeldCall();
        WatchedStore store = newStore();
        Baton baton = Baton.builder().store(store.store()).build();
        baton.add(Job.named("answer").call(context -> 42));
        store.afterEach("commit", () -> {
            if (!store.real().past("answer", 1).isEmpty()) {
                call.hold();
            }
        });
        try {
            Patience.within("starting", baton::start);
            Patience.start("triggering", () -> baton.trigger("answer"));
            Patience.until("the record", () -> !store.real().past("answer", 1).isEmpty());
            Assertions.assertThat(baton.pastExecutions("answer")).isEmpty();
            Assertions.assertThat(baton.activeExecutions())
                    .extracting(Execution::status)
                    .containsExactly(ExecutionStatus.RUNNING);

            call.release();
            Patience.until("the end", () -> !baton.pastExecutions("answer").isEmpty());
            Assertions.assertThat(baton.activeExecutions()).isEmpty();
            Execution past = baton.pastExecutions("answer").get(0);
            Assertions.assertThat(past.status()).isEqualTo(ExecutionStatus.SUCCESS);
            Assertions.assertThat(past.run("answer").output()).contains(42);
        } finally {
            call.release();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void a_stop_waits_for_an_end_that_is_being_recorded() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        HeldCall call = new HeldCall();
        AtomicInteger calls = new AtomicInteger();
        WatchedStore store = newStore();
        Baton baton = Baton.builder().store(store.store()).build();
        baton.add(Job.named("once").run(context -> {
            calls.incrementAndGet();
            go.await();
        }));
        Patience.within("starting", baton::start);
        try {
            Execution execution = Patience.within("triggering", () -> baton.trigger("once"));
            Patience.until("the body", () -> calls.get() == 1);
            store.beforeNext("commit", call::hold);
            go.countDown();
            call.awaitCaller();
            Patience.start("stopping", () -> {
                baton.stop(Duration.ofMinutes(1));
                return baton;
            });
            Patience.untilOrSoon(() -> store.calls("handOver") > 0);
            Assertions.assertThat(store.calls("handOver")).isZero();
            call.release();
            Patience.until("handing over", () -> store.calls("handOver") > 0);
            Patience.within("starting again", baton::start);
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(calls).hasValue(1);
        } finally {
            call.release();
            Patience.within("closing", baton::close);
        }
    }
}

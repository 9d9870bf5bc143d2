package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.error.BatonClosedException;
import dev.baton.error.BatonException;
import dev.baton.error.NotPossibleException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store that throws unexpected exceptions, or that blocks: no execution is lost, and other executions do not wait.
 */
abstract class FaultyStoreCompliance {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration GRACE = Duration.ofMillis(100);

    private final Nodes nodes;

    FaultyStoreCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    private static Workflow diamond() {
        return Workflow.define("diamond", w -> {
            Step<?> top = w.run("top", context -> {});
            Step<?> left = w.run("left", context -> {}).after(top);
            Step<?> right = w.run("right", context -> {}).after(top);
            w.run("bottom", context -> {}).after(left, right);
        });
    }

    private static Baton start(WatchedStore store) {
        Baton baton = Baton.builder()
                .store(store.store())
                .lease(LEASE)
                .closeGrace(GRACE)
                .stopGrace(GRACE)
                .build();
        baton.add(diamond());
        baton.add(Job.named("tick").cron("* * * * * *").run(context -> {}));
        return baton.start();
    }

    private WatchedStore newStore() {
        return new WatchedStore(nodes.assumeNewStore());
    }

    /**
     * A fault that a store throws.
     *
     * @param words the fault, in words
     */
    private record Fault(String words, WatchedStore.Happening happening) {

        @Override
        public String toString() {
            return words;
        }
    }

    static Stream<Arguments> faults() {
        List<Fault> faults = List.of(
                new Fault("a RuntimeException", () -> {
                    throw new IllegalStateException("faulty");
                }),
                new Fault("an Error", () -> {
                    throw new AssertionError("faulty");
                }),
                new Fault("an OutOfMemoryError", () -> {
                    throw new OutOfMemoryError("faulty");
                }));
        return Stream.of("commit", "claim", "beat", "receive", "release")
                .flatMap(method -> faults.stream().map(fault -> Arguments.of(method, fault)));
    }

    @ParameterizedTest(name = "{0} throws {1}")
    @MethodSource("faults")
    void no_execution_is_lost_when(String method, Fault fault) throws Exception {
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        List<Execution> started = new ArrayList<>();
        try {
            started.add(Patience.within("triggering", () -> baton.trigger("diamond")));
            store.beforeNext(method, fault.happening());
            for (int i = 0; i < 20; i++) {
                try {
                    started.add(Patience.within("triggering", () -> baton.trigger("diamond")));
                } catch (RuntimeException | AssertionError told) {
                    // The caller learns that the execution was not recorded.
                    Assertions.assertThat(told.getMessage()).doesNotContain("did not return");
                }
            }
            for (Execution execution : started) {
                Patience.within("an execution", () -> execution.await(Patience.BOUND));
                Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
            }
        } finally {
            store.disarm();
            Patience.within("closing", baton::close);
        }
        areRecorded(started);
    }

    private void areRecorded(List<Execution> executions) throws Exception {
        Baton another = Patience.within("starting again", () -> start(newStore()));
        try {
            for (Execution execution : executions) {
                Assertions.assertThat(another.execution(execution.id()).status())
                        .isEqualTo(ExecutionStatus.SUCCESS);
            }
        } finally {
            Patience.within("closing", another::close);
        }
    }

    /** A mark that nobody has recorded may get lost with its node: nobody may hear of it, not by a refusal either. */
    @Test
    void a_command_is_refused_only_when_what_keeps_it_from_being_done_is_recorded() throws Exception {
        WatchedStore store = newStore();
        CountDownLatch recording = new CountDownLatch(1);
        CountDownLatch record = new CountDownLatch(1);
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
            store.beforeNext("commit", () -> {
                recording.countDown();
                record.await();
            });
            Patience.Started<Boolean> first = Patience.start("the first mark", () -> mark(execution));
            recording.await();
            Patience.Started<Boolean> second = Patience.start("the second mark", () -> mark(execution));
            Patience.until(
                    "the second mark is answered, or waits",
                    () -> second.task().isDone() || second.thread().getState() == Thread.State.WAITING);
            Assertions.assertThat(second.task().isDone()).isFalse();
            record.countDown();
            Assertions.assertThat(first.get()).isTrue();
            Assertions.assertThat(second.get()).isFalse();
        } finally {
            record.countDown();
            store.disarm();
            Patience.within("closing", baton::close);
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

    @Test
    void a_command_that_the_store_refuses_does_not_fail_the_attempt_that_has_just_ended() throws Exception {
        WatchedStore store = newStore();
        CountDownLatch recording = new CountDownLatch(1);
        CountDownLatch record = new CountDownLatch(1);
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
            store.eachCommit(FaultyStoreCompliance::refuseMark);
            store.beforeNext("commit", () -> {
                recording.countDown();
                record.await();
            });
            first.get().succeed(null);
            recording.await();
            // The end of the second and the mark wait behind the end of the first.
            second.get().succeed(null);
            Patience.Started<Boolean> mark = Patience.start("the mark", () -> mark(execution));
            Patience.until(
                    "the mark is answered, or waits",
                    () -> mark.task().isDone() || mark.thread().getState() == Thread.State.WAITING);
            record.countDown();
            Assertions.assertThat(mark.get()).isFalse();
            Patience.until(
                    "the approval waits again", () -> execution.run("step").status() == RunStatus.RUNNING);
            Assertions.assertThat(execution.run("second").status()).isEqualTo(RunStatus.SUCCESS);
            execution.mark("step", RunStatus.SKIPPED);
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        } finally {
            record.countDown();
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

    /** On a single file the transaction may hold the very lock that the writer waits for. */
    @Test
    void a_bodys_transaction_does_not_wait_for_a_change_that_waits_for_the_writer() throws Exception {
        Assumptions.assumeFalse(nodes.isShared(), "where transactions do not exclude one another, they may wait");
        WatchedStore store = newStore();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch recording = new CountDownLatch(1);
        CountDownLatch record = new CountDownLatch(1);
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
            store.beforeNext("commit", () -> {
                recording.countDown();
                record.await();
            });
            Patience.start("another execution", () -> baton.trigger("diamond"));
            recording.await();
            Patience.Started<Boolean> mark = Patience.start("marking", () -> {
                execution.mark("ask", RunStatus.SUCCESS);
                return true;
            });
            Patience.until("the mark waits to be recorded", () -> mark.thread().getState() == Thread.State.WAITING);
            go.countDown();
            Patience.until("the execution is looked for again", () -> store.calls("owned") > 0);
            record.countDown();
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
            Assertions.assertThat(calls.get()).as("calls of the body").isGreaterThan(1);
        } finally {
            go.countDown();
            record.countDown();
            store.disarm();
            Patience.within("closing", baton::close);
        }
    }

    /** A command takes an ended execution out of the list, and it has to come back whatever the store does meanwhile. */
    @Test
    void an_ended_execution_is_in_the_list_although_the_store_was_away_after_a_command_to_it() throws Exception {
        WatchedStore store = newStore();
        Baton baton = start(store);
        try {
            Execution execution = baton.trigger("diamond");
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            store.beforeNext("release", () -> {
                throw new StoreUnavailableException("away", new IllegalStateException("cut"), true);
            });
            Assertions.assertThatThrownBy(execution::hold).isInstanceOf(NotPossibleException.class);
            Patience.until(
                    "it is in the list of ended ones",
                    () -> store.real().past("diamond", 10).size() == 1);
        } finally {
            store.disarm();
            Patience.within("closing", baton::close);
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"commit", "release", "handOver", "beat", "claim", "owned", "receive", "close"})
    void closing_returns_although_this_throws_from_now_on(String method) throws Exception {
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        Execution before = Patience.within("triggering", () -> baton.trigger("diamond"));
        Patience.within("an execution", () -> before.await(Patience.BOUND));
        store.beforeEach(method, () -> {
            throw new IllegalStateException("faulty");
        });
        try {
            Patience.within("closing", () -> {
                try {
                    baton.close();
                } catch (RuntimeException told) {
                    // The call may report the fault, as long as it returns.
                }
            });
        } finally {
            store.disarm();
            store.real().close();
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"commit", "release", "handOver", "beat", "claim", "owned"})
    void closing_returns_although_this_finds_the_store_gone_for_good(String method) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        baton.add(Job.named("long").run(context -> {
            running.countDown();
            context.sleep(Duration.ofHours(1));
        }));
        baton.trigger("long");
        running.await();
        store.beforeEach(method, () -> {
            throw new StoreUnavailableException("gone", new IllegalStateException("gone"));
        });
        try {
            Patience.within("closing", baton::close);
        } finally {
            store.disarm();
            store.real().close();
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"beat", "claim", "receive", "paused"})
    void a_trigger_is_not_held_up_while_another_thread_waits_for_the_answer_to(String method) throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            store.beforeNext(method, () -> {
                waiting.countDown();
                released.await();
            });
            // The engine makes some calls rarely, and some only on occasion; then nothing waits for them.
            Patience.untilOrSoon(() -> waiting.getCount() == 0);
            Execution execution = Patience.within("triggering", () -> baton.trigger("diamond"));
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        } finally {
            released.countDown();
            Patience.within("closing", baton::close);
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"find", "past", "active"})
    void a_trigger_is_not_held_up_while_a_reader_waits_for_the_answer_to(String method) throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            Execution ended = Patience.within("triggering", () -> baton.trigger("diamond"));
            Patience.within("the end", () -> ended.await(Patience.BOUND));
            store.beforeNext(method, () -> {
                waiting.countDown();
                released.await();
            });
            Patience.start("reading", () -> {
                List<Execution> all = new ArrayList<>(baton.pastExecutions("diamond"));
                all.addAll(baton.activeExecutions());
                all.forEach(Execution::runs);
                return all;
            });
            Patience.untilOrSoon(() -> waiting.getCount() == 0);
            Execution execution = Patience.within("triggering", () -> baton.trigger("diamond"));
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        } finally {
            released.countDown();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void a_trigger_is_not_held_up_while_a_stop_waits_for_the_store() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            store.beforeNext("handOver", () -> {
                waiting.countDown();
                released.await();
            });
            Patience.start("stopping", () -> {
                baton.stop(Duration.ZERO);
                return baton;
            });
            Patience.untilOrSoon(() -> waiting.getCount() == 0);
            Patience.within("triggering", () -> triggerOrRefuse(baton));
        } finally {
            released.countDown();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void a_trigger_is_not_held_up_while_a_start_waits_for_the_store() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            Patience.within("stopping", () -> baton.stop(Duration.ZERO));
            store.beforeNext("open", () -> {
                waiting.countDown();
                released.await();
            });
            Patience.start("starting again", baton::start);
            Patience.untilOrSoon(() -> waiting.getCount() == 0);
            Patience.within("triggering", () -> triggerOrRefuse(baton));
        } finally {
            released.countDown();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void a_trigger_on_a_thread_that_was_interrupted_waits_for_the_store_like_any_other() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = Patience.within("starting", () -> start(store));
        try {
            store.beforeNext("commit", () -> {
                waiting.countDown();
                released.await();
            });
            Patience.Started<Execution> first = Patience.start("triggering", () -> baton.trigger("diamond"));
            waiting.await();
            Patience.Started<Boolean> second = Patience.start("triggering while interrupted", () -> {
                Thread.currentThread().interrupt();
                baton.trigger("diamond");
                return Thread.interrupted();
            });
            Patience.until(
                    "it waits",
                    () -> second.task().isDone() || second.thread().getState() == Thread.State.TIMED_WAITING);
            released.countDown();
            Assertions.assertThat(second.get()).as("it is interrupted still").isTrue();
            first.get();
        } finally {
            released.countDown();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void what_ends_while_lost_claims_are_taken_back_is_not_claimed_any_more() throws Exception {
        WatchedStore store = newStore();
        CountDownLatch released = new CountDownLatch(1);
        List<Execution> running = new ArrayList<>();
        List<UUID> claimed = new CopyOnWriteArrayList<>();
        Baton baton = Baton.builder()
                .store(inOrder(store.store(), id -> {
                    if (claimed.contains(id)) {
                        released.countDown();
                        running.forEach(FaultyStoreCompliance::awaitEnd);
                    }
                    claimed.add(id);
                }))
                .closeGrace(GRACE)
                .build();
        baton.add(Job.named("running").run(context -> released.await()));
        baton.add(Job.named("late").run(context -> {}));
        try {
            Patience.within("starting", baton::start);
            Submission nextYear = Submission.of("late").delay(Duration.ofDays(365));
            Execution first = baton.submit(nextYear);
            running.addAll(baton.submit(List.of(Submission.of("running"), Submission.of("running"))));
            Execution last = baton.submit(nextYear);
            store.afterEach("claim", () -> {
                throw new StoreUnavailableException("the answer is lost", new IllegalStateException("gone"));
            });
            Assertions.assertThatThrownBy(() -> Patience.within("a cancel", () -> first.cancel()));
            Assertions.assertThatThrownBy(() -> Patience.within("a cancel", () -> last.cancel()));
            store.disarm();
            Patience.until("both are taken back", () -> Collections.frequency(claimed, last.id()) > 1);
            Assertions.assertThat(claimed).containsOnly(first.id(), last.id());
        } finally {
            released.countDown();
            store.disarm();
            Patience.within("closing", baton::close);
        }
    }

    private static void awaitEnd(Execution execution) {
        try {
            execution.await(Patience.BOUND);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A store that lists what a node owns in the order of creation, and tells which execution is about to be claimed. */
    private static Store inOrder(Store store, Consumer<UUID> claims) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("claim") && arguments[0] instanceof UUID id) {
                        claims.accept(id);
                    }
                    try {
                        Object answer = method.invoke(store, arguments);
                        return method.getName().equals("owned")
                                ? ((Collection<?>) answer).stream().sorted().toList()
                                : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void what_a_cancelled_run_started_is_cancelled_when_the_store_is_back() throws Exception {
        WatchedStore store = newStore();
        Baton baton = Baton.builder()
                .store(store.store())
                .closeGrace(GRACE)
                .stopGrace(GRACE)
                .build();
        baton.add(diamond());
        Instant nextYear = Instant.now().plus(Duration.ofDays(365));
        CompletableFuture<Execution> nested = new CompletableFuture<>();
        baton.add(Job.named("outer").call((Deferred) (context, handover) -> nested.complete(
                handover.nest(Submission.of("diamond").notBefore(nextYear), ended -> handover.succeed(null)))));
        try {
            Patience.within("starting", baton::start);
            Execution outer = Patience.within("triggering", () -> baton.trigger("outer"));
            Execution inner = Patience.within("nesting", () -> nested.get());
            // A delayed execution is in the store alone: whoever changes it has to claim it.
            store.beforeEach("claim", () -> {
                throw new StoreUnavailableException("gone", new IllegalStateException("gone"));
            });
            outer.cancel();
            Patience.within("the end", () -> outer.await(Patience.BOUND));
            Assertions.assertThat(outer.status()).isEqualTo(ExecutionStatus.CANCELLED);
            Assertions.assertThat(inner.status()).isEqualTo(ExecutionStatus.RUNNING);

            store.disarm();
            Patience.until("it is cancelled too", () -> inner.status() == ExecutionStatus.CANCELLED);
        } finally {
            store.disarm();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void an_execution_whose_end_has_no_effects_yet_is_active_and_then_past_with_its_result() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        WatchedStore store = newStore();
        Baton baton = Baton.builder().store(store.store()).build();
        baton.add(Job.named("answer").call(context -> 42));
        store.afterEach("commit", () -> {
            if (!store.real().past("answer", 1).isEmpty()) {
                released.await();
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

            released.countDown();
            Patience.until("the end", () -> !baton.pastExecutions("answer").isEmpty());
            Assertions.assertThat(baton.activeExecutions()).isEmpty();
            Execution past = baton.pastExecutions("answer").get(0);
            Assertions.assertThat(past.status()).isEqualTo(ExecutionStatus.SUCCESS);
            Assertions.assertThat(past.run("answer").output()).contains(42);
        } finally {
            released.countDown();
            Patience.within("closing", baton::close);
        }
    }

    @Test
    void a_stop_waits_for_an_end_that_is_being_recorded() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch recording = new CountDownLatch(1);
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
            store.beforeNext("commit", () -> {
                recording.countDown();
                released.await();
            });
            go.countDown();
            recording.await();
            Patience.start("stopping", () -> {
                baton.stop(Duration.ofMinutes(1));
                return baton;
            });
            Patience.untilOrSoon(() -> store.calls("handOver") > 0);
            Assertions.assertThat(store.calls("handOver")).isZero();
            released.countDown();
            Patience.until("handing over", () -> store.calls("handOver") > 0);
            Patience.within("starting again", baton::start);
            Patience.within("the end", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(calls).hasValue(1);
        } finally {
            released.countDown();
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
    void no_execution_is_lost_when_the_worker_throws_as_it_is_woken() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Baton baton = nodes.join(
                settings -> settings.worker((source, time) -> new SimpleWorker(source, claim -> {}) {
                    @Override
                    public void wake() {
                        super.wake();
                        if (calls.incrementAndGet() % 3 == 0) {
                            throw new IllegalStateException("cannot be woken");
                        }
                    }
                }),
                node -> node.add(diamond()));
        List<Execution> started = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            started.add(Patience.within("triggering", () -> baton.trigger("diamond")));
        }
        for (Execution execution : started) {
            Patience.within("an execution", () -> execution.await(Patience.BOUND));
            Assertions.assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        }
    }

    @Test
    void who_waits_while_the_store_is_closed_hears_that_baton_was_closed() {
        WatchedStore store = newStore();
        Baton baton = start(store);
        Instant nextYear = Instant.now().plus(Duration.ofDays(365));
        Execution execution = baton.submit(Submission.of("diamond").notBefore(nextYear));
        store.beforeNext("look", baton::close);

        Assertions.assertThatThrownBy(() -> execution.await(Patience.BOUND)).isInstanceOf(BatonClosedException.class);
    }
}

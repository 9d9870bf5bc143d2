package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.error.BatonClosedException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that throws, expected exceptions and others: no execution is lost, and closing returns. */
abstract class FaultyStoreCompliance extends OnWatchedStore {

    FaultyStoreCompliance(Nodes nodes) {
        super(nodes);
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
    void no_execution_is_lost_when_the_worker_throws_as_it_is_woken() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Baton baton = nodes().join(
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

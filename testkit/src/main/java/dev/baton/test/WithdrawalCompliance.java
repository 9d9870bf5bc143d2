package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.policy.Overlap;
import dev.baton.spi.Worker;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that a worker has claimed and not begun when a command is acknowledged that keeps them from starting. */
@Timeout(120)
abstract class WithdrawalCompliance {

    private final Nodes nodes;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicReference<Baton> owner = new AtomicReference<>();
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final CountDownLatch run = new CountDownLatch(1);

    WithdrawalCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    /** Commands to an execution whose step is claimed. */
    enum Order {
        HOLD,
        CANCEL,
        CANCEL_STEP,
        MARK;

        void give(Execution execution) {
            switch (this) {
                case HOLD -> execution.hold();
                case CANCEL -> execution.cancel();
                case CANCEL_STEP -> execution.cancel("step");
                case MARK -> execution.mark("step", RunStatus.SUCCESS);
            }
        }
    }

    /** Its first step runs anywhere, so that a node which cannot run the second one owns the execution. */
    private Workflow workflow() {
        return Workflow.define("w", w -> {
            Step<?> before = w.run("before", context -> {});
            w.run("step", context -> calls.incrementAndGet()).after(before).labels("far");
        });
    }

    /** A worker that has a command acknowledged between its first claim and the call of the body. */
    private Worker.Factory commanding(Order order) {
        return (source, time) -> new SimpleWorker(source, claim -> {
            if (claim.context().jobName().equals("w/step") && first.getAndSet(false)) {
                order.give(Objects.requireNonNull(owner.get())
                        .execution(claim.context().executionId()));
                claim.run();
                run.countDown();
            }
        });
    }

    private void awaitFirstRun() throws InterruptedException {
        Assertions.assertThat(run.await(Patience.BOUND.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    private void isNotCalled(Order order, Execution execution) throws InterruptedException {
        awaitFirstRun();
        Assertions.assertThat(calls).hasValue(0);
        if (order == Order.HOLD) {
            execution.release();
            assertThat(execution.await(Patience.BOUND)).succeeded().hadAttempts("step", 1);
            Assertions.assertThat(calls).hasValue(1);
        } else {
            assertThat(execution.await(Patience.BOUND))
                    .has("step", order == Order.MARK ? RunStatus.SUCCESS : RunStatus.CANCELLED);
            Assertions.assertThat(calls).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_claimed_run_does_not_start_after_a_command_that_keeps_it_from_that(Order order) throws Exception {
        Baton node =
                nodes.join(builder -> builder.labels("far").worker(commanding(order)), each -> each.add(workflow()));
        owner.set(node);
        isNotCalled(order, node.trigger("w"));
    }

    @ParameterizedTest
    @EnumSource
    void a_lent_run_does_not_start_after_a_command_that_keeps_it_from_that(Order order) throws Exception {
        nodes.assumeShared();
        Baton lending = nodes.join(each -> each.add(workflow()));
        owner.set(lending);
        Execution execution = lending.trigger("w");
        nodes.join(builder -> builder.labels("far").worker(commanding(order)), each -> each.add(workflow()));
        isNotCalled(order, execution);
    }

    @Test
    void a_replaced_run_is_not_called_again_when_its_node_dies_while_it_stops() throws Exception {
        nodes.assumeNewStore().close();
        CountDownLatch told = new CountDownLatch(1);
        Semaphore released = new Semaphore(0);
        Job job = Job.named("job").overlap(Overlap.replace()).run(context -> {
            if (calls.incrementAndGet() == 1) {
                run.countDown();
                while (!context.isCancelled()) {
                    Thread.onSpinWait();
                }
                told.countDown();
                released.acquireUninterruptibly();
            }
        });
        Nodes.Member dying = nodes.joinMortal(builder -> builder.stopGrace(Patience.BOUND), each -> each.add(job));
        try {
            Execution older = dying.baton().trigger("job");
            awaitFirstRun();
            Execution newer = dying.baton().trigger("job");
            Assertions.assertThat(told.await(Patience.BOUND.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            // A body hears that it is to stop before that is recorded; commands are recorded in order.
            older.hold();
            older.release();
            dying.kill();

            Baton next = nodes.join(each -> each.add(job));
            assertThat(next.execution(newer.id()).await(Patience.BOUND)).succeeded();
            Execution replaced = next.execution(older.id()).await(Patience.BOUND);
            assertThat(replaced).has("job", RunStatus.CANCELLED, "replaced by a newer run");
            Assertions.assertThat(calls).hasValue(2);
        } finally {
            released.release();
        }
    }

    @Test
    void a_thread_whose_run_was_withdrawn_is_not_interrupted_in_its_next_body() throws Exception {
        nodes.assumeShared();
        Baton lending = nodes.join(each -> each.add(workflow()));
        Execution execution = lending.trigger("w");
        WatchedStore watched = new WatchedStore(nodes.assumeNewStore());
        AtomicBoolean interrupted = new AtomicBoolean();
        nodes.join(
                builder -> builder.store(watched.store())
                        .labels("far")
                        .worker((source, time) -> new SimpleWorker(source, claim -> {
                            // The last thing that a borrower does before it calls the body.
                            watched.beforeNext("look", () -> {
                                execution.cancel("step");
                                while (!claim.context().isCancelled()) {
                                    // To sleep would use the interrupt up.
                                    Thread.onSpinWait();
                                }
                            });
                            claim.run();
                            interrupted.set(Thread.interrupted());
                            run.countDown();
                        })),
                each -> each.add(workflow()));
        awaitFirstRun();
        Assertions.assertThat(interrupted).isFalse();
        assertThat(execution.await(Patience.BOUND)).has("step", RunStatus.CANCELLED);
        Assertions.assertThat(calls).hasValue(0);
    }
}

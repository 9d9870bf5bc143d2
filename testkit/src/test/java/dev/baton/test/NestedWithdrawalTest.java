package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.spi.Worker;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A step is ended by a command while it starts its nested execution: after the runs of that may be claimed, and before
 * the step has it in hand. In memory both happen on one thread, which gives the command between them.
 */
@Tag("memory")
@Timeout(120)
class NestedWithdrawalTest {

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicReference<@Nullable Thread> starting = new AtomicReference<>();
    private final CountDownLatch outerIsKnown = new CountDownLatch(1);
    private final CountDownLatch claimWasRun = new CountDownLatch(1);
    private final AtomicReference<@Nullable Execution> outer = new AtomicReference<>();
    private @Nullable Baton baton;

    @AfterEach
    void close() {
        if (baton != null) {
            baton.close();
        }
    }

    enum Order {
        CANCEL,
        CANCEL_STEP,
        MARK;

        void give(Execution execution) {
            switch (this) {
                case CANCEL -> execution.cancel();
                case CANCEL_STEP -> execution.cancel("step");
                case MARK -> execution.mark("step", RunStatus.SUCCESS);
            }
        }
    }

    private final class CommandingWorker extends SimpleWorker {

        private final Source source;
        private final Order order;

        CommandingWorker(Source source, Order order) {
            super(source, claim -> {});
            this.source = source;
            this.order = order;
        }

        @Override
        public void wake() {
            if (!starting.compareAndSet(Thread.currentThread(), null)) {
                super.wake();
                return;
            }
            Worker.Claim nested = Objects.requireNonNull(source.claim());
            Execution execution = Objects.requireNonNull(outer.get());
            order.give(execution);
            try {
                execution.await(Patience.BOUND);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            nested.run();
            claimWasRun.countDown();
        }
    }

    private Workflow outer() {
        Deferred body = (context, handover) -> {
            outerIsKnown.await();
            starting.set(Thread.currentThread());
            handover.nest(Submission.of("inner"), ended -> handover.succeed("done"));
        };
        return Workflow.define("outer", w -> {
            Step<?> step = w.call("step", body);
            w.run("after", context -> {}).after(step.completed());
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_nested_run_does_not_start_after_a_command_that_ends_its_step(Order order) throws Exception {
        Baton node = Baton.builder()
                .worker((source, time) -> new CommandingWorker(source, order))
                .build();
        baton = node;
        node.add(Workflow.define("inner", w -> w.run("work", context -> calls.incrementAndGet())));
        node.add(outer());
        node.start();
        Execution execution = node.trigger("outer");
        outer.set(execution);
        outerIsKnown.countDown();

        Assertions.assertThat(claimWasRun.await(Patience.BOUND.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        assertThat(execution.await(Patience.BOUND))
                .has("step", order == Order.MARK ? RunStatus.SUCCESS : RunStatus.CANCELLED);
        Assertions.assertThat(calls).hasValue(0);
    }
}

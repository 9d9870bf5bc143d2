package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Action;
import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.Extension;
import dev.baton.Job;
import dev.baton.OnFailure;
import dev.baton.RunStatus;
import dev.baton.Workflow;
import dev.baton.policy.Retry;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs that could become ready after a command or a failure has told them to stop. In memory, on a worker that leaves
 * its claims to the test and runs its tasks at once, everything happens on the thread of the test, in a known order.
 */
@Tag("memory")
@Timeout(120)
class StoppedRunsTest {

    private final Map<String, Worker.Claim> claims = new ConcurrentHashMap<>();
    private final Baton baton =
            Baton.builder().worker((source, time) -> new ByHand(source)).build();

    private final class ByHand implements Worker {

        private final Source source;

        ByHand(Source source) {
            this.source = source;
        }

        @Override
        public void wake() {
            for (Claim claim = source.claim(); claim != null; claim = source.claim()) {
                claims.put(claim.context().jobName(), claim);
            }
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public boolean awaitIdle(Duration atMost) {
            return true;
        }

        @Override
        public void close() {
            // It has no threads.
        }
    }

    @AfterEach
    void close() {
        baton.close();
    }

    private Execution trigger(Workflow workflow) {
        baton.add(workflow);
        baton.start();
        return baton.trigger(workflow.name());
    }

    private Worker.Claim claim(String step) {
        return Objects.requireNonNull(claims.remove("w/" + step), step);
    }

    // ---- added steps

    /** Ways to tell all steps of an execution to stop, and the end of a step that has not started. */
    enum Stop {
        CANCEL(RunStatus.CANCELLED),
        FAIL_FAST(RunStatus.SKIPPED);

        private final RunStatus end;

        Stop(RunStatus end) {
            this.end = end;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_step_that_is_added_once_its_execution_was_told_to_stop_does_not_start(Stop stop) {
        baton.add(Job.named("work").run(context -> {}));
        Action grow = context -> context.extend(Extension.define(e -> e.step("added", "work")));
        Execution execution = trigger(Workflow.define("w", w -> {
            w.onStepFailure(OnFailure.FAIL_FAST);
            w.run("first", context -> {});
            w.run("grow", grow);
            w.run("bad", context -> {});
        }));
        Worker.Claim first = claim("first");
        Worker.Claim growing = claim("grow");
        Worker.Claim bad = claim("bad");
        // The first step is told to stop before the one that adds a step is.
        first.onStop(growing::run);

        if (stop == Stop.CANCEL) {
            execution.cancel();
        }
        bad.fail(new IllegalStateException("it fails"));
        first.fail(new InterruptedException("told to stop"));

        Assertions.assertThat(claims).isEmpty();
        assertThat(execution).ran("grow").has("added", stop.end);
    }

    // ---- attempts that are over

    /** Commands that tell a step to stop. */
    enum Order {
        CANCEL,
        CANCEL_STEP;

        void give(Execution execution) {
            switch (this) {
                case CANCEL -> execution.cancel();
                case CANCEL_STEP -> execution.cancel("step");
            }
        }
    }

    /** A step whose attempt has ended, but is not reported yet, when a command is given. */
    private Execution triggerWithOrder(Order order) {
        AtomicReference<Execution> known = new AtomicReference<>();
        Retry retry = Retry.fixed(3, Duration.ofHours(1)).when(error -> {
            order.give(known.get());
            return true;
        });
        Execution execution =
                trigger(Workflow.define("w", w -> w.run("step", context -> {}).retry(retry)));
        known.set(execution);
        return execution;
    }

    @ParameterizedTest
    @EnumSource
    void a_run_that_is_handed_back_does_not_start_after_a_command_that_stops_it(Order order) {
        Execution execution = triggerWithOrder(order);
        Worker.Claim claim = claim("step");
        execution.hold();

        claim.run();

        assertThat(execution).has("step", RunStatus.CANCELLED);
        Assertions.assertThat(claims).isEmpty();
    }

    @Test
    void a_run_that_was_handed_back_and_cancelled_runs_when_it_is_retried() {
        Execution execution = triggerWithOrder(Order.CANCEL_STEP);
        Worker.Claim claim = claim("step");
        execution.hold();
        claim.run();

        execution.retry("step");
        claim("step").run();

        assertThat(execution).succeeded();
    }

    @ParameterizedTest
    @EnumSource
    void a_run_that_fails_is_not_tried_again_after_a_command_that_stops_it(Order order) {
        Execution execution = triggerWithOrder(order);

        claim("step").fail(new IllegalStateException("it fails"));

        assertThat(execution).has("step", RunStatus.FAILURE);
    }

    // ---- waiting bodies

    @Test
    void a_waiting_body_that_was_told_to_stop_gets_no_worker() {
        AtomicReference<Deferred.@Nullable Handover> handed = new AtomicReference<>();
        Deferred body = (context, handover) -> {
            handover.onStop(() -> {});
            handed.set(handover);
        };
        Execution execution = trigger(Workflow.define("w", w -> w.call("step", body)));
        Deferred.Handover handover = Objects.requireNonNull(handed.get());

        execution.cancel();
        handover.toWorker();

        Assertions.assertThat(claims).isEmpty();
        assertThat(execution).has("step", RunStatus.CANCELLED);
    }
}

package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.NotPossibleException;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Steps that wait: for a person, a moment, another workflow; and steps that do not run unless something holds. */
class WaitingStepsTest {

    private final BatonTest baton = BatonTest.create();

    @AfterEach
    void close() {
        baton.close();
    }

    // ---- approvals

    private Execution startRelease() {
        baton.add(Workflow.define("release", w -> {
            Step<?> build = w.run("build", context -> {});
            Step<?> ok = w.approval("ok", "ship it?").after(build);
            w.run("ship", context -> {}).after(ok);
            w.run("undo", context -> {}).after(ok.failed());
        }));
        Execution execution = baton.trigger("release");
        baton.advance(Duration.ofHours(1));
        return execution;
    }

    @Test
    void an_approval_waits_for_as_long_as_it_takes() {
        Execution execution = startRelease();
        baton.advance(Duration.ofDays(30));
        assertThat(execution).isActive();
        Assertions.assertThat(execution.run("ok").status()).isEqualTo(RunStatus.RUNNING);
        Assertions.assertThat(execution.run("ok").progress().orElseThrow().message())
                .isEqualTo("ship it?");
    }

    @Test
    void what_is_approved_goes_on() {
        Execution execution = startRelease();
        execution.approve("ok", "Ada | looks good");
        baton.settle();
        assertThat(execution).succeeded().ran("ship").skipped("undo");
        Assertions.assertThat(execution.run("ok").output()).contains("Ada | looks good");
    }

    @Test
    void what_is_rejected_fails() {
        Execution execution = startRelease();
        execution.reject("ok", "Ada: not today");
        baton.settle();
        assertThat(execution).failed().ran("undo").skipped("ship");
        Assertions.assertThat(execution.run("ok").reason()).contains("rejected: Ada: not today");
    }

    @Test
    void only_what_waits_for_an_approval_can_be_approved() {
        Execution execution = startRelease();
        assertThatThrownBy(() -> execution.approve("build", "me")).isInstanceOf(NotPossibleException.class);
        execution.approve("ok", "me");
        baton.settle();
        assertThatThrownBy(() -> execution.approve("ok", "me again")).isInstanceOf(NotPossibleException.class);
    }

    @Test
    void an_approval_can_be_cancelled_and_timed_out() {
        Execution execution = startRelease();
        execution.cancel("ok");
        baton.settle();
        Assertions.assertThat(execution.run("ok").status()).isEqualTo(RunStatus.CANCELLED);

        baton.add(Workflow.define("brief", w -> w.approval("ok", "quick?").timeout(Duration.ofHours(1))));
        Execution brief = baton.trigger("brief");
        baton.advance(Duration.ofHours(2));
        Assertions.assertThat(brief.run("ok").status()).isEqualTo(RunStatus.TIMEOUT);
    }

    // ---- waits

    @Test
    void a_wait_takes_as_long_as_it_says() {
        baton.add(Workflow.define(
                "slow", w -> w.run("after", context -> {}).after(w.waitFor("pause", Duration.ofHours(2)))));
        Execution execution = baton.trigger("slow");
        baton.advance(Duration.ofMinutes(119));
        assertThat(execution).isActive();
        baton.advance(Duration.ofMinutes(2));
        assertThat(execution).succeeded();
    }

    @Test
    void a_wait_until_a_moment_that_has_passed_is_over_at_once() {
        baton.add(Workflow.define("late", w -> w.waitUntil("until", Instant.EPOCH)));
        Execution execution = baton.trigger("late");
        baton.settle();
        assertThat(execution).succeeded();
    }

    // ---- workflows in workflows

    private Execution startOuter(Action inner) {
        baton.add(Workflow.define("inner", w -> {
            Step<String> first =
                    w.call("first", context -> "a" + context.parameters().get("n"));
            w.run("second", inner).after(first);
        }));
        baton.add(Workflow.define("outer", w -> {
            Step<Object> whole = w.workflow("whole", "inner").input("n", 7);
            w.call("last", context -> ((Map<?, ?>) context.output(whole)).get("first"))
                    .after(whole);
        }));
        Execution execution = baton.trigger("outer");
        baton.settle();
        return execution;
    }

    @Test
    void a_step_that_is_a_workflow_waits_for_it_and_takes_its_result() {
        Execution execution = startOuter(context -> {});
        assertThat(execution).succeeded();
        Assertions.assertThat(execution.run("last").output()).contains("a7");
        Execution inner = baton.lastExecution("inner");
        Assertions.assertThat(inner.trigger()).isEqualTo(Trigger.DEPENDENCY);
        Assertions.assertThat(inner.parentRun()).contains(execution.run("whole").id());
    }

    @Test
    void retrying_it_goes_on_with_what_failed_inside() {
        boolean[] broken = {true};
        Execution execution = startOuter(context -> {
            if (broken[0]) {
                throw new IllegalStateException("broken");
            }
        });
        assertThat(execution).failed().skipped("last");
        broken[0] = false;
        execution.retry();
        baton.settle();
        assertThat(execution).succeeded();
        Assertions.assertThat(baton.executions("inner")).hasSize(1);
        Assertions.assertThat(baton.lastExecution("inner").run("first").attempt())
                .isEqualTo(1);
    }

    // ---- conditions of one's own

    @Test
    void a_step_whose_condition_does_not_hold_is_skipped_with_the_reason() {
        baton.add(Workflow.define("maybe", w -> {
            w.run("big", context -> {})
                    .when(context -> context.parameters().get("size").equals("big")
                            ? Optional.empty()
                            : Optional.of("size is " + context.parameters().get("size")));
        }));
        Execution small = baton.trigger("maybe", Map.of("size", "small"));
        Execution big = baton.trigger("maybe", Map.of("size", "big"));
        baton.settle();
        assertThat(small).skipped("big");
        Assertions.assertThat(small.run("big").reason()).isEqualTo("size is small");
        assertThat(big).ran("big");
    }

    @Test
    void a_condition_is_asked_again_when_a_retry_changes_what_it_was_asked_about() {
        AtomicInteger tries = new AtomicInteger();
        baton.add(Workflow.define("maybe", w -> {
            Step<Void> count = w.run("count", context -> {
                if (tries.incrementAndGet() == 1) {
                    throw new IllegalStateException("not yet");
                }
            });
            w.run("report", context -> {})
                    .after(count.completed())
                    .when(context -> context.parents().get(0).status().countsAsSuccess()
                            ? Optional.empty()
                            : Optional.of("nothing was counted"));
        }));
        Execution execution = baton.trigger("maybe");
        baton.settle();
        assertThat(execution).failed().skipped("report");

        execution.retry();
        baton.settle();
        assertThat(execution).succeeded().ran("report");
    }

    @Test
    void a_condition_that_cannot_be_decided_fails_the_step() {
        baton.add(Workflow.define(
                "maybe",
                w -> w.run("big", context -> {}).when(context -> {
                    throw new IllegalStateException("no such parameter");
                })));
        Execution execution = baton.trigger("maybe");
        baton.settle();
        assertThat(execution).failed();
        Assertions.assertThat(execution.run("big").reason()).contains("no such parameter");
    }

    @Test
    void only_so_many_steps_of_an_execution_run_at_a_time() {
        int[] running = new int[2];
        baton.add(Workflow.define("narrow", w -> {
            w.parallel(2);
            for (int i = 0; i < 10; i++) {
                w.run("s" + i, context -> {
                    running[1] = Math.max(running[1], ++running[0]);
                    context.sleep(Duration.ofSeconds(1));
                    running[0]--;
                });
            }
        }));
        Execution execution = baton.trigger("narrow");
        baton.settle();
        Assertions.assertThat(execution.run("s9").reason()).contains("at most 2");
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).succeeded();
        Assertions.assertThat(running[1]).isEqualTo(2);
    }
}

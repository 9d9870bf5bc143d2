package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.error.NoOutputException;
import dev.baton.policy.CircuitBreaker;
import dev.baton.policy.LoggingInterceptor;
import dev.baton.policy.Retry;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.event.Level;

/** Tests the context of bodies, interceptors and listeners. */
@ExtendWith(BatonExtension.class)
class BodiesTest {

    private final List<String> seen = new ArrayList<>();

    @Test
    void a_body_knows_about_its_run(BatonTest baton) {
        List<RunContext> contexts = new ArrayList<>();
        baton.add(Workflow.define("w", w -> {
            w.cron("0 1 * * *").parameter("p", 1);
            w.run("a", contexts::add).input("i", 2);
        }));
        baton.advance(Duration.ofHours(2));
        RunContext context = contexts.get(0);
        Execution execution = baton.lastExecution("w");
        assertThat(context.executionId()).isEqualTo(execution.id());
        assertThat(context.runId()).isEqualTo(execution.run("a").id());
        assertThat(context.jobName()).isEqualTo("w/a");
        assertThat(context.attempt()).isEqualTo(1);
        assertThat(context.scheduledTime()).isEqualTo(Instant.parse("2026-01-01T01:00:00Z"));
        assertThat(context.trigger()).isEqualTo(Trigger.SCHEDULE);
        assertThat(context.parameters()).isEqualTo(Map.of("p", 1, "i", 2));
        assertThat(context.isCancelled()).isFalse();
        assertThat(context.reason()).isEmpty();
    }

    @Test
    void a_body_can_skip_itself(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            Step<Void> a = w.run("a", context -> {
                throw context.skip("no new files");
            });
            w.run("b", context -> {}).after(a);
            w.run("c", context -> {}).after(a.skipped());
        }));
        assertThat(baton.trigger("w"))
                .succeeded()
                .has("a", RunStatus.SKIPPED, "no new files")
                .skipped("b")
                .ran("c");
    }

    @Test
    void lines_and_progress_are_kept_with_the_run(BatonTest baton) {
        baton.add(Job.named("talks")
                .retry(Retry.fixed(2, Duration.ofSeconds(1)))
                .run(context -> {
                    context.log().info("attempt {} of {}", context.attempt(), 2);
                    context.progress(0.5, "half way");
                    if (context.attempt() == 1) {
                        context.log().error("that went wrong", new IOException("disk full"));
                        throw new IOException("disk full");
                    }
                }));
        Execution execution = baton.trigger("talks");
        baton.advance(Duration.ofMinutes(1));
        Run run = execution.run("talks");
        assertThat(run.log())
                .extracting(Run.LogLine::message)
                .extracting(line -> line.lines().findFirst().orElseThrow())
                .containsExactly(
                        "attempt 1 of 2",
                        "that went wrong: java.io.IOException: disk full",
                        "attempt 1 failed: java.io.IOException: disk full",
                        "attempt 2 of 2");
        assertThat(run.log().get(1).level()).isEqualTo(Level.ERROR);
        assertThat(run.log().get(3).time()).isEqualTo(Instant.parse("2026-01-01T00:00:01Z"));
        assertThat(run.progress()).contains(new Run.Progress(0.5, "half way"));
    }

    @Test
    void a_body_that_asks_for_what_is_not_there_is_told_so(BatonTest baton) {
        List<Step<?>> foreign = new ArrayList<>();
        Workflow.define("other", w -> foreign.add(w.run("a", context -> {})));
        baton.add(Workflow.define("w", w -> {
            Step<Void> a = w.run("a", context -> {}).allowFailure();
            w.run("b", context -> context.output("a", String.class)).after(a.completed());
            w.run("c", context -> context.output(foreign.get(0))).after(a.completed());
            w.run("d", context -> context.output("nobody", String.class)).after(a.completed());
        }));
        baton.failing("w/a");
        Execution execution = baton.trigger("w");
        for (String step : List.of("b", "c", "d")) {
            assertThat(execution.run(step).error().orElseThrow().toString())
                    .startsWith(NoOutputException.class.getName());
        }
        assertThat(execution).has("b", RunStatus.FAILURE, "its status is failure");
    }

    @Test
    void an_error_is_a_failure_like_any_other(BatonTest baton) {
        baton.add(Job.named("bad").run(context -> {
            throw new StackOverflowError("deep");
        }));
        assertThat(baton.trigger("bad")).failed().has("bad", RunStatus.FAILURE, "deep");
        assertThat(baton.trigger("bad")).failed();
    }

    @Test
    void an_error_without_a_message_is_named(BatonTest baton) {
        class NothingLeft extends RuntimeException {
            private static final long serialVersionUID = 1;
        }
        baton.add(Job.named("deep").run(context -> {
            throw new StackOverflowError();
        }));
        baton.add(Job.named("blank").run(context -> {
            throw new IllegalStateException(" ");
        }));
        baton.add(Job.named("own").run(context -> {
            throw new NothingLeft();
        }));
        assertThat(baton.trigger("deep").run("deep").reason())
                .isEqualTo("it failed without a message (StackOverflowError)");
        assertThat(baton.trigger("blank").run("blank").reason())
                .isEqualTo("it failed without a message (IllegalStateException)");
        assertThat(baton.trigger("own").run("own").reason()).isEqualTo("it failed without a message (NothingLeft)");
    }

    @Test
    void the_stack_trace_of_a_failed_attempt_is_kept_with_the_run(BatonTest baton) {
        baton.add(Job.named("bad").run(context -> fail()));
        Run.LogLine kept = baton.trigger("bad").run("bad").log().get(0);
        assertThat(kept.level()).isEqualTo(Level.ERROR);
        assertThat(kept.attempt()).isEqualTo(1);
        assertThat(kept.message())
                .startsWith(
                        "attempt 1 failed: java.lang.IllegalStateException: no paper\n\tat dev.baton.BodiesTest.fail(")
                .contains("\nCaused by: java.io.IOException: jammed\n");
    }

    private static void fail() {
        throw new IllegalStateException("no paper", new IOException("jammed"));
    }

    @Test
    void the_stack_trace_of_a_fan_out_that_finds_no_items_is_kept_with_the_run(BatonTest baton) {
        baton.add(Job.named("scan")
                .fanout(Fanout.over(context -> {
                            fail();
                            return List.of();
                        })
                        .each(context -> "")));
        assertThat(baton.trigger("scan").run("scan").log())
                .extracting(Run.LogLine::message)
                .singleElement()
                .asString()
                .startsWith(
                        "attempt 1 failed: java.lang.IllegalStateException: no paper\n\tat dev.baton.BodiesTest.fail(");
    }

    @Test
    void a_run_that_skips_itself_or_is_cancelled_keeps_no_stack_trace(BatonTest baton) {
        baton.add(Job.named("skips").run(context -> {
            throw context.skip("nothing to do");
        }));
        baton.add(Job.named("sleeps").run(context -> context.sleep(Duration.ofHours(1))));
        assertThat(baton.trigger("skips").run("skips").log()).isEmpty();
        Execution sleeps = baton.trigger("sleeps");
        baton.advance(Duration.ofMinutes(1));
        sleeps.cancel();
        baton.settle();
        assertThat(sleeps).hasStatus(ExecutionStatus.CANCELLED);
        assertThat(sleeps.run("sleeps").log()).isEmpty();
    }

    @Test
    void of_a_run_that_is_retried_for_long_the_newest_stack_traces_are_kept(BatonTest baton) {
        baton.add(Job.named("bad").retry(Retry.fixed(8, Duration.ofSeconds(1))).run(context -> {
            context.log().info("here");
            fail();
        }));
        Execution execution = baton.trigger("bad");
        baton.advance(Duration.ofMinutes(1));
        List<Run.LogLine> log = execution.run("bad").log();
        assertThat(log).filteredOn(line -> line.message().equals("here")).hasSize(8);
        assertThat(log)
                .filteredOn(line -> line.message().contains("\tat "))
                .extracting(Run.LogLine::attempt)
                .containsExactly(4, 5, 6, 7, 8);
    }

    @Test
    void the_reason_a_step_runs_is_in_words(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
                    Step<Void> a = w.run("a", context -> {});
                    Step<Void> b = w.run("b", context -> {});
                    w.run("alert", context -> seen.add(context.reason())).after(a.failed(), b.completed());
                }))
                .assume("w/a", Assumption.failsWith(new IOException("disk full")));
        baton.trigger("w");
        assertThat(seen).containsExactly("a failed: disk full, b succeeded");
    }

    private Interceptor named(String name) {
        return call -> {
            seen.add("before " + name);
            try {
                return call.proceed();
            } finally {
                seen.add("after " + name);
            }
        };
    }

    @Test
    void interceptors_are_called_in_their_order() {
        try (BatonTest baton = BatonTest.startingAt(
                "2026-01-01T00:00:00Z",
                settings -> settings.intercept(named("outer")).intercept(named("middle")))) {
            baton.add(Job.named("job").intercept(named("inner")).call(context -> {
                seen.add("body");
                return "result";
            }));
            assertThat(baton.trigger("job")).hasOutput("job", "result");
            assertThat(seen)
                    .containsExactly(
                            "before outer",
                            "before middle",
                            "before inner",
                            "body",
                            "after inner",
                            "after middle",
                            "after outer");
        }
    }

    @Test
    void an_interceptor_that_keeps_the_body_from_running_makes_it_skipped(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            Step<String> guarded = w.call("guarded", context -> "result").intercept(call -> "a value of its own");
            w.run("child", context -> {}).after(guarded);
        }));
        assertThat(baton.trigger("w"))
                .has("guarded", RunStatus.SKIPPED, "an interceptor kept its body from running")
                .skipped("child")
                .hasOutput("guarded", null);
    }

    @Test
    void an_interceptor_that_throws_fails_the_attempt(BatonTest baton) {
        baton.add(Job.named("job")
                .intercept(call -> {
                    throw new IOException("not today");
                })
                .run(context -> {}));
        assertThat(baton.trigger("job")).has("job", RunStatus.FAILURE, "not today");
    }

    @Test
    void a_circuit_breaker_opens_and_closes_by_the_schedulers_clock(BatonTest baton) {
        boolean[] healthy = {false};
        baton.add(Workflow.define("w", w -> {
            Step<Void> a = w.run("a", context -> {
                        if (!healthy[0]) {
                            throw new IOException("down");
                        }
                    })
                    .intercept(CircuitBreaker.after(2, Duration.ofMinutes(10)));
            w.run("child", context -> {}).after(a);
        }));
        assertThat(baton.trigger("w")).failed("a");
        assertThat(baton.trigger("w")).failed("a");
        assertThat(baton.trigger("w"))
                .hasStatus(ExecutionStatus.SKIPPED)
                .has("a", RunStatus.SKIPPED, "open until 2026-01-01T00:10:00Z")
                .skipped("child");
        baton.advance(Duration.ofMinutes(10));
        assertThat(baton.trigger("w")).failed("a");
        assertThat(baton.trigger("w")).skipped("a");
        baton.advance(Duration.ofMinutes(10));
        healthy[0] = true;
        assertThat(baton.trigger("w")).ran("a", "child");
        assertThat(baton.trigger("w")).ran("a", "child");
    }

    @Test
    void the_logging_interceptor_says_how_long_it_took(BatonTest baton) {
        baton.add(Job.named("job")
                .intercept(new LoggingInterceptor())
                .run(context -> context.sleep(Duration.ofMinutes(2))));
        Execution execution = baton.trigger("job");
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution.run("job").log())
                .extracting(Run.LogLine::message)
                .containsExactly("attempt 1 starts", "done after PT2M");
    }

    @Test
    void the_logging_interceptor_says_what_failed(BatonTest baton) {
        baton.add(Job.named("job").intercept(new LoggingInterceptor()).run(context -> {
            throw new IllegalStateException("busy");
        }));
        assertThat(baton.trigger("job").run("job").log())
                .extracting(Run.LogLine::message)
                .extracting(line -> line.lines().findFirst().orElseThrow())
                .containsExactly(
                        "attempt 1 starts",
                        "failed after PT0S: java.lang.IllegalStateException: busy",
                        "attempt 1 failed: java.lang.IllegalStateException: busy");
    }

    private Listener recorder() {
        return new Listener() {
            @Override
            public void executionStarted(ExecutionEvent event) {
                seen.add("execution started");
            }

            @Override
            public void executionFinished(ExecutionEvent event) {
                seen.add("execution finished " + event.status());
            }

            @Override
            public void runScheduled(RunEvent event) {
                seen.add("scheduled " + event.job());
            }

            @Override
            public void runStarted(RunEvent event) {
                seen.add("started " + event.job() + " #" + event.attempt());
            }

            @Override
            public void runRetried(RunEvent event) {
                seen.add("retried " + event.job() + ": " + event.detail());
            }

            @Override
            public void runFinished(RunEvent event) {
                seen.add("finished " + event.job() + " " + event.status());
            }

            @Override
            public void runSkipped(RunEvent event) {
                seen.add("skipped " + event.job() + ": " + event.detail());
            }
        };
    }

    @Test
    void listeners_are_told_everything_in_order() {
        try (BatonTest baton = BatonTest.startingAt("2026-01-01T00:00:00Z", settings -> settings.listen(recorder()))) {
            baton.add(Workflow.define("w", w -> {
                Step<Void> a = w.run("a", context -> {}).retry(Retry.fixed(2, Duration.ofSeconds(1)));
                w.run("b", context -> {}).after(a.failed());
            }));
            baton.assume("w/a", Assumption.failsWith(new IOException("once")).times(1));
            baton.trigger("w");
            baton.advance(Duration.ofSeconds(1));
            assertThat(seen)
                    .containsExactly(
                            "execution started",
                            "scheduled w/a",
                            "started w/a #1",
                            "retried w/a: once",
                            "scheduled w/a",
                            "started w/a #2",
                            "finished w/a success",
                            "skipped w/b: a succeeded",
                            "execution finished success");
        }
    }

    @Test
    void a_listener_that_throws_harms_nobody() {
        Listener bad = new Listener() {
            @Override
            public void runStarted(RunEvent event) {
                throw new IllegalStateException("bad listener");
            }
        };
        try (BatonTest baton = BatonTest.startingAt(
                "2026-01-01T00:00:00Z", settings -> settings.listen(bad).listen(recorder()))) {
            baton.add(Job.named("job").run(context -> {}));
            assertThat(baton.trigger("job")).succeeded();
            assertThat(seen).contains("started job #1", "execution finished success");
        }
    }
}

package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.CyclicDependencyException;
import dev.baton.error.DuplicateStepException;
import dev.baton.error.InvalidStepException;
import dev.baton.error.NoStepsException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.TooManyStepsException;
import dev.baton.error.UnknownParentException;
import dev.baton.policy.Limit;
import dev.baton.policy.Retry;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies that add steps after themselves. */
class ExtensionTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final BatonTest baton = BatonTest.create();
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    /** A job for added steps: notes its full name and its file, takes a second, and fails for a file that says so. */
    @BeforeEach
    void addWork() {
        baton.add(Job.named("clean").call(context -> {
            Object file = context.parameters().getOrDefault("file", "nothing");
            seen.add(context.jobName() + " " + file);
            context.sleep(Duration.ofSeconds(1));
            if (file.equals("bad")) {
                throw new IllegalStateException("bad file");
            }
            return "cleaned " + file;
        }));
    }

    @AfterEach
    void close() {
        baton.close();
    }

    private static Action extending(Consumer<ExtensionBuilder> definition) {
        return context -> context.extend(Extension.define(definition));
    }

    /** A workflow whose first step adds these, and whose final step notes that it ran. */
    private Execution run(Consumer<ExtensionBuilder> added) {
        return run(w -> {}, added);
    }

    private Execution run(Consumer<WorkflowBuilder> more, Consumer<ExtensionBuilder> added) {
        Execution execution = start(more, added);
        baton.advance(HOUR);
        return execution;
    }

    private Execution start(Consumer<WorkflowBuilder> more, Consumer<ExtensionBuilder> added) {
        baton.add(Workflow.define("w", w -> {
            w.run("find", extending(added));
            w.run("next", context -> {}).after("find");
            w.last("end", context -> seen.add("end"));
            more.accept(w);
        }));
        return baton.trigger("w");
    }

    // ---- what is added runs

    @Test
    void steps_that_a_body_adds_run_after_it_with_what_they_were_given() {
        Execution execution = run(e -> {
            e.step("a", "clean").parameter("file", "a.csv");
            e.step("b", "clean").parameter("file", "b.csv");
        });

        assertThat(execution).succeeded().ran("find", "a", "b", "next", "end").startedInOrder("find", "a");
        assertThat(execution).hasOutput("a", "cleaned a.csv").hasOutput("b", "cleaned b.csv");
        Assertions.assertThat(seen).containsExactlyInAnyOrder("w/a a.csv", "w/b b.csv", "end");
    }

    @Test
    void the_final_step_runs_after_what_was_added() {
        run(e -> e.step("b", "clean").after(e.step("a", "clean")));

        Assertions.assertThat(seen).containsExactly("w/a nothing", "w/b nothing", "end");
    }

    @Test
    void what_was_there_keeps_its_numbers() {
        Execution execution = start(w -> {}, e -> e.step("a", "clean"));
        RunId last = execution.run("end").id();
        baton.advance(HOUR);

        Assertions.assertThat(execution.run("end").id()).isEqualTo(last);
        Assertions.assertThat(execution.run("a").id().number())
                .isEqualTo(execution.runs().size() - 1);
        Assertions.assertThat(execution.step(execution.run("a").id().number())).isEqualTo("a");
    }

    @Test
    void added_steps_depend_on_one_another_as_the_steps_of_a_workflow_do() {
        Execution execution = run(e -> {
            e.step("good", "clean");
            e.step("bad", "clean").parameter("file", "bad").allowFailure();
            e.step("all", "clean").after("good").after("bad");
            e.step("any", "clean").after("good").after("bad").join(Join.any());
            e.step("alert", "clean").after("bad", Condition.FAILURE);
            e.step("tidy", "clean").after("all", Condition.COMPLETE);
        });

        assertThat(execution).succeeded().failed("bad").skipped("all").ran("good", "any", "alert", "tidy");
        assertThat(execution).has("all", RunStatus.SKIPPED, "bad failed");
    }

    @Test
    void added_steps_can_read_what_their_parents_returned() {
        baton.add(Job.named("look").call(context -> context.output("a", String.class) + "!"));
        Execution execution = run(e -> e.step("b", "look").after(e.step("a", "clean")));

        assertThat(execution).succeeded().hasOutput("b", "cleaned nothing!");
    }

    @Test
    void what_was_added_can_add_more() {
        baton.add(Job.named("countdown").run(context -> {
            int left = context.parameter("left", Integer.class);
            if (left > 0) {
                context.extend(Extension.define(
                        e -> e.step("left-" + (left - 1), "countdown").parameter("left", left - 1)));
            }
        }));
        Execution execution = run(e -> e.step("left-50", "countdown").parameter("left", 50));

        assertThat(execution).succeeded().ran("left-0", "left-25", "end");
        Assertions.assertThat(execution.runs()).hasSize(3 + 51);
    }

    @Test
    void a_body_can_extend_more_than_once() {
        baton.add(Workflow.define(
                "w",
                w -> w.run("find", context -> {
                    context.extend(Extension.define(e -> e.step("a", "clean")));
                    context.extend(Extension.define(e -> e.step("b", "clean")));
                })));
        Execution execution = baton.trigger("w");
        baton.advance(HOUR);

        assertThat(execution).succeeded().ran("a", "b");
    }

    @Test
    void a_job_of_its_own_can_be_extended_too() {
        baton.add(Job.named("nightly").run(extending(e -> e.step("a", "clean"))));
        baton.add(Job.named("after").run(context -> seen.add("after")));
        baton.baton().addDependency("nightly", "after");
        Execution execution = baton.trigger("nightly");
        baton.advance(HOUR);

        assertThat(execution).succeeded().ran("nightly", "a", "after");
        Assertions.assertThat(seen).contains("nightly/a nothing");
    }

    @Test
    void an_added_step_may_fan_out() {
        baton.add(Job.named("scan").fanout(Fanout.over(List.of("x", "y")).each(context -> seen.add("item"))));
        Execution execution = run(e -> e.step("a", "scan"));

        assertThat(execution).succeeded().ran("a");
        Assertions.assertThat(seen).containsExactlyInAnyOrder("item", "item", "end");
    }

    @Test
    void what_a_step_is_given_wins_over_what_the_execution_was() {
        baton.add(Workflow.define(
                "w", w -> w.run("find", extending(e -> e.step("a", "clean").parameter("file", "mine")))));
        baton.trigger("w", Map.of("file", "theirs"));
        baton.advance(HOUR);

        Assertions.assertThat(seen).containsExactly("w/a mine");
    }

    // ---- all or nothing

    @Test
    void an_attempt_that_fails_adds_nothing_and_its_retry_adds_once() {
        AtomicInteger attempts = new AtomicInteger();
        baton.add(Workflow.define(
                "w",
                w -> w.run("find", context -> {
                            context.extend(Extension.define(e -> e.step("a", "clean")));
                            if (attempts.incrementAndGet() == 1) {
                                throw new IllegalStateException("after the extension");
                            }
                        })
                        .retry(Retry.fixed(2, Duration.ofMinutes(1)))));
        Execution execution = baton.trigger("w");
        Assertions.assertThat(execution.runs()).hasSize(1);
        baton.advance(HOUR);

        assertThat(execution).succeeded().hadAttempts("find", 2).ran("a");
        Assertions.assertThat(execution.runs()).hasSize(2);
    }

    @Test
    void a_body_that_skips_or_is_stopped_adds_nothing() {
        baton.add(Workflow.define("w", w -> {
            w.run("skips", context -> {
                context.extend(Extension.define(e -> e.step("a", "clean")));
                throw context.skip("nothing to do");
            });
            w.run("takes-long", context -> {
                        context.extend(Extension.define(e -> e.step("b", "clean")));
                        context.sleep(HOUR);
                    })
                    .timeout(Duration.ofMinutes(1));
        }));
        Execution execution = baton.trigger("w");
        baton.advance(HOUR);

        assertThat(execution).failed().skipped("skips").has("takes-long", RunStatus.TIMEOUT);
        Assertions.assertThat(execution.runs()).hasSize(2);
    }

    @Test
    void of_two_that_add_one_name_at_a_time_the_later_fails() {
        baton.add(Workflow.define("w", w -> {
            w.run("first", context -> {
                context.extend(Extension.define(e -> e.step("a", "clean")));
                context.sleep(Duration.ofMinutes(1));
            });
            w.run("second", context -> {
                context.extend(Extension.define(e -> e.step("a", "clean")));
                context.sleep(Duration.ofMinutes(2));
            });
        }));
        Execution execution = baton.trigger("w");
        baton.advance(HOUR);

        assertThat(execution).failed().ran("first", "a").failed("second");
        Assertions.assertThat(execution.run("second").error().orElseThrow())
                .hasMessageContaining("has a step \"a\" already");
        Assertions.assertThat(execution.runs()).hasSize(3);
    }

    // ---- what is done to executions sees them

    @Test
    void a_failure_of_an_added_step_fails_the_execution_and_can_be_retried() {
        Execution execution = run(e -> {
            e.step("a", "clean").parameter("file", "bad");
            e.step("b", "clean").after("a");
        });
        assertThat(execution).failed().failed("a").skipped("b").ran("end");

        baton.baton().put(Job.named("clean").run(context -> seen.add("repaired " + context.jobName())));
        execution.retry();
        baton.advance(HOUR);

        assertThat(execution)
                .succeeded()
                .hadAttempts("a", 2)
                .hadAttempts("find", 1)
                .hadAttempts("end", 2);
        Assertions.assertThat(seen).containsSubsequence("repaired w/a", "repaired w/b", "end");
        Assertions.assertThat(execution.runs()).hasSize(5);
    }

    @Test
    void an_added_step_can_be_marked_and_explained() {
        Execution execution = start(
                w -> w.onFailure(OnFailure.HOLD),
                e -> e.step("b", "clean").after(e.step("a", "clean").parameter("file", "bad")));
        Assertions.assertThat(execution.explain("b").text()).contains("waits for a");
        baton.advance(HOUR);
        assertThat(execution).hasStatus(ExecutionStatus.HELD).has("b", RunStatus.BLOCKED, "a failed");

        execution.mark("w/a", RunStatus.SUCCESS);
        baton.advance(HOUR);
        assertThat(execution).succeeded().ran("b", "end");
    }

    @Test
    void fail_fast_stops_added_steps_and_the_final_step_runs() {
        Execution execution = run(w -> w.onFailure(OnFailure.FAIL_FAST), e -> {
            e.step("a", "clean").parameter("file", "bad");
            e.step("b", "clean").after("a", Condition.COMPLETE);
        });

        assertThat(execution).failed().failed("a").skipped("b").ran("end");
    }

    @Test
    void cancelling_stops_added_steps() {
        Execution execution = start(w -> {}, e -> e.step("b", "clean").after(e.step("a", "clean")));
        Execution.Cancellation done = execution.cancel();
        baton.advance(HOUR);

        assertThat(execution).hasStatus(ExecutionStatus.CANCELLED).has("a", RunStatus.CANCELLED);
        assertThat(execution).has("b", RunStatus.CANCELLED).ran("end");
        Assertions.assertThat(done).isEqualTo(new Execution.Cancellation(1, 1, 2));
    }

    @Test
    void a_hold_keeps_added_steps_from_starting() {
        baton.add(Workflow.define(
                "w",
                w -> w.run("find", context -> {
                    context.sleep(Duration.ofMinutes(1));
                    context.extend(Extension.define(e -> e.step("a", "clean")));
                })));
        Execution execution = baton.trigger("w");
        execution.hold();
        baton.advance(HOUR);
        assertThat(execution).hasStatus(ExecutionStatus.HELD).has("a", RunStatus.PENDING, "the execution is held");

        execution.release();
        baton.advance(HOUR);
        assertThat(execution).succeeded().ran("a");
    }

    @Test
    void the_time_limit_of_the_workflow_holds_for_added_steps() {
        baton.taking("w/a", HOUR);
        Execution execution = run(w -> w.timeout(Duration.ofMinutes(1)), e -> e.step("a", "clean"));

        assertThat(execution).hasStatus(ExecutionStatus.TIMEOUT).ran("end");
    }

    @Test
    void the_graph_and_the_counts_have_the_added_steps() {
        Execution execution = start(w -> {}, e -> {
            e.step("b", "clean").after("a");
            e.step("a", "clean");
        });
        Assertions.assertThat(execution.counts())
                .isEqualTo(Map.of(RunStatus.SUCCESS, 2, RunStatus.RUNNING, 1, RunStatus.BLOCKED, 2));
        Assertions.assertThat(execution.dependencies())
                .contains(
                        new Dependency("find", "a", Set.of(Condition.SUCCESS)),
                        new Dependency("a", "b", Set.of(Condition.SUCCESS)));
    }

    @Test
    void limits_and_pauses_of_the_job_hold_for_added_steps() {
        baton.baton().put(Job.named("clean").limit(Limit.concurrency(1)).run(context -> {
            seen.add(context.jobName());
            context.sleep(Duration.ofMinutes(1));
        }));
        Execution execution = start(w -> {}, e -> {
            e.step("a", "clean");
            e.step("b", "clean");
        });
        Assertions.assertThat(execution.counts()).containsEntry(RunStatus.PENDING, 1);
        Assertions.assertThat(baton.baton().isRunning("clean")).isTrue();
        baton.advance(HOUR);
        assertThat(execution).succeeded().ran("a", "b");

        baton.baton().pause("clean");
        Execution paused = baton.trigger("w");
        baton.advance(HOUR);
        assertThat(paused).succeeded().has("a", RunStatus.SKIPPED, "paused");
    }

    @Test
    void an_added_step_whose_job_was_removed_meanwhile_is_skipped() {
        baton.add(Job.named("later").run(context -> {}));
        Execution execution = start(w -> {}, e -> e.step("b", "later").after(e.step("a", "clean")));
        baton.baton().remove("later");
        baton.advance(HOUR);

        assertThat(execution).succeeded().has("b", RunStatus.SKIPPED, "removed");
    }

    // ---- what is refused

    /** What a body that adds this sees, thrown at once. */
    private Throwable refused(Consumer<ExtensionBuilder> added) {
        List<Throwable> caught = new ArrayList<>();
        baton.add(Workflow.define(
                "w",
                w -> w.run("find", context -> {
                    try {
                        context.extend(Extension.define(added));
                    } catch (RuntimeException e) {
                        caught.add(e);
                    }
                })));
        assertThat(baton.trigger("w")).succeeded();
        Assertions.assertThat(caught).hasSize(1);
        Assertions.assertThat(baton.lastExecution("w").runs()).hasSize(1);
        return caught.get(0);
    }

    @Test
    void an_unknown_job_is_refused() {
        Assertions.assertThat(refused(e -> e.step("a", "claen")))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("Did you mean \"clean\"?");
    }

    @Test
    void a_name_that_is_taken_is_refused() {
        Assertions.assertThat(refused(e -> e.step("find", "clean")))
                .isInstanceOf(DuplicateStepException.class)
                .hasMessageContaining("it has a step \"find\" already");
    }

    @Test
    void a_name_that_was_added_before_is_refused() {
        List<Throwable> caught = new ArrayList<>();
        baton.add(Workflow.define(
                "w",
                w -> w.run("find", context -> {
                    context.extend(Extension.define(e -> e.step("a", "clean")));
                    try {
                        context.extend(Extension.define(e -> e.step("a", "clean")));
                    } catch (DuplicateStepException e) {
                        caught.add(e);
                    }
                })));
        Execution execution = baton.trigger("w");
        baton.advance(HOUR);

        assertThat(execution).succeeded().ran("a");
        Assertions.assertThat(caught).hasSize(1);
    }

    @Test
    void what_makes_no_graph_is_refused() {
        assertThatThrownBy(() -> Extension.define(e -> {})).isInstanceOf(NoStepsException.class);
        assertThatThrownBy(() -> Extension.define(e -> {
                    e.step("a", "clean");
                    e.step("a", "clean");
                }))
                .isInstanceOf(DuplicateStepException.class);
        assertThatThrownBy(() -> Extension.define(e -> {
                    e.step("first", "clean");
                    e.step("b", "clean").after("frist");
                }))
                .isInstanceOf(UnknownParentException.class)
                .hasMessageContaining("Did you mean \"first\"?");
        assertThatThrownBy(() -> Extension.define(e -> {
                    e.step("a", "clean").after("b");
                    e.step("b", "clean").after("a");
                }))
                .isInstanceOf(CyclicDependencyException.class)
                .hasMessageContaining("a → b → a");
        assertThatThrownBy(() -> Extension.define(
                        e -> e.step("b", "clean").after(e.step("a", "clean")).join(Join.atLeast(2))))
                .isInstanceOf(InvalidStepException.class);
    }

    @Test
    void too_many_steps_are_refused() {
        Consumer<ExtensionBuilder> many = e -> {
            for (int i = 0; i <= Extension.MOST_STEPS; i++) {
                e.step("s" + i, "clean");
            }
        };
        Assertions.assertThat(refused(many))
                .isInstanceOf(TooManyStepsException.class)
                .hasMessageContaining("10001 steps, and 10000 can be added at most");
    }

    @Test
    void the_final_step_and_the_items_of_a_fan_out_cannot_add_steps() {
        Action extend = extending(e -> e.step("a", "clean"));
        baton.add(Workflow.define("w", w -> {
            w.fanout("items", Fanout.over(List.of("x")).each(context -> {
                extend.run(context);
                return null;
            }));
            w.last("end", extend);
        }));
        Execution execution = baton.trigger("w");
        baton.advance(HOUR);

        assertThat(execution).failed().failed("items", "end");
        Assertions.assertThat(execution.run("items").reason()).contains("one of many for the items");
        Assertions.assertThat(execution.run("end").reason()).contains("it is the final step");
    }

    // ---- many

    @Test
    void ten_thousand_steps_are_added_and_run() {
        baton.add(Job.named("count").run(context -> seen.add("")));
        baton.add(Workflow.define(
                "w",
                w -> w.run("find", extending(e -> {
                    for (int i = 0; i < Extension.MOST_STEPS; i++) {
                        e.step("s" + i, "count");
                    }
                }))));
        Execution execution = baton.trigger("w");
        baton.advance(HOUR);

        assertThat(execution).succeeded();
        Assertions.assertThat(seen).hasSize(Extension.MOST_STEPS);
    }
}

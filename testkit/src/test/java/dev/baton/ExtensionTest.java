package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.policy.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Bodies that add steps after themselves: these run, or nothing is added. */
class ExtensionTest extends ExtensionFixture {

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
}

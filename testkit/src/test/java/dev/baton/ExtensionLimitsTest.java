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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the limits of the steps that bodies add. */
class ExtensionLimitsTest extends ExtensionFixture {

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
            w.finalRun("end", extend);
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

    @Test
    @Tag("memory") // a hundred thousand runs, which take too long on a disk
    void an_execution_grows_by_a_hundred_thousand_steps_and_not_by_one_more() {
        int bodies = Extension.MOST_STEPS_IN_ALL / Extension.MOST_STEPS;
        baton.add(Job.named("nothing").run(context -> {}));
        baton.baton().pause("nothing");
        baton.add(Workflow.define("w", w -> {
            for (int i = 0; i < bodies; i++) {
                String name = "find-" + i;
                w.run(name, extending(e -> many(e, name)));
            }
            // When it asks there is room for it, and when it ends there is none.
            w.run("ends-too-late", context -> {
                context.extend(Extension.define(e -> e.step("late", "nothing")));
                context.sleep(Duration.ofMinutes(1));
            });
            w.run("asks-too-late", context -> {
                context.sleep(Duration.ofMinutes(1));
                context.extend(Extension.define(e -> e.step("later", "nothing")));
            });
        }));
        Execution execution = baton.trigger("w");
        baton.advance(HOUR);

        assertThat(execution)
                .failed()
                .ran("find-0")
                .ran("find-" + (bodies - 1))
                .failed("ends-too-late", "asks-too-late");
        Assertions.assertThat(execution.runs()).hasSize(bodies + 2 + Extension.MOST_STEPS_IN_ALL);
        for (String refused : List.of("ends-too-late", "asks-too-late")) {
            Assertions.assertThat(execution.run(refused).error().orElseThrow())
                    .hasMessageEndingWith("of w has 100000 added steps already, and with 1 more it would have more than"
                            + " 100000, which is the limit. Let one step do more, or fan out over the items.");
        }
    }

    private static void many(ExtensionBuilder extension, String prefix) {
        for (int i = 0; i < Extension.MOST_STEPS; i++) {
            extension.step(prefix + "-" + i, "nothing");
        }
    }
}

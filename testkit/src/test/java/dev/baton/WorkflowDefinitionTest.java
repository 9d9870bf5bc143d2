package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.BatonException;
import dev.baton.error.CyclicDependencyException;
import dev.baton.error.DuplicateStepException;
import dev.baton.error.InvalidNameException;
import dev.baton.error.InvalidScheduleException;
import dev.baton.error.InvalidStepException;
import dev.baton.error.NameTakenException;
import dev.baton.error.NoStepsException;
import dev.baton.error.SecondFinalStepException;
import dev.baton.error.UnknownConditionException;
import dev.baton.error.UnknownParentException;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(BatonExtension.class)
class WorkflowDefinitionTest {

    private static final Action NOTHING = context -> {};

    @Test
    void a_workflow_without_steps_is_refused() {
        refuses(NoStepsException.class, "has no steps", w -> {});
    }

    @Test
    void two_steps_of_one_name_are_refused() {
        refuses(DuplicateStepException.class, "two steps are named \"a\"", w -> {
            w.run("a", NOTHING);
            w.run("a", NOTHING);
        });
    }

    @Test
    void an_unknown_parent_is_refused_with_a_hint() {
        refuses(
                UnknownParentException.class,
                "workflow \"w\": step \"load\" runs after \"trasnform\", which does not exist. Did you mean \"transform\"?",
                w -> {
                    w.run("transform", NOTHING);
                    w.run("load", NOTHING).after("trasnform");
                });
    }

    @Test
    void a_cycle_is_refused_with_its_whole_path() {
        assertThatThrownBy(() -> Workflow.define("w", w -> {
                    w.run("root", NOTHING);
                    w.run("a", NOTHING).after("root").after("c");
                    w.run("b", NOTHING).after("a");
                    w.run("c", NOTHING).after("b");
                    w.run("leaf", NOTHING).after("c");
                }))
                .isInstanceOf(CyclicDependencyException.class)
                .hasMessageContaining("a → b → c → a")
                .extracting(e -> ((CyclicDependencyException) e).path())
                .isEqualTo(List.of("a", "b", "c", "a"));
    }

    @Test
    void a_step_after_itself_is_a_cycle() {
        refuses(
                CyclicDependencyException.class,
                "a → a",
                w -> w.run("a", NOTHING).after("a"));
    }

    @Test
    void two_final_steps_are_refused() {
        refuses(SecondFinalStepException.class, "\"one\" and \"two\"", w -> {
            w.run("a", NOTHING);
            w.finalRun("one", NOTHING);
            w.finalRun("two", NOTHING);
        });
    }

    @Test
    void a_bad_schedule_is_refused() {
        refuses(InvalidScheduleException.class, "61", w -> w.cron("61 * * * *"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-a", ".a", "a b", "a/b", "ä", "a\n", "../etc"})
    void a_bad_name_is_refused(String name) {
        assertThatThrownBy(() -> Workflow.define(name, w -> w.run("a", NOTHING)))
                .isInstanceOf(InvalidNameException.class);
        assertThatThrownBy(() -> Job.named(name)).isInstanceOf(InvalidNameException.class);
        refuses(InvalidNameException.class, "cannot be a name", w -> w.run(name, NOTHING));
    }

    @Test
    void a_name_has_at_most_128_characters() {
        assertThat(Job.named("n".repeat(128)).run(NOTHING).name()).hasSize(128);
        assertThatThrownBy(() -> Job.named("n".repeat(129))).isInstanceOf(InvalidNameException.class);
    }

    @Test
    void a_join_over_more_than_there_is_is_refused() {
        refuses(InvalidStepException.class, "at least 3", w -> {
            w.run("a", NOTHING);
            w.run("b", NOTHING).after("a").join(Join.atLeast(3));
        });
    }

    @Test
    void nothing_runs_after_the_final_step_and_it_after_all() {
        refuses(InvalidStepException.class, "after the final step", w -> {
            w.finalRun("end", NOTHING);
            w.run("a", NOTHING).after("end");
        });
        refuses(InvalidStepException.class, "leave its dependencies out", w -> {
            w.run("a", NOTHING);
            w.finalRun("end", NOTHING).after("a");
        });
    }

    @Test
    void a_step_after_any_other_needs_another() {
        refuses(
                InvalidStepException.class,
                "runs after any other step, and there is none",
                w -> w.run("alert", NOTHING).after(Step.ANY, Condition.FAILURE));
        refuses(InvalidStepException.class, "leave its dependencies out", w -> {
            w.run("a", NOTHING);
            w.finalRun("end", NOTHING).after(Step.ANY, Condition.FAILURE);
        });
    }

    @Test
    void a_null_condition_is_refused_in_words() {
        Condition none = null;
        refuses(UnknownConditionException.class, "a condition is null", w -> {
            w.run("a", NOTHING);
            w.run("b", NOTHING).after("a", none);
        });
        refuses(
                UnknownConditionException.class,
                "a condition is null",
                w -> w.run("b", NOTHING).after(w.run("a", NOTHING), none));
        refuses(InvalidStepException.class, "has a parent that is null", w -> {
            Parent parent = null;
            w.run("b", NOTHING).after(parent);
        });
    }

    @Test
    void a_condition_says_whether_a_status_meets_it() {
        assertThat(Condition.SUCCESS.matches(RunStatus.PARTIAL)).isTrue();
        assertThat(Condition.FAILURE.matches(RunStatus.CANCELLED)).isTrue();
        assertThat(Condition.SKIPPED.matches(RunStatus.SUCCESS)).isFalse();
        assertThat(Condition.COMPLETE.matches(RunStatus.RUNNING)).isFalse();
    }

    @Test
    void a_step_may_say_that_it_does_not_fire_by_itself() {
        Workflow workflow = Workflow.define("w", w -> {
            w.cron("@daily");
            Step<?> a = w.run("a", NOTHING).cron("@triggered");
            w.run("b", NOTHING).after(a.succeeded()).cron("@manual");
        });
        assertThat(workflow.timing().spec().text()).isEqualTo("@daily");
    }

    @Test
    void an_unknown_condition_is_refused_with_a_hint() {
        assertThatThrownBy(() -> Condition.parse("sucess"))
                .isInstanceOf(UnknownConditionException.class)
                .hasMessageContaining("Did you mean \"success\"?");
        assertThat(Condition.parse("Failure")).isEqualTo(Condition.FAILURE);
    }

    @Test
    void a_name_that_is_taken_is_refused_and_nothing_is_half_registered(BatonTest baton) {
        baton.add(Job.named("taken").run(NOTHING));
        Workflow workflow = Workflow.define("taken", w -> w.run("a", NOTHING));
        assertThatThrownBy(() -> baton.add(workflow)).isInstanceOf(NameTakenException.class);
        assertThatThrownBy(() -> baton.add(Job.named("taken").run(NOTHING))).isInstanceOf(NameTakenException.class);
        assertThatThrownBy(() -> baton.baton().put(workflow)).isInstanceOf(NameTakenException.class);
        assertThat(baton.baton().list()).extracting(Registered::name).containsExactly("taken");
        assertThat(baton.baton().find("taken").orElseThrow().isWorkflow()).isFalse();
    }

    @Test
    void a_schedule_that_never_fires_is_refused_and_nothing_is_registered(BatonTest baton) {
        assertThatThrownBy(() -> baton.add(Job.named("never").cron("0 0 30 2 *").run(NOTHING)))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("never fires");
        assertThatThrownBy(() -> baton.add(Workflow.define("past", w -> {
                    w.at(baton.clock().now().minusSeconds(1));
                    w.run("a", NOTHING);
                })))
                .isInstanceOf(InvalidScheduleException.class);
        assertThat(baton.baton().list()).isEmpty();
    }

    @Test
    void a_definition_is_closed_when_it_is_defined() {
        List<Step<?>> leaked = new ArrayList<>();
        Workflow.define("w", w -> leaked.add(w.run("a", NOTHING)));
        assertThatThrownBy(() -> leaked.get(0).after("b")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_schedule_on_the_single_root_is_the_workflows(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            Step<Void> root = w.run("root", NOTHING).cron("30 0 * * *");
            w.run("child", NOTHING).after(root);
            w.finalRun("end", NOTHING);
        }));
        baton.advance(Duration.ofHours(1));
        assertThat(baton.lastExecution("w")).succeeded().ran("root", "child", "end");
    }

    @Test
    void a_schedule_on_one_of_two_roots_is_refused() {
        refuses(InvalidStepException.class, "set it on the workflow", w -> {
            w.run("a", NOTHING).cron("@daily");
            w.run("b", NOTHING);
        });
    }

    @Test
    void all_roots_start_together(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            w.run("a", NOTHING);
            w.run("b", NOTHING);
            w.run("join", NOTHING).after("a").after("b");
        }));
        assertThat(baton.trigger("w")).succeeded().ran("a", "b", "join");
    }

    @Test
    void outputs_reach_children_with_their_types(BatonTest baton) {
        List<Integer> seen = new ArrayList<>();
        Workflow workflow = Workflow.define("w", w -> {
            Step<List<Integer>> numbers = w.call("numbers", context -> List.of(1, 2, 3));
            Step<Integer> sum = w.call(
                            "sum",
                            context -> context.output(numbers).stream()
                                    .mapToInt(Integer::intValue)
                                    .sum())
                    .after(numbers);
            w.run("show", context -> seen.add(context.output(sum))).after(sum);
        });
        baton.add(workflow);
        assertThat(baton.trigger(workflow)).succeeded().hasOutput("sum", 6);
        assertThat(seen).containsExactly(6);
    }

    @Test
    void parameters_have_defaults_and_inputs_belong_to_steps(BatonTest baton) {
        List<Map<String, Object>> seen = new ArrayList<>();
        baton.add(Workflow.define("w", w -> {
            w.parameter("day", "today").parameter("limit", 10);
            w.run("a", context -> seen.add(context.parameters())).input("table", "users");
            w.run("b", context -> seen.add(Map.of("limit", context.parameter("limit", Integer.class))))
                    .after("a");
        }));
        baton.trigger("w", Map.of("day", "monday"));
        assertThat(seen.get(0)).isEqualTo(Map.of("table", "users", "day", "monday", "limit", 10));
        assertThat(seen.get(1)).isEqualTo(Map.of("limit", 10));
    }

    @Test
    void callbacks_are_called_once_when_the_execution_has_ended(BatonTest baton) {
        List<String> calls = new ArrayList<>();
        baton.add(Workflow.define("w", w -> {
            w.onSuccess(execution -> calls.add("success " + execution.status()));
            w.onFailure(execution -> calls.add("failure " + execution.status()));
            w.run("a", NOTHING);
            w.finalRun("end", NOTHING);
        }));
        baton.trigger("w");
        assertThat(calls).containsExactly("success success");
        baton.failing("w/a").trigger("w");
        assertThat(calls).containsExactly("success success", "failure failure");
    }

    private static void refuses(
            Class<? extends BatonException> error, String message, Consumer<WorkflowBuilder> definition) {
        assertThatThrownBy(() -> Workflow.define("w", definition))
                .isInstanceOf(error)
                .hasMessageContaining(message);
    }
}

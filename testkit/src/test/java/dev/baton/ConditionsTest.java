package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(BatonExtension.class)
class ConditionsTest {

    /** The truth table of rule W1, every cell. */
    @ParameterizedTest(name = "a parent that ended as {0}, a child on {1}: {2}")
    @CsvSource({
        "SUCCESS, SUCCESS, SUCCESS",
        "SUCCESS, FAILURE, SKIPPED",
        "SUCCESS, SKIPPED, SKIPPED",
        "SUCCESS, COMPLETE, SUCCESS",
        "FAILURE, SUCCESS, SKIPPED",
        "FAILURE, FAILURE, SUCCESS",
        "FAILURE, SKIPPED, SKIPPED",
        "FAILURE, COMPLETE, SUCCESS",
        "TIMEOUT, SUCCESS, SKIPPED",
        "TIMEOUT, FAILURE, SUCCESS",
        "TIMEOUT, SKIPPED, SKIPPED",
        "TIMEOUT, COMPLETE, SUCCESS",
        "CANCELLED, SUCCESS, SKIPPED",
        "CANCELLED, FAILURE, SUCCESS",
        "CANCELLED, SKIPPED, SKIPPED",
        "CANCELLED, COMPLETE, SUCCESS",
        "SKIPPED, SUCCESS, SKIPPED",
        "SKIPPED, FAILURE, SKIPPED",
        "SKIPPED, SKIPPED, SUCCESS",
        "SKIPPED, COMPLETE, SUCCESS",
    })
    void a_condition_holds_as_the_table_says(RunStatus end, Condition condition, RunStatus child) {
        try (BatonTest baton = BatonTest.create()) {
            baton.add(Workflow.define("w", w -> {
                Step<Void> parent = w.run("parent", context -> {}).timeout(Duration.ofMinutes(1));
                w.run("child", context -> {}).after(parent, condition);
            }));
            baton.assume("w/parent", assumptionFor(end));
            Execution execution = baton.trigger("w");
            if (end == RunStatus.CANCELLED) {
                execution.cancel("parent");
            }
            baton.advance(Duration.ofHours(1));
            assertThat(execution).has("parent", end).has("child", child);
        }
    }

    private static Assumption assumptionFor(RunStatus end) {
        return switch (end) {
            case SUCCESS -> Assumption.succeeds();
            case FAILURE -> Assumption.fails();
            case TIMEOUT -> Assumption.succeeds().taking(Duration.ofMinutes(10));
            case CANCELLED -> Assumption.succeeds().taking(Duration.ofSeconds(30));
            case SKIPPED -> Assumption.skips("nothing to do");
            default -> throw new IllegalArgumentException(end + " is no end of a body");
        };
    }

    /** A partial success is a fan-out's; the pure core knows it already. */
    @Test
    void a_partial_success_counts_as_success() {
        org.assertj.core.api.Assertions.assertThat(RunStatus.PARTIAL.kind()).isEqualTo(RunStatus.SUCCESS.kind());
        org.assertj.core.api.Assertions.assertThat(Condition.holds(Condition.SUCCESS.mask(), RunStatus.PARTIAL))
                .isTrue();
    }

    @Test
    void several_conditions_on_one_pair_mean_either_of_them(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            Step<Void> parent = w.run("parent", context -> {});
            w.run("child", context -> {}).after(parent, Condition.SUCCESS, Condition.FAILURE);
            w.run("other", context -> {}).after(parent).after(parent.failed());
        }));
        assertThat(baton.trigger("w")).ran("child", "other");
        baton.failing("w/parent");
        assertThat(baton.trigger("w")).failed("parent").ran("child", "other");
        baton.assume("w/parent", Assumption.skips("nothing"));
        assertThat(baton.trigger("w")).skipped("parent", "child", "other");
    }

    @Test
    void skipping_cascades_by_the_same_table(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
                    Step<Void> a = w.run("a", context -> {});
                    Step<Void> b = w.run("b", context -> {}).after(a);
                    Step<Void> c = w.run("c", context -> {}).after(b);
                    w.run("on-skipped", context -> {}).after(c.skipped());
                    w.run("on-failure", context -> {}).after(c.failed());
                    w.run("on-complete", context -> {}).after(c.completed());
                }))
                .failing("w/a");
        assertThat(baton.trigger("w"))
                .failed()
                .skipped("b", "c", "on-failure")
                .ran("on-skipped", "on-complete")
                .has("b", RunStatus.SKIPPED, "a failed")
                .has("c", RunStatus.SKIPPED, "b was skipped");
    }

    @Test
    void a_join_over_all_runs_when_every_edge_holds(BatonTest baton) {
        baton.add(join(Join.all()))
                .taking("w/a", Duration.ofMinutes(1))
                .taking("w/b", Duration.ofMinutes(2))
                .taking("w/c", Duration.ofMinutes(3));
        Execution execution = baton.trigger("w");
        baton.advance(Duration.ofMinutes(2));
        assertThat(execution).has("joined", RunStatus.BLOCKED, "waits for c");
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).succeeded().ran("joined");
    }

    @Test
    void a_join_over_all_is_skipped_only_when_its_last_parent_has_ended(BatonTest baton) {
        baton.add(join(Join.all()))
                .failing("w/a")
                .taking("w/b", Duration.ofMinutes(2))
                .taking("w/c", Duration.ofMinutes(3));
        Execution execution = baton.trigger("w");
        baton.advance(Duration.ofMinutes(2));
        assertThat(execution).has("joined", RunStatus.BLOCKED);
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).failed().has("joined", RunStatus.SKIPPED, "a failed");
    }

    @Test
    void a_join_over_any_runs_at_the_first_edge_that_holds(BatonTest baton) {
        baton.add(join(Join.any()))
                .failing("w/a")
                .taking("w/b", Duration.ofMinutes(2))
                .taking("w/c", Duration.ofMinutes(3));
        Execution execution = baton.trigger("w");
        assertThat(execution).has("joined", RunStatus.BLOCKED);
        baton.advance(Duration.ofMinutes(2));
        assertThat(execution).isActive().ran("joined").has("c", RunStatus.RUNNING);
    }

    @Test
    void a_join_over_any_is_skipped_once_none_can_hold(BatonTest baton) {
        baton.add(join(Join.any())).failing("w/a", "w/b", "w/c");
        assertThat(baton.trigger("w")).failed().has("joined", RunStatus.SKIPPED, "a failed, b failed, c failed");
    }

    @Test
    void a_join_over_at_least_two_runs_at_the_second(BatonTest baton) {
        baton.add(join(Join.atLeast(2)))
                .taking("w/a", Duration.ofMinutes(1))
                .taking("w/b", Duration.ofMinutes(2))
                .taking("w/c", Duration.ofMinutes(3));
        Execution execution = baton.trigger("w");
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).has("joined", RunStatus.BLOCKED);
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).ran("joined").has("c", RunStatus.RUNNING);
    }

    @Test
    void a_join_over_at_least_two_is_skipped_as_soon_as_only_one_can_hold(BatonTest baton) {
        baton.add(join(Join.atLeast(2))).failing("w/a", "w/b").taking("w/c", Duration.ofMinutes(3));
        assertThat(baton.trigger("w")).isActive().skipped("joined").has("c", RunStatus.RUNNING);
    }

    private static Workflow join(Join join) {
        return Workflow.define("w", w -> {
            Step<Void> a = w.run("a", context -> {});
            Step<Void> b = w.run("b", context -> {});
            Step<Void> c = w.run("c", context -> {});
            w.run("joined", context -> {}).after(a, b, c).join(join);
        });
    }

    @Test
    void independent_steps_run_side_by_side(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
                    Step<Void> root = w.run("root", context -> {});
                    w.run("left", context -> {}).after(root);
                    w.run("right", context -> {}).after(root);
                }))
                .taking("w/left", Duration.ofMinutes(5))
                .taking("w/right", Duration.ofMinutes(5));
        Execution execution = baton.trigger("w");
        assertThat(execution).has("left", RunStatus.RUNNING).has("right", RunStatus.RUNNING);
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution).succeeded();
    }

    @Test
    void a_guard_may_skip_its_run_as_a_body_does(BatonTest baton) {
        baton.add(Workflow.define("w", w -> {
            Step<Void> guarded = w.run("guarded", context -> {}).when(context -> {
                throw context.skip("not on a Friday");
            });
            w.run("child", context -> {}).after(guarded, Condition.SKIPPED);
        }));
        assertThat(baton.trigger("w"))
                .has("guarded", RunStatus.SKIPPED, "not on a Friday")
                .ran("child");
    }

    @Test
    void a_guard_that_objects_without_a_word_skips_its_run(BatonTest baton) {
        baton.add(Job.named("job").when(context -> Optional.of(" ")).run(context -> {}));
        assertThat(baton.trigger("job")).has("job", RunStatus.SKIPPED, "its guard gives no reason");
    }
}

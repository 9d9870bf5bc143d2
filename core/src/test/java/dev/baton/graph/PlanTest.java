package dev.baton.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Condition;
import dev.baton.Join;
import dev.baton.RunStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final int SUCCESS = Condition.SUCCESS.mask();

    private final PlanBuilder builder = new PlanBuilder();

    @Test
    void steps_are_numbered_in_topological_order() {
        int last = builder.step("last");
        int middle = builder.step("middle");
        int first = builder.step("first");
        Plan plan =
                builder.edge(first, middle, SUCCESS).edge(middle, last, SUCCESS).build();
        assertThat(plan.names()).containsExactly("first", "middle", "last");
        assertThat(builder.order()).containsExactly(first, middle, last);
        assertThat(plan.children(0)).containsExactly(1);
        assertThat(plan.parents(2)).containsExactly(1);
        assertThat(plan.step("middle")).hasValue(1);
        assertThat(plan.step("nobody")).isEmpty();
    }

    @Test
    void two_edges_on_one_pair_are_one_with_either_condition() {
        int a = builder.step("a");
        int b = builder.step("b");
        Plan plan =
                builder.edge(a, b, SUCCESS).edge(a, b, Condition.FAILURE.mask()).build();
        assertThat(plan.edges()).isEqualTo(1);
        assertThat(plan.parentMasks(1)[0]).isEqualTo((byte) Condition.mask(Condition.SUCCESS, Condition.FAILURE));
    }

    @Test
    void a_cycle_is_told_whole_and_always_alike() {
        for (int i = 0; i < 6; i++) {
            builder.step("s" + i);
        }
        builder.edge(0, 1, SUCCESS)
                .edge(4, 2, SUCCESS)
                .edge(2, 3, SUCCESS)
                .edge(3, 4, SUCCESS)
                .edge(1, 2, SUCCESS)
                .edge(4, 5, SUCCESS);
        assertThatThrownBy(builder::build)
                .isInstanceOf(PlanBuilder.CycleException.class)
                .hasMessage("s2 → s3 → s4 → s2");
    }

    @Test
    void a_join_over_all_with_a_parent_outside_never_runs() {
        int a = builder.step("a");
        int b = builder.step("b");
        builder.edge(a, b, SUCCESS).outsideParent(b, "elsewhere");
        Plan plan = builder.build();
        Effects effects = new Effects();
        Progress progress = new Progress(plan);
        progress.start(effects);
        progress.finish(0, RunStatus.SUCCESS, effects);
        assertThat(progress.status(1)).isEqualTo(RunStatus.SKIPPED);
        assertThat(progress.ended()).isTrue();
        assertThat(plan.outsideParents(1)).isEqualTo(List.of("elsewhere"));
    }

    @Test
    void the_final_step_is_ready_when_all_others_have_ended() {
        int end = builder.step("end");
        builder.step("a");
        builder.step("b");
        Plan plan = builder.finalStep(end).build();
        assertThat(plan.finalStep()).hasValue(2);
        Effects effects = new Effects();
        Progress progress = new Progress(plan);
        progress.start(effects);
        assertThat(effects.ready().toArray()).containsExactly(0, 1);
        progress.finish(0, RunStatus.FAILURE, effects);
        progress.finish(1, RunStatus.SUCCESS, effects);
        assertThat(effects.ready().toArray()).containsExactly(0, 1, 2);
        assertThat(progress.ended()).isFalse();
        progress.finish(2, RunStatus.SUCCESS, effects);
        assertThat(progress.ended()).isTrue();
    }

    @Test
    void a_final_step_comes_after_every_other_and_keeps_no_edge_for_that() {
        int end = builder.step("end");
        for (int i = 0; i < 100_000; i++) {
            builder.step("s" + i);
        }
        Plan plan = builder.finalStep(end).build();
        assertThat(plan.edges()).isZero();
        assertThat(plan.parents(100_000)).hasSize(100_000).startsWith(0, 1, 2).endsWith(99_999);
        assertThat(plan.parentMasks(100_000)).hasSize(100_000).containsOnly(Condition.COMPLETE.mask());
        assertThat(plan.children(7)).containsExactly(100_000);
        assertThat(plan.children(100_000)).isEmpty();
        Plan read = Plan.fromBytes(plan.toBytes());
        assertThat(read.parents(100_000)).hasSize(100_000);
        assertThat(read.id()).isEqualTo(plan.id());
    }

    @Test
    void an_end_costs_as_much_as_it_has_children_and_a_million_steps_no_stack() {
        int size = 1_000_000;
        for (int i = 0; i < size; i++) {
            builder.step("s");
            if (i > 0) {
                builder.edge(i - 1, i, SUCCESS);
            }
        }
        Plan plan = builder.build();
        Effects effects = new Effects();
        Progress progress = new Progress(plan);
        progress.start(effects);
        progress.finish(0, RunStatus.FAILURE, effects);
        assertThat(effects.skipped().size()).isEqualTo(size - 1);
        assertThat(progress.ended()).isTrue();
    }

    @Test
    void a_join_over_some_ignores_what_comes_after_it_was_decided() {
        int a = builder.step("a");
        int b = builder.step("b");
        int c = builder.step("c");
        builder.edge(a, c, SUCCESS).edge(b, c, SUCCESS).join(c, Join.any());
        Effects effects = new Effects();
        Progress progress = new Progress(builder.build());
        progress.start(effects);
        progress.finish(0, RunStatus.SUCCESS, effects);
        effects.clear();
        progress.finish(1, RunStatus.SUCCESS, effects);
        assertThat(effects.ready().isEmpty()).isTrue();
        assertThat(progress.remaining()).isEqualTo(1);
    }
}

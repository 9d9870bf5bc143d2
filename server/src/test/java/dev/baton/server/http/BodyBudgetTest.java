package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The memory for bodies is shared. */
class BodyBudgetTest {

    @Test
    void one_caller_takes_no_more_than_a_share() {
        BodyBudget budget = new BodyBudget(1_000L, 100);

        assertThat(budget.take("greedy", 250)).isTrue();
        assertThat(budget.take("greedy", 1)).isFalse();
        assertThat(budget.take("other", 250)).isTrue();
        budget.give("greedy", 250);
        assertThat(budget.take("greedy", 250)).isTrue();
    }

    @Test
    void all_together_take_no_more_than_there_is() {
        BodyBudget budget = new BodyBudget(1_000L, 100);
        for (int i = 0; i < 4; i++) {
            assertThat(budget.take("caller-" + i, 250)).isTrue();
        }

        assertThat(budget.take("late", 1)).isFalse();
        budget.give("caller-0", 250);
        assertThat(budget.take("late", 1)).isTrue();
    }

    @Test
    void the_largest_body_always_fits() {
        assertThat(new BodyBudget(10L, 100).take("only", 100)).isTrue();
    }
}

package dev.baton.server.api.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BatchOrderTest {

    @Test
    void parents_come_first() {
        BatchOrder.Ordered ordered = BatchOrder.of(List.of(Set.of(1, 2), Set.of(2), Set.of()));
        assertThat(ordered.order()).containsExactly(2, 1, 0);
        assertThat(ordered.cycle()).isEmpty();
    }

    @Test
    void a_cycle_is_told_from_parent_to_child() {
        BatchOrder.Ordered ordered = BatchOrder.of(List.of(Set.of(2), Set.of(0), Set.of(1), Set.of(2)));
        assertThat(ordered.cycle()).containsExactly(0, 1, 2, 0);
    }

    @Test
    void what_waits_for_itself_is_a_cycle() {
        assertThat(BatchOrder.of(List.of(Set.of(0))).cycle()).containsExactly(0, 0);
    }

    @Test
    void what_waits_for_a_cycle_is_no_part_of_it() {
        BatchOrder.Ordered ordered = BatchOrder.of(List.of(Set.of(1), Set.of(2), Set.of(1)));
        assertThat(ordered.cycle())
                .containsExactlyInAnyOrder(1, 2, ordered.cycle().get(0));
    }
}

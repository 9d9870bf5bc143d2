package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReleasedInTimeTest {

    private final UUID execution = UUID.randomUUID();
    private final Chronicle chronicle = new Chronicle();
    private final Trail.Move taken = new Trail.Move(null, null, "a", false, "a", Ledger.now());

    private List<String> violations() {
        return new ReleasedInTime()
                .violations(new Evidence(
                        Scenarios.standard(),
                        new Submissions(),
                        chronicle,
                        new Recorded(List.of(), Map.of(), Set.of()),
                        new Trail(Map.of(execution, List.of(taken)), Map.of(), Map.of()),
                        List.of(),
                        Map.of()));
    }

    @Test
    void what_a_living_node_owns_is_not_left_by_it() {
        chronicle.started("a");
        chronicle.started("b");
        assertThat(violations()).isEmpty();
    }

    @Test
    void what_a_dead_node_owned_and_nobody_released_is_held_against_the_others() {
        chronicle.started("a");
        chronicle.started("b");
        chronicle.died("a");
        assertThat(violations()).hasSize(1);
    }
}

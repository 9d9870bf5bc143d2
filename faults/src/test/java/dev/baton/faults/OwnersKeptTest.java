package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OwnersKeptTest {

    private static List<String> violations(boolean asleep) {
        Chronicle chronicle = new Chronicle();
        chronicle.started("a");
        Trail.Move given = new Trail.Move(UUID.randomUUID(), "a", null, false, asleep, "a", Ledger.now());
        return new OwnersKept()
                .violations(new Evidence(
                        Scenarios.standard(),
                        new Submissions(),
                        chronicle,
                        new Recorded(List.of(), Map.of(), Set.of()),
                        new Trail(Map.of(UUID.randomUUID(), List.of(given)), Map.of(), Map.of()),
                        List.of(),
                        Map.of()));
    }

    @Test
    void a_living_node_puts_to_sleep_what_only_waits() {
        assertThat(violations(true)).isEmpty();
    }

    @Test
    void a_living_node_gives_up_nothing_else() {
        assertThat(violations(false)).hasSize(1);
    }
}

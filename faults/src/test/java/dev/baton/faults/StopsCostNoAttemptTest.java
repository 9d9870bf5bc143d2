package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StopsCostNoAttemptTest {

    private static final String STEP = "step";

    private final UUID execution = UUID.randomUUID();
    private final Chronicle chronicle = new Chronicle();
    private final List<LedgerEntry> ledger = new ArrayList<>();

    private void says(long at, String node, int attempt, LedgerEntry.Event event) {
        ledger.add(new LedgerEntry(at, node, execution, STEP, attempt, event));
    }

    private List<String> violations() {
        return new StopsCostNoAttempt()
                .violations(new Evidence(
                        Scenarios.standard(),
                        new Submissions(),
                        chronicle,
                        new Recorded(List.of(), Map.of(), Set.of()),
                        new Trail(Map.of(), Map.of(), Map.of()),
                        ledger,
                        Map.of(execution, Map.of(STEP, ledger))));
    }

    private void isStoppedAndCalledAgainAs(int attempt) {
        chronicle.started("a");
        says(Ledger.now(), "a", 1, LedgerEntry.Event.START);
        chronicle.leaves("a");
        says(Ledger.now(), "a", 1, LedgerEntry.Event.STOPPED);
        says(Ledger.now() + 1, "b", attempt, LedgerEntry.Event.START);
    }

    @Test
    void a_body_that_a_stop_cut_short_is_called_again_as_the_same_attempt() {
        isStoppedAndCalledAgainAs(1);
        assertThat(violations()).isEmpty();
    }

    @Test
    void a_stop_that_uses_up_an_attempt_is_held_against_it() {
        isStoppedAndCalledAgainAs(2);
        assertThat(violations()).hasSize(1);
    }

    @Test
    void a_death_may_use_up_an_attempt() {
        chronicle.started("a");
        says(Ledger.now(), "a", 1, LedgerEntry.Event.START);
        says(Ledger.now() + 1, "b", 2, LedgerEntry.Event.START);
        assertThat(violations()).isEmpty();
    }
}

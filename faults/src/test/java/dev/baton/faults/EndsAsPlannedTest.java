package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The check itself: what it lets pass, and what it does not. */
class EndsAsPlannedTest {

    private static final String TICK = Scenarios.TICKS.iterator().next();

    /** Later than any pause that there was. */
    private static final long SKIPPED = Long.MAX_VALUE - 1;

    private final UUID execution = UUID.randomUUID();
    private final Chronicle chronicle = new Chronicle();

    /** Of an execution that fired, whose body node "a" called at 10, and which was skipped in the end. */
    private List<String> violations(List<Trail.Move> moves) {
        Recorded recorded = new Recorded(
                List.of(new Recorded.Execution(execution, TICK, "schedule", 0, null, "skipped", SKIPPED)),
                Map.of(execution, List.of(new Recorded.Run(0, TICK, "skipped", 0, SKIPPED))),
                Set.of());
        List<LedgerEntry> ledger = List.of(
                new LedgerEntry(10, "a", execution, TICK, 1, LedgerEntry.Event.START),
                new LedgerEntry(20, "a", execution, TICK, 1, LedgerEntry.Event.END));
        return new EndsAsPlanned()
                .violations(new Evidence(
                        Scenarios.standard(),
                        new Submissions(),
                        chronicle,
                        recorded,
                        new Trail(Map.of(execution, moves), Map.of(), Map.of()),
                        ledger,
                        Map.of(execution, Map.of(TICK, ledger)),
                        List.of(),
                        recorded.roots()));
    }

    private static Trail.Move claimedBy(String node, long at) {
        return new Trail.Move(null, null, node, false, node, at);
    }

    private static Trail.Move lostBy(String node, long at) {
        return new Trail.Move(UUID.randomUUID(), node, null, false, "b", at);
    }

    @Test
    void what_is_paused_after_its_node_was_lost_with_an_unrecorded_end_is_skipped() {
        chronicle.pauses();

        assertThat(violations(List.of(claimedBy("a", 5), lostBy("a", 30), claimedBy("b", 50))))
                .isEmpty();
    }

    @Test
    void what_is_skipped_although_the_node_that_called_its_body_still_has_it_is_not_right() {
        chronicle.pauses();

        assertThat(violations(List.of(claimedBy("a", 5))))
                .singleElement()
                .asString()
                .contains("the ledger has");
    }

    @Test
    void what_is_skipped_while_nothing_is_paused_is_not_right() {
        assertThat(violations(List.of(claimedBy("a", 5), lostBy("a", 30), claimedBy("b", 50))))
                .isNotEmpty();
    }
}

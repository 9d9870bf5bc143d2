package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The check itself: what it lets pass, and what it does not. Times are in seconds. */
class NoRepeatWhileWorkerLivesTest {

    private static final long SECOND = 1_000_000;
    private static final String STEP = "haul/drive";

    private final UUID execution = UUID.randomUUID();
    private final Chronicle chronicle = new Chronicle();
    private final List<LedgerEntry> ledger = new ArrayList<>();
    private final List<Trail.Move> moves = new ArrayList<>();
    private final List<Trail.End> ends = new ArrayList<>();
    private final Map<String, List<Trail.Death>> deaths = new HashMap<>();

    private void starts(long at, String worker, int attempt) {
        ledger.add(new LedgerEntry(at * SECOND, worker, execution, STEP, attempt, LedgerEntry.Event.START));
    }

    private List<String> violations() {
        return new NoRepeatWhileWorkerLives()
                .violations(new Evidence(
                        Scenarios.standard(),
                        new Submissions(),
                        chronicle,
                        new Recorded(List.of(), Map.of(), Set.of()),
                        new Trail(Map.of(execution, moves), Map.of(execution, ends), deaths),
                        ledger,
                        Map.of(execution, Map.of(STEP, ledger))));
    }

    @Test
    void the_death_of_a_server_is_no_reason() {
        starts(1, "worker1", 1);
        moves.add(new Trail.Move(UUID.randomUUID(), "server1", "server2", false, "server2", 2 * SECOND));
        deaths.put("server1", List.of(new Trail.Death(UUID.randomUUID(), SECOND, 2 * SECOND)));
        starts(3, "worker2", 2);

        assertThat(violations()).hasSize(1);
    }

    @Test
    void the_death_of_the_server_whose_own_worker_it_was_is_a_reason() {
        starts(1, "server1", 1);
        deaths.put("server1", List.of(new Trail.Death(UUID.randomUUID(), SECOND, 2 * SECOND)));
        starts(3, "server2", 2);

        assertThat(violations()).isEmpty();
    }

    @Test
    void the_end_of_the_worker_is_a_reason() {
        long now = Ledger.now() / SECOND;
        starts(now - 10, "worker1", 1);
        chronicle.leaves("worker1");
        starts(now + 10, "worker2", 2);

        assertThat(violations()).isEmpty();
    }

    @Test
    void the_end_of_another_worker_is_none() {
        long now = Ledger.now() / SECOND;
        starts(now - 10, "worker1", 1);
        chronicle.leaves("worker3");
        starts(now + 10, "worker2", 2);

        assertThat(violations()).hasSize(1);
    }

    @Test
    void a_worker_that_was_frozen_beyond_its_lease_is_a_reason() {
        starts(1, "worker1", 1);
        chronicle.trouble("worker1", 2 * SECOND, 20 * SECOND);
        starts(15, "worker2", 2);

        assertThat(violations()).isEmpty();
    }

    @Test
    void nothing_starts_after_its_end() {
        starts(5, "worker2", 1);
        ends.add(new Trail.End(STEP, "success", "server1", "server1", 6 * SECOND));
        starts(19, "worker1", 1);

        assertThat(violations()).isNotEmpty();
    }
}

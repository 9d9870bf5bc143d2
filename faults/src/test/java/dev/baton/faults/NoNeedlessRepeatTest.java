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
class NoNeedlessRepeatTest {

    private static final long SECOND = 1_000_000;
    private static final String STEP = "chain/s0";

    private final UUID execution = UUID.randomUUID();
    private final Chronicle chronicle = new Chronicle();
    private final List<LedgerEntry> ledger = new ArrayList<>();
    private final List<Trail.Move> moves = new ArrayList<>();
    private final List<Trail.End> ends = new ArrayList<>();
    private final Map<String, List<Trail.Death>> deaths = new HashMap<>();

    private void says(double at, String node, int attempt, LedgerEntry.Event event) {
        ledger.add(new LedgerEntry((long) (at * SECOND), node, execution, STEP, attempt, event));
    }

    private void starts(double at, String node) {
        says(at, node, 1, LedgerEntry.Event.START);
    }

    private void isHomeFrom(double at, String node) {
        moves.add(new Trail.Move(null, null, node, false, node, (long) (at * SECOND)));
    }

    private void losesHome(double at, String node) {
        moves.add(new Trail.Move(UUID.randomUUID(), node, null, false, "other", (long) (at * SECOND)));
    }

    private void isDeclaredDead(double at, String node) {
        long time = (long) (at * SECOND);
        deaths.put(node, List.of(new Trail.Death(UUID.randomUUID(), time - 1, time)));
    }

    private List<String> violations() {
        return new NoNeedlessRepeat()
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
    void a_body_is_not_called_twice_for_nothing() {
        isHomeFrom(0, "a");
        starts(1, "a");
        starts(2, "a");

        assertThat(violations()).hasSize(1);
    }

    @Test
    void harm_to_others_is_no_reason() {
        isHomeFrom(0, "a");
        isDeclaredDead(1.5, "b");
        starts(1, "a");
        starts(2, "a");

        assertThat(violations()).hasSize(1);
    }

    @Test
    void a_database_that_is_gone_is_no_reason() {
        isHomeFrom(0, "a");
        chronicle.trouble(Chronicle.ALL, SECOND, 2 * SECOND);
        starts(1, "a");
        starts(2, "a");

        assertThat(violations()).hasSize(1);
    }

    @Test
    void a_lost_home_is_a_reason() {
        isHomeFrom(0, "a");
        starts(1, "a");
        losesHome(1.5, "a");
        isHomeFrom(1.6, "b");
        starts(2, "b");

        assertThat(violations()).isEmpty();
    }

    @Test
    void a_home_that_was_lost_before_is_no_reason() {
        isHomeFrom(0, "a");
        losesHome(0.5, "a");
        isHomeFrom(0.6, "b");
        starts(1, "b");
        starts(2, "b");

        assertThat(violations()).hasSize(1);
    }

    @Test
    void the_death_of_the_node_that_had_borrowed_it_is_a_reason() {
        isHomeFrom(0, "a");
        starts(1, "borrower");
        isDeclaredDead(3, "borrower");
        starts(3.1, "a");

        assertThat(violations()).isEmpty();
    }

    @Test
    void a_retry_is_a_reason_once() {
        isHomeFrom(0, "a");
        starts(1, "a");
        says(1.1, "a", 1, LedgerEntry.Event.RETRY);
        says(1.2, "a", 2, LedgerEntry.Event.START);
        assertThat(violations()).isEmpty();

        says(1.3, "a", 2, LedgerEntry.Event.START);
        assertThat(violations()).hasSize(1);
    }

    @Test
    void nothing_is_called_after_its_end() {
        isHomeFrom(0, "a");
        starts(1, "a");
        ends.add(new Trail.End(STEP, "success", "a", "a", SECOND / 2));

        assertThat(violations()).hasSize(1);
    }

    @Test
    void a_process_that_thaws_is_not_forgiven_a_body_that_had_ended_elsewhere() {
        isHomeFrom(0, "a");
        losesHome(2, "a");
        isHomeFrom(2.1, "b");
        starts(2.2, "b");
        ends.add(new Trail.End(STEP, "success", "b", "b", 3 * SECOND));
        chronicle.trouble("a", SECOND, 9 * SECOND);
        starts(8, "a");

        assertThat(violations()).hasSize(1);
    }

    @Test
    void a_process_that_thaws_is_forgiven_a_body_that_still_runs_elsewhere() {
        isHomeFrom(0, "a");
        losesHome(2, "a");
        isHomeFrom(2.1, "b");
        starts(2.2, "b");
        ends.add(new Trail.End(STEP, "success", "b", "b", 9 * SECOND));
        chronicle.trouble("a", SECOND, 9 * SECOND);
        starts(8, "a");

        assertThat(violations()).isEmpty();
    }
}

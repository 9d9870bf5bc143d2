package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.changing;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.ended;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.run;
import static dev.baton.jdbc.Samples.running;
import static dev.baton.jdbc.Samples.unowned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.RunId;
import dev.baton.policy.Retention;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what every store returns about past executions, and what retention removes. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class StoreHistoryTest extends StoreFixture {

    StoreHistoryTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    @Test
    void active_ones_come_with_the_oldest_first() {
        ExecutionRecord second = execution("job", NOW + 2, 0, null);
        ExecutionRecord first = execution("job", NOW + 1, 0, null);
        store.commit(creating(unowned(second), here(first), here(ended(execution("job"), NOW))));

        assertThat(store.active()).containsExactly(at(first, store.node()), second);
    }

    @Test
    void past_ones_come_with_the_newest_first() {
        List<UUID> ids = endedAt(NOW + 1, NOW + 3, NOW + 2);
        store.commit(creating(here(ended(execution("other"), NOW + 9))));

        assertThat(store.past("job", 2)).extracting(ExecutionRecord::id).containsExactly(ids.get(1), ids.get(2));
    }

    @Test
    void ended_are_those_that_ended_or_are_not_there() {
        ExecutionRecord active = execution("job");
        store.commit(creating(here(active)));
        UUID past = endedAt(NOW).get(0);
        UUID unknown = UUID.randomUUID();

        assertThat(store.ended(List.of(active.id(), past, unknown))).containsExactly(past, unknown);
    }

    @Test
    void pruning_keeps_a_number_of_each() {
        List<UUID> ids = endedAt(NOW + 1, NOW + 2, NOW + 3, NOW + 4);
        ExecutionRecord other = ended(execution("other"), NOW);
        store.commit(creating(here(other), here(execution("job"))));

        assertThat(store.prune(Retention.count(2), NOW, 100)).isEqualTo(2);
        assertThat(store.past("job", 10)).extracting(ExecutionRecord::id).containsExactly(ids.get(3), ids.get(2));
        assertThat(store.past("other", 10)).hasSize(1);
        assertThat(store.active()).hasSize(1);
    }

    @Test
    void pruning_keeps_none_that_is_too_old() {
        List<UUID> ids = endedAt(NOW - 2_000_000, NOW - 500_000);

        assertThat(store.prune(Retention.standard().withAge(Duration.ofSeconds(1)), NOW, 100))
                .isEqualTo(1);
        assertThat(store.past("job", 10)).extracting(ExecutionRecord::id).containsExactly(ids.get(1));
    }

    @Test
    void pruning_keeps_a_number_of_all_together() {
        endedAt(NOW + 1, NOW + 2);
        store.commit(creating(here(ended(execution("other"), NOW + 3))));

        assertThat(store.prune(Retention.standard().withTotal(2), NOW, 100)).isEqualTo(1);
        assertThat(store.past("job", 10)).hasSize(1);
        assertThat(store.past("other", 10)).hasSize(1);
    }

    @Test
    void pruning_keeps_what_is_nested_in_an_active_execution_at_any_depth() {
        ExecutionRecord active = execution("job");
        ExecutionRecord gone = ended(execution("job"), NOW - 9);
        ExecutionRecord child = ended(nestedIn(active), NOW - 8);
        ExecutionRecord grandchild = ended(nestedIn(child), NOW - 7);
        store.commit(creating(
                here(active),
                here(gone),
                here(child),
                here(grandchild),
                here(ended(nestedIn(gone), NOW - 6)),
                here(ended(execution("job", NOW, 0, "within:what others write"), NOW - 5))));
        Retention none = new Retention(0, Duration.ZERO, 0);

        assertThat(store.prune(none, NOW, 100)).isEqualTo(3);
        assertThat(store.past("job", 10)).extracting(ExecutionRecord::id).containsExactly(grandchild.id(), child.id());
        store.commit(changing(ended(at(active, store.node()), NOW)));
        assertThat(store.prune(none, NOW + 1, 100)).isEqualTo(3);
    }

    @Test
    void pruning_keeps_what_an_active_execution_runs_after() throws SQLException {
        List<UUID> ids = endedAt(NOW - 9, NOW - 8, NOW - 7);
        ExecutionRecord child = execution("job");
        ExecutionRecord past = ended(execution("job"), NOW - 6);
        store.commit(creating(
                new Store.Creation(child, null, false, Set.of(ids.get(0), ids.get(1))),
                new Store.Creation(past, null, false, Set.of(ids.get(2)))));
        Retention none = new Retention(0, Duration.ZERO, 0);

        assertThat(store.prune(none, NOW, 1)).isEqualTo(2);
        assertThat(store.past("job", 10))
                .extracting(ExecutionRecord::id)
                .containsExactlyInAnyOrder(ids.get(0), ids.get(1));
        store.commit(changing(ended(at(child, store.node()), NOW)));
        assertThat(store.prune(none, NOW + 1, 1)).isEqualTo(3);
        assertThat(count("baton_awaited")).isZero();
    }

    private static ExecutionRecord nestedIn(ExecutionRecord parent) {
        return execution("job", NOW, 0, "within:" + new RunId(parent.id(), 1));
    }

    @Test
    void pruning_goes_by_small_batches_and_takes_the_runs_along() throws SQLException {
        List<UUID> ids = endedAt(NOW + 1, NOW + 2, NOW + 3, NOW + 4, NOW + 5);
        store.commit(running(ids.stream().map(id -> run(id, 0)).toArray(RunRecord[]::new)));
        Retention none = Retention.count(0);

        assertThat(store.prune(none, NOW, 2)).isEqualTo(5);
        assertThat(count("baton_ended")).isZero();
        assertThat(count("baton_run")).isZero();
    }

    // ---- definitions

    @Test
    void a_definition_is_made_when_there_is_none() {
        assertThat(store.definition("job", NOW)).isEqualTo(new Store.DefinitionRecord("job", false, NOW));
        assertThat(store.definition("job", NOW + 1).dealtWith()).isEqualTo(NOW);
    }

    @Test
    void what_is_paused_stays_so_until_it_is_resumed() {
        store.definition("job", NOW);
        store.pause("job", true, NOW + 1);
        store.pause("step", true, NOW + 1);
        assertThat(store.paused()).containsExactly("job", "step");
        assertThat(store.definition("job", NOW)).isEqualTo(new Store.DefinitionRecord("job", true, NOW));

        store.pause("job", false, NOW + 2);
        assertThat(store.paused()).containsExactly("step");
    }

    @Test
    void fires_are_dealt_with_in_one_direction() {
        store.dealtWith("job", NOW + 5);
        store.dealtWith("job", NOW + 3);

        assertThat(store.definition("job", NOW).dealtWith()).isEqualTo(NOW + 5);
    }
}

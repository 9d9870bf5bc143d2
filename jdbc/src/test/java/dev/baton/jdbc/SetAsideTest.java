package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.in;
import static dev.baton.jdbc.Samples.unowned;
import static dev.baton.jdbc.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Stored;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Executions that claims pass over for long are set aside, and are claimed like all others when a node can. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class SetAsideTest extends StoreFixture {

    private static final long MINUTE_LATER = NOW + 60_000_000;

    SetAsideTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    private List<UUID> claimed(Claimable claimable, int most) {
        return store.claim(claimable, MINUTE_LATER, most).stream()
                .map(stored -> stored.execution().id())
                .toList();
    }

    private static Claimable named(String... names) {
        return new Claimable(List.of(names), List.of(), List.of());
    }

    private int countSetAside() throws SQLException {
        return count("baton_execution WHERE (flags & " + ExecutionRecord.State.SET_ASIDE + ") <> 0");
    }

    @Test
    void what_no_claim_could_take_is_set_aside() throws SQLException {
        store.commit(creating(unowned(execution("other")), unowned(execution("other"))));

        assertThat(claimed(named("job"), 10)).isEmpty();
        assertThat(countSetAside()).isEqualTo(2);
    }

    @Test
    void what_has_not_waited_for_long_is_left_where_it_is() throws SQLException {
        store.commit(creating(unowned(execution("other", MINUTE_LATER - 1, 0, null))));

        assertThat(claimed(named("job"), 10)).isEmpty();
        assertThat(countSetAside()).isZero();
    }

    @Test
    void what_was_set_aside_is_claimed_by_rank_with_all_others() {
        ExecutionRecord second = execution("other", NOW + 2, 0, null);
        ExecutionRecord fourth = execution("other", NOW + 4, 0, null);
        store.commit(creating(unowned(second), unowned(fourth)));
        assertThat(claimed(named("job"), 10)).isEmpty();
        ExecutionRecord first = execution("job", NOW + 1, 0, null);
        ExecutionRecord third = execution("job", NOW + 3, 0, null);
        store.commit(creating(unowned(third), unowned(first)));

        assertThat(claimed(named("job", "other"), 3)).containsExactly(first.id(), second.id(), third.id());
        assertThat(claimed(new Claimable(List.of("job", "other"), List.of("default"), List.of()), 3))
                .containsExactly(fourth.id());
    }

    @Test
    void what_was_set_aside_stays_in_its_queue_and_with_its_labels() {
        ExecutionRecord batch = in(execution("other"), "batch", Set.of("gpu"));
        store.commit(creating(unowned(batch)));
        assertThat(claimed(named("job"), 10)).isEmpty();

        assertThat(claimed(new Claimable(List.of("other"), List.of("default"), List.of("gpu")), 10))
                .isEmpty();
        assertThat(claimed(new Claimable(List.of("other"), List.of("batch"), List.of()), 10))
                .isEmpty();
        assertThat(claimed(new Claimable(List.of("other"), List.of("batch"), List.of("gpu")), 10))
                .containsExactly(batch.id());
    }

    @Test
    void what_brings_its_definition_along_is_found_by_a_node_that_reads_it() throws SQLException {
        ExecutionRecord plain = execution("unknown");
        ExecutionRecord brought = with(
                plain, new ExecutionRecord.State(null, plain.state().status(), ExecutionRecord.State.DEFINED, 0, 0, 2));
        store.commit(creating(unowned(brought)));
        assertThat(claimed(named("job"), 10)).isEmpty();
        assertThat(countSetAside()).isOne();

        assertThat(claimed(new Claimable(List.of("job"), List.of(), List.of(), true), 10))
                .containsExactly(brought.id());
    }

    @Test
    void what_is_claimed_is_not_set_aside() throws SQLException {
        ExecutionRecord claimed = execution("other");
        store.commit(creating(unowned(claimed)));
        assertThat(claimed(named("other"), 1)).containsExactly(claimed.id());

        assertThat(claimed(named("job"), 10)).isEmpty();
        assertThat(countSetAside()).isZero();
    }

    @Test
    void what_is_claimed_does_not_keep_others_from_being_set_aside() throws SQLException {
        int many = PassedOver.AT_MOST;
        store.commit(creating(Stream.generate(() -> unowned(execution("other", NOW, 0, null)))
                .limit(many)
                .toArray(Creation[]::new)));
        assertThat(claimed(named("other"), many)).hasSize(many);
        store.commit(creating(unowned(execution("other", NOW + 1, 0, null))));

        assertThat(claimed(named("job"), 10)).isEmpty();
        assertThat(countSetAside()).isOne();
    }

    @Test
    void being_set_aside_is_no_loss_of_an_owner() {
        store.commit(creating(unowned(execution("other"))));
        assertThat(claimed(named("job"), 10)).isEmpty();

        assertThat(store.claim(named("other"), MINUTE_LATER, 10))
                .extracting(Stored::execution)
                .singleElement()
                .satisfies(claimed -> assertThat(claimed.state().hasLostOwner()).isFalse());
    }

    @Test
    void the_next_due_time_is_at_hand_however_many_belong_to_others() {
        for (int i = 0; i < PassedOver.AT_MOST + 1; i++) {
            store.commit(creating(unowned(delayed("other", NOW + i))));
        }
        store.commit(creating(unowned(delayed("job", MINUTE_LATER))));

        assertThat(store.nextDue(named("job"))).isEqualTo(NOW + PassedOver.AT_MOST - 1);
        assertThat(claimed(named("job"), 10)).isEmpty();
        assertThat(store.nextDue(named("job"))).isEqualTo(MINUTE_LATER);
    }

    private static ExecutionRecord delayed(String name, long notBefore) {
        ExecutionRecord execution = execution(name);
        return new ExecutionRecord(
                execution.id(),
                name,
                new ExecutionRecord.Cause(execution.cause().trigger(), 0, NOW, notBefore, "{}", null),
                execution.place(),
                execution.state());
    }
}

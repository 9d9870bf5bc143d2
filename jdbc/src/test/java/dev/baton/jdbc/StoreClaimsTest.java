package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.by;
import static dev.baton.jdbc.Samples.changing;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.ended;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.in;
import static dev.baton.jdbc.Samples.run;
import static dev.baton.jdbc.Samples.running;
import static dev.baton.jdbc.Samples.unowned;
import static dev.baton.jdbc.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ExecutionStatus;
import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Message;
import dev.baton.spi.Store.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the ownership of executions on every store, and its loss when a node is declared dead. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class StoreClaimsTest extends StoreFixture {

    StoreClaimsTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    @Test
    void an_unowned_execution_is_claimed() {
        ExecutionRecord unowned = execution("job");
        store.commit(creating(unowned(unowned), here(execution("job"))));

        assertThat(store.claim(ANYTHING, LATER, 10)).containsExactly(new Stored(at(unowned, store.node()), List.of()));
        assertThat(claimed(10)).isEmpty();
    }

    @Test
    void claimed_executions_have_their_owner_in_every_answer_until_they_are_released() {
        ExecutionRecord execution = delayed(execution("job"), NOW);
        store.commit(creating(unowned(execution)));
        assertThat(claimed(10)).containsExactly(execution.id());

        assertThat(store.owned()).containsExactly(execution.id());
        assertThat(owners()).containsOnly(store.node());
        assertThat(store.reschedule(execution.id(), LATER)).isFalse();
        store.release(List.of(execution.id()));
        assertThat(store.owned()).isEmpty();
        assertThat(owners()).containsOnlyNulls();
        assertThat(claimed(10)).containsExactly(execution.id());
    }

    private static ExecutionRecord delayed(ExecutionRecord execution, long notBefore) {
        ExecutionRecord.Cause cause = execution.cause();
        return new ExecutionRecord(
                execution.id(),
                execution.name(),
                new ExecutionRecord.Cause(
                        cause.trigger(),
                        cause.scheduled(),
                        cause.created(),
                        notBefore,
                        cause.parameters(),
                        cause.key()),
                execution.place(),
                execution.state());
    }

    /** The owner of the only execution, in all answers that have it. */
    private List<@Nullable UUID> owners() {
        ExecutionRecord active = store.active().get(0);
        List<ExecutionRecord> all = List.of(
                active,
                store.look(active.id()).orElseThrow(),
                store.find(active.id()).orElseThrow().execution(),
                store.findAll(List.of(active.id())).get(0).execution());
        List<@Nullable UUID> owners = new ArrayList<>();
        all.forEach(execution -> owners.add(execution.place().owner()));
        return owners;
    }

    @Test
    void claimed_executions_come_with_their_runs() {
        ExecutionRecord execution = execution("job");
        store.commit(new Commit(
                List.of(unowned(execution)), List.of(), List.of(run(execution.id(), 0)), Map.of(), List.of(), null));

        assertThat(store.claim(ANYTHING, LATER, 10).get(0).runs()).containsExactly(run(execution.id(), 0));
    }

    @Test
    void the_lowest_rank_is_claimed_first() {
        ExecutionRecord late = execution("job", NOW + 2, 0, null);
        ExecutionRecord early = execution("job", NOW + 1, 0, null);
        ExecutionRecord urgent = execution("job", NOW + 60_000_000, 1, null);
        ExecutionRecord waiting = execution("job", NOW + 60_000_001, 0, null);
        ExecutionRecord elsewhere = in(execution("job", NOW + 1, 0, null), "batch", Set.of());
        store.commit(creating(unowned(late), unowned(waiting), unowned(early), unowned(urgent), unowned(elsewhere)));

        assertThat(claimed(4)).containsExactly(urgent.id(), early.id(), elsewhere.id(), late.id());
        assertThat(claimed(4)).containsExactly(waiting.id());
    }

    @Test
    void claimed_are_registered_names_alone() {
        store.commit(creating(unowned(execution("unknown"))));

        assertThat(claimed(10)).isEmpty();
    }

    @Test
    void claimed_is_what_brings_its_definition_along_by_who_can_read_it() {
        ExecutionRecord brought = defined(in(execution("unknown"), "batch", Set.of("gpu")));
        store.commit(creating(unowned(brought), unowned(execution("unknown"))));

        assertThat(claimed(10)).isEmpty();
        assertThat(store.claim(new Claimable(List.of(), List.of("default"), List.of(), true), LATER, 10))
                .isEmpty();
        assertThat(store.claim(new Claimable(List.of(), List.of(), List.of(), true), LATER, 10))
                .extracting(Stored::execution)
                .singleElement()
                .satisfies(claimed -> assertThat(claimed.isDefined()).isTrue())
                .extracting(ExecutionRecord::id)
                .isEqualTo(brought.id());
    }

    private static ExecutionRecord defined(ExecutionRecord execution) {
        ExecutionRecord.State state = execution.state();
        return new ExecutionRecord(
                execution.id(),
                execution.name(),
                execution.cause(),
                execution.place(),
                new ExecutionRecord.State(
                        state.plan(),
                        state.status(),
                        state.flags() | ExecutionRecord.State.DEFINED,
                        state.begun(),
                        state.ended(),
                        state.steps()));
    }

    @Test
    void claimed_are_served_queues_alone() {
        ExecutionRecord batch = in(execution("job"), "batch", Set.of());
        store.commit(creating(unowned(execution("job")), unowned(batch)));

        assertThat(store.claim(new Claimable(List.of("job"), List.of("batch", "other"), List.of()), LATER, 10))
                .extracting(stored -> stored.execution().id())
                .containsExactly(batch.id());
    }

    @Test
    void claimed_is_what_needs_no_label_the_claimer_lacks() {
        ExecutionRecord none = in(execution("job"), "default", Set.of());
        ExecutionRecord one = in(execution("job"), "default", Set.of("gpu"));
        ExecutionRecord two = in(execution("job"), "default", Set.of("gpu", "eu"));
        store.commit(creating(unowned(none), unowned(one), unowned(two)));

        assertThat(store.claim(new Claimable(List.of("job"), List.of(), List.of("gpu", "us")), LATER, 10))
                .extracting(stored -> stored.execution().id())
                .containsExactlyInAnyOrder(none.id(), one.id());
    }

    @Test
    void no_execution_is_claimed_twice() throws Exception {
        int count = 400;
        store.commit(creating(IntStream.range(0, count)
                .mapToObj(i -> unowned(execution("job")))
                .toArray(Creation[]::new)));
        Callable<List<UUID>> claimer = () -> {
            List<UUID> mine = new ArrayList<>();
            List<UUID> more = claimed(7);
            // Empty-handed now may mean that others had them locked.
            while (!more.isEmpty()
                    || store.active().stream()
                            .anyMatch(execution -> execution.place().owner() == null)) {
                mine.addAll(more);
                more = claimed(7);
            }
            return mine;
        };
        List<UUID> all = new ArrayList<>();
        for (List<UUID> mine : eightTimes(claimer)) {
            all.addAll(mine);
        }

        assertThat(all).hasSize(count).doesNotHaveDuplicates();
    }

    @Test
    void an_execution_that_is_unowned_or_has_ended_can_be_claimed_by_its_id() {
        ExecutionRecord unowned = execution("unknown");
        ExecutionRecord ended = ended(execution("job"), NOW);
        store.commit(creating(unowned(unowned), here(ended)));

        assertThat(store.claim(unowned.id())).contains(new Stored(at(unowned, store.node()), List.of()));
        assertThat(store.claim(ended.id())).contains(new Stored(at(ended, store.node()), List.of()));
        assertThat(store.claim(UUID.randomUUID())).isEmpty();
    }

    @Test
    void an_ended_execution_that_is_run_again_is_active_again() {
        ExecutionRecord execution = ended(execution("job"), NOW);
        store.commit(creating(here(execution)));
        store.claim(execution.id());
        var state = new ExecutionRecord.State(null, ExecutionStatus.RUNNING, 0, NOW, 0, 2);
        store.commit(changing(with(at(execution, store.node()), state)));

        assertThat(store.active()).containsExactly(with(at(execution, store.node()), state));
        assertThat(store.past("job", 10)).isEmpty();
    }

    // ---- nodes

    @Test
    void a_dead_node_writes_nothing() throws Exception {
        ExecutionRecord execution = execution("job");
        declareDead(store);

        assertThatThrownBy(() -> store.commit(creating(here(execution)))).isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.claim(ANYTHING, LATER, 1)).isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.claim(execution.id())).isInstanceOf(FencedException.class);
        assertThatThrownBy(store::beat).isInstanceOf(FencedException.class);
        assertThat(store.find(execution.id())).isEmpty();
    }

    @Test
    void a_node_that_was_dead_comes_back_as_another() throws Exception {
        UUID former = store.node();
        declareDead(store);
        store.open(LEASE, () -> {});

        assertThat(store.node()).isNotEqualTo(former);
        assertThat(store.commit(creating(here(execution("job"))))).isEmpty();
        store.beat();
    }

    @Test
    void what_a_dead_node_had_to_write_is_not_written_by_the_one_it_became() throws Exception {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        Commit late = by(store.node(), running(run(execution.id(), 0)));
        declareDead(store);
        store.open(LEASE, () -> {});

        assertThatThrownBy(() -> store.commit(late)).isInstanceOf(FencedException.class);
        assertThat(store.find(execution.id()).orElseThrow().runs()).isEmpty();
    }

    @Test
    void the_executions_of_a_node_that_hands_over_are_unowned() throws Exception {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.handOver();
        store.close();
        open();

        assertThat(claimed(10)).containsExactly(execution.id());
    }

    @Test
    void messages_arrive_once_and_in_order() {
        store.send(List.of(
                new Message(store.node(), "a"), new Message(UUID.randomUUID(), "x"), new Message(store.node(), "b")));
        store.send(List.of(new Message(store.node(), "c")));

        assertThat(store.receive()).containsExactly("a", "b", "c");
        assertThat(store.receive()).isEmpty();
        store.send(List.of(new Message(store.node(), "d")));
        assertThat(store.receive()).containsExactly("d");
    }
}

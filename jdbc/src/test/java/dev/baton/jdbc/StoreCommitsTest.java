package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.at;
import static dev.baton.jdbc.Samples.changing;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.ended;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.fire;
import static dev.baton.jdbc.Samples.firing;
import static dev.baton.jdbc.Samples.fullRun;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.run;
import static dev.baton.jdbc.Samples.running;
import static dev.baton.jdbc.Samples.unowned;
import static dev.baton.jdbc.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.MissingParentException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Refusal;
import dev.baton.spi.Store.Stored;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what every store records of executions and their runs. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class StoreCommitsTest extends StoreFixture {

    StoreCommitsTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    @Test
    void what_was_created_is_found() {
        ExecutionRecord execution = new ExecutionRecord(
                UUID.randomUUID(),
                "job",
                new ExecutionRecord.Cause(Trigger.CATCH_UP, NOW - 1, NOW, NOW + 1, "{\"day\":\"ä\"}", "key"),
                new ExecutionRecord.Place("batch", Set.of("gpu", "say \"a\\b\", {c}"), -3, store.node()),
                new ExecutionRecord.State(UUID.randomUUID(), ExecutionStatus.HELD, 6, NOW + 2, 0, 3));
        store.commit(creating(here(execution)));

        assertThat(store.find(execution.id())).contains(new Stored(execution, List.of()));
    }

    @Test
    void what_is_not_there_is_not_found() {
        assertThat(store.find(UUID.randomUUID())).isEmpty();
    }

    @Test
    void a_commit_made_twice_changes_nothing_the_second_time() {
        ExecutionRecord fired = fire("job", NOW);
        ExecutionRecord keyed = execution("job", NOW, 0, "key");
        ExecutionRecord plain = execution("job");
        Commit commit = new Commit(
                List.of(firing(fired), here(keyed), unowned(plain)),
                List.of(ended(fired, NOW + 9)),
                List.of(run(fired.id(), 0)),
                Map.of(),
                List.of(),
                null);

        assertThat(store.commit(commit)).isEmpty();
        assertThat(store.commit(new Commit(
                        commit.created(), commit.changed(), commit.runs(), commit.plans(), commit.left(), null)))
                .isEmpty();
        assertThat(store.active()).hasSize(2);
        assertThat(store.past("job", 10)).hasSize(1);
    }

    private static Creation after(UUID parent, ExecutionRecord child) {
        return new Creation(child, null, true, Set.of(parent));
    }

    @Test
    void an_execution_after_one_that_does_not_exist_is_not_created_and_nothing_with_it() throws SQLException {
        Commit commit = creating(
                here(execution("job", NOW, 0, "key")),
                after(UUID.randomUUID(), execution("job")),
                here(execution("job")));

        assertThatThrownBy(() -> store.commit(commit)).isInstanceOf(MissingParentException.class);
        assertThat(store.active()).isEmpty();
        assertThat(store.withKey("key")).isEmpty();
        assertThat(count("baton_awaited")).isZero();
    }

    @Test
    void an_execution_after_one_whose_key_was_taken_is_not_created() {
        ExecutionRecord former = execution("job", NOW, 0, "key");
        store.commit(creating(here(former)));
        ExecutionRecord parent = execution("job", NOW, 0, "key");

        assertThatThrownBy(() -> store.commit(creating(here(parent), after(parent.id(), execution("job")))))
                .isInstanceOf(MissingParentException.class);
        assertThat(store.commit(creating(here(parent), after(former.id(), execution("job")))))
                .containsOnly(Map.entry(parent.id(), new Refusal.KeyTaken(former.id())));
    }

    @Test
    void a_repeated_commit_needs_no_parent_of_what_has_ended_since() throws SQLException {
        UUID parent = endedAt(NOW).get(0);
        ExecutionRecord child = execution("job");
        store.commit(creating(new Creation(child, null, false, Set.of(parent))));
        store.commit(changing(ended(child, NOW + 9)));
        execute("DELETE FROM baton_ended WHERE ended = " + NOW);

        assertThat(store.commit(creating(new Creation(child, null, false, Set.of(parent)))))
                .isEmpty();
        assertThat(store.active()).isEmpty();
    }

    @Test
    void a_repeated_commit_leaves_alone_what_has_ended_since() {
        List<ExecutionRecord> three = List.of(execution("job"), execution("job"), execution("job"));
        Commit commit = creating(here(three.get(0)), unowned(three.get(1)), here(three.get(2)));
        store.commit(commit);
        store.commit(changing(ended(three.get(0), NOW + 9), ended(three.get(2), NOW + 9)));

        assertThat(store.commit(creating(here(three.get(0)), unowned(three.get(1)), here(three.get(2)))))
                .isEmpty();
        assertThat(store.active())
                .extracting(ExecutionRecord::id)
                .containsExactly(three.get(1).id());
        assertThat(store.commit(creating(here(three.get(2))))).isEmpty();
        assertThat(store.active()).hasSize(1);
        store.commit(creating(here(execution("job")), here(three.get(2))));
        assertThat(store.active()).hasSize(2);
        assertThat(store.past("job", 10)).hasSize(2);
    }

    @Test
    void executions_of_one_commit_may_have_nothing_in_common() {
        ExecutionRecord plain = at(execution("job"), store.node());
        ExecutionRecord other = new ExecutionRecord(
                Ids.next(NOW),
                "other",
                new ExecutionRecord.Cause(Trigger.RETRY, NOW - 1, NOW + 5, NOW + 1, "{\"day\":1}", "key"),
                new ExecutionRecord.Place("batch", Set.of("gpu"), 7, store.node()),
                new ExecutionRecord.State(UUID.randomUUID(), ExecutionStatus.HELD, 6, NOW + 2, 0, 3));
        store.commit(creating(here(plain), here(other)));
        RunRecord full = fullRun(other.id(), 1);
        store.commit(running(run(plain.id(), 0), full));

        assertThat(store.find(plain.id())).contains(new Stored(plain, List.of(run(plain.id(), 0))));
        assertThat(store.find(other.id())).get().usingRecursiveComparison().isEqualTo(new Stored(other, List.of(full)));
    }

    @Test
    void a_fire_creates_one_execution_whoever_comes_first() {
        ExecutionRecord first = fire("job", NOW);
        ExecutionRecord second = fire("job", NOW);

        assertThat(store.commit(creating(firing(first)))).isEmpty();
        assertThat(store.commit(new Commit(
                        List.of(firing(second)), List.of(), List.of(run(second.id(), 0)), Map.of(), List.of(), null)))
                .containsExactly(Map.entry(second.id(), new Refusal.DealtWith()));
        assertThat(store.find(second.id())).isEmpty();
    }

    @Test
    void a_later_fire_deals_with_earlier_ones() {
        store.commit(creating(firing(fire("job", NOW + 5))));
        ExecutionRecord earlier = fire("job", NOW);

        assertThat(store.commit(creating(firing(earlier)))).containsKey(earlier.id());
    }

    @Test
    void a_fire_does_not_jump_over_one_that_was_not_recorded() {
        store.commit(creating(firing(fire("job", NOW))));
        ExecutionRecord third = fire("job", NOW + 2);

        assertThat(store.commit(creating(firing(third, NOW + 1))))
                .containsExactly(Map.entry(third.id(), new Refusal.TooSoon()));
        assertThat(store.commit(creating(firing(fire("job", NOW + 1), NOW), firing(third, NOW + 1))))
                .isEmpty();
    }

    @Test
    void fires_of_one_commit_are_all_created() {
        assertThat(store.commit(creating(
                        firing(fire("job", NOW + 2)), firing(fire("other", NOW)), firing(fire("job", NOW + 1)))))
                .isEmpty();
        assertThat(store.active()).hasSize(3);
    }

    @Test
    void a_key_is_given_to_one_execution() {
        ExecutionRecord first = execution("job", NOW, 0, "key");
        ExecutionRecord second = execution("job", NOW, 0, "key");
        ExecutionRecord third = execution("job", NOW, 0, "another");
        store.commit(creating(here(first)));

        assertThat(store.commit(creating(here(third), here(second))))
                .containsExactly(Map.entry(second.id(), new Refusal.KeyTaken(first.id())));
        assertThat(store.active()).extracting(ExecutionRecord::id).containsExactlyInAnyOrder(first.id(), third.id());
        assertThat(store.withKey("key")).contains(first.id());
        assertThat(store.withKey("no such key")).isEmpty();
    }

    @Test
    void a_key_is_given_to_one_of_two_in_the_same_commit() {
        ExecutionRecord first = execution("job", NOW, 0, "key");
        ExecutionRecord second = execution("job", NOW, 0, "key");

        assertThat(store.commit(creating(here(first), here(second)))).hasSize(1);
        assertThat(store.active()).hasSize(1);
    }

    // ---- runs and states

    @Test
    void runs_are_read_as_they_were_written() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        RunRecord full = fullRun(execution.id(), 2);
        store.commit(running(full, run(execution.id(), -1)));

        List<RunRecord> runs = store.find(execution.id()).orElseThrow().runs();
        assertThat(runs).usingRecursiveFieldByFieldElementComparator().containsExactly(run(execution.id(), -1), full);
    }

    @Test
    void a_run_is_written_over_what_was_known_of_it() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.commit(running(fullRun(execution.id(), 0)));
        store.commit(running(fullRun(execution.id(), 0), run(execution.id(), 0)));

        assertThat(store.find(execution.id()).orElseThrow().runs()).containsExactly(run(execution.id(), 0));
    }

    @Test
    void a_change_is_to_the_state_alone() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        var state = new ExecutionRecord.State(UUID.randomUUID(), ExecutionStatus.HELD, 3, NOW, 0, 3);
        store.commit(changing(with(at(execution, store.node()), state)));

        assertThat(store.find(execution.id()))
                .contains(new Stored(with(at(execution, store.node()), state), List.of()));
    }

    @Test
    void an_ended_execution_has_no_owner() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.commit(changing(ended(at(execution, store.node()), NOW + 1)));

        assertThat(store.find(execution.id()).orElseThrow().execution()).isEqualTo(ended(execution, NOW + 1));
    }

    @Test
    void a_changed_execution_keeps_its_owner() {
        ExecutionRecord created = execution("job");
        store.commit(creating(here(created), unowned(execution("job"))));
        ExecutionRecord claimed = store.claim(ANYTHING, LATER, 10).get(0).execution();
        store.commit(changing(at(created, null), at(claimed, null)));

        assertThat(store.owned()).containsExactlyInAnyOrder(created.id(), claimed.id());
        assertThat(claimed(10)).isEmpty();
    }

    @Test
    void what_was_created_and_ended_in_between_is_there() {
        ExecutionRecord execution = ended(execution("job"), NOW + 3);
        store.commit(new Commit(
                List.of(here(execution)), List.of(), List.of(run(execution.id(), 0)), Map.of(), List.of(), null));

        assertThat(store.past("job", 1)).containsExactly(execution);
        assertThat(claimed(10)).isEmpty();
    }

    @Test
    void a_plan_is_kept_once() {
        UUID id = UUID.randomUUID();
        Commit commit = new Commit(List.of(), List.of(), List.of(), Map.of(id, new byte[] {1, 2}), List.of(), null);
        store.commit(commit);
        store.commit(commit);

        assertThat(store.plan(id)).containsExactly(1, 2);
    }

    @Test
    void an_error_can_have_any_character() {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        RunRecord run = run(execution.id(), 0);
        store.commit(running(new RunRecord(
                run.execution(),
                0,
                "job",
                run.state(),
                run.times(),
                new RunRecord.Result(null, "a\0b\uD800", null),
                false)));

        assertThat(store.find(execution.id())
                        .orElseThrow()
                        .runs()
                        .get(0)
                        .result()
                        .error())
                .startsWith("a");
    }
}
